import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store'>;

async function readList({ store }: Needs) {
  const stored = (await store.read([docs.allowedUsers])).get(docs.allowedUsers);
  return { stored, users: readAllowedUsers(stored?.data) };
}

/** The uids that may release, in the order they were added (R-DB-07). */
export const listAllowed = async (services: Needs): Promise<string[]> =>
  (await readList(services)).users;

const tooMany = () => refuse('aborted', 'Someone else keeps changing the list. Try again.');

/** Two operators may change the list at once; each change is one write. */
async function change(
  services: Needs,
  next: (users: readonly string[]) => readonly string[],
): Promise<'changed' | 'unchanged' | Refusal> {
  return retryOnConflict(tooMany, async () => {
    const { stored, users } = await readList(services);
    const after = next(users);
    if (after.length === users.length) return 'unchanged';
    const written = await services.store.write(
      put(docs.allowedUsers, { users: [...after] }, stored),
    );
    return written === 'conflict' ? written : 'changed';
  });
}

/** Lets an account release; 'unchanged' when it may already. */
export const allowUser = (services: Needs, uid: string) =>
  change(services, (users) => (users.includes(uid) ? users : [...users, uid]));

/** Ends that at once: the server looks at the list with every release. */
export const disallowUser = (services: Needs, uid: string) =>
  change(services, (users) => users.filter((each) => each !== uid));
