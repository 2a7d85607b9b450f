import {
  readAllowedUsers,
  readOwnWorksOnly,
} from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { type Batch, put, together } from '../stores/document-store.ts';
import { retryOnConflict } from '../stores/retry-on-conflict.ts';

type ReleasesFor = 'anyone' | 'itself';

/**
 * Returns the artists that an account may release for now; an account that was taken off the list
 * is refused (M-44). Artists who applied release only their own works (N-PPL-09).
 */
export async function requireMayRelease(
  { store }: Pick<Services, 'store'>,
  uid: string,
): Promise<ReleasesFor | Refusal> {
  const stored = (await store.read([docs.allowedUsers])).get(docs.allowedUsers)?.data;
  if (!readAllowedUsers(stored).includes(uid)) {
    return refuse('permission-denied', 'This account is not on the release list.');
  }
  return readOwnWorksOnly(stored).includes(uid) ? 'itself' : 'anyone';
}

export async function requireMayReleaseFor(
  services: Pick<Services, 'store'>,
  uid: string,
  artistIds: readonly string[],
): Promise<Refusal | undefined> {
  const allowed = await requireMayRelease(services, uid);
  if (isRefusal(allowed)) return allowed;
  return allowed === 'itself' && artistIds.some((id) => id !== uid)
    ? refuse('permission-denied', 'This account can release for itself only.')
    : undefined;
}

type Needs = Pick<Services, 'store'>;

async function readList({ store }: Needs) {
  const stored = (await store.read([docs.allowedUsers])).get(docs.allowedUsers);
  return { stored, users: readAllowedUsers(stored?.data) };
}

/** Lists the uids that may release, in the order they were added (R-DB-07). */
export const listAllowed = async (services: Needs): Promise<string[]> =>
  (await readList(services)).users;

const refuseConflict = () => refuse('aborted', 'Someone else keeps changing the list. Try again.');

/**
 * Puts an account on the list, to release for anyone, or takes it off. Both take effect at once,
 * because every release reads the list. Concurrent changes are safe: each is one write.
 *
 * @param record the record of the decision, written with the change
 * @returns 'unchanged' when the list was so already
 */
export async function changeAllowList(
  services: Needs,
  uid: string,
  isOn: boolean,
  record: Batch = {},
): Promise<'changed' | 'unchanged' | Refusal> {
  return retryOnConflict(refuseConflict, async () => {
    const { stored, users } = await readList(services);
    const ownOnly = readOwnWorksOnly(stored?.data);
    // An account that applied may then release for anyone, too.
    if (users.includes(uid) === isOn && !(isOn && ownOnly.includes(uid))) return 'unchanged';
    const others = users.filter((each) => each !== uid);
    const list = {
      users: isOn ? [...others, uid] : others,
      ownWorksOnly: ownOnly.filter((each) => each !== uid),
    };
    const written = await services.store.write(
      together([put(docs.allowedUsers, list, stored), record]),
    );
    return written === 'conflict' ? written : 'changed';
  });
}
