import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** Refuses who does not run the desk at this moment (N-PPL-10). */
export async function requireOperator(
  { store }: Pick<Needs, 'store'>,
  uid: string,
): Promise<Refusal | undefined> {
  const path = docs.operator(uid);
  return (await store.read([path])).has(path)
    ? undefined
    : refuse('permission-denied', 'This page is for operators.');
}

const AT_MOST = 500;

/** The uids of all operators. */
export const listOperators = async ({ store }: Pick<Needs, 'store'>): Promise<string[]> =>
  (await store.list(docs.operators, { limit: AT_MOST })).map(({ path }) =>
    path.slice(docs.operators.length + 1),
  );

/** Lets an account run the desk, or no longer. */
export async function setOperator(
  { store, clock }: Needs,
  uid: string,
  isOperator: boolean,
): Promise<'changed' | 'unchanged'> {
  const path = docs.operator(uid);
  return retryOnConflict(alwaysLate('the list of operators'), async () => {
    const stored = (await store.read([path])).get(path);
    if ((stored !== undefined) === isOperator) return 'unchanged';
    const written = await store.write(
      stored
        ? { remove: [{ path, version: stored.version }] }
        : { create: [{ path, data: { at: clock.now() } }] },
    );
    return written === 'conflict' ? written : 'changed';
  });
}
