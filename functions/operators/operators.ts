import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { type Batch, put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** Refuses a user who is not an operator at this moment (N-PPL-10). */
export async function requireOperator(
  { store }: Pick<Needs, 'store'>,
  uid: string,
): Promise<Refusal | undefined> {
  const path = docs.operator(uid);
  return (await store.read([path])).has(path)
    ? undefined
    : refuse('permission-denied', 'This page is for operators.');
}

const LIMIT = 500;

export const listOperators = async ({ store }: Pick<Needs, 'store'>): Promise<string[]> =>
  (await store.list(docs.operators, { limit: LIMIT })).map(({ path }) =>
    path.slice(docs.operators.length + 1),
  );

/**
 * Makes an account an operator, or ends that; the setting that their own menu reads changes in the
 * same write.
 */
export async function setOperator(
  { store, clock }: Needs,
  uid: string,
  isOperator: boolean,
): Promise<'changed' | 'unchanged'> {
  const [path, settingPath] = [docs.operator(uid), docs.operatorSetting(uid)];
  return retryOnConflict(alwaysLate('the list of operators'), async () => {
    const found = await store.read([path, settingPath]);
    if (found.has(path) === isOperator) return 'unchanged';
    const data = { at: clock.now() };
    const change = (each: string): Batch => {
      const stored = found.get(each);
      if (isOperator) return put(each, data, stored);
      return stored ? { remove: [{ path: each, version: stored.version }] } : {};
    };
    const written = await store.write(together([change(path), change(settingPath)]));
    return written === 'conflict' ? written : 'changed';
  });
}
