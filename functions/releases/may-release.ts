import {
  readAllowedUsers,
  readOwnWorksOnly,
} from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';

/** For whom an account may release. */
export type ReleasesFor = 'anyone' | 'itself';

/**
 * For whom an account may release, at this moment: one that was taken off the list may not (M-44).
 * Artists who applied release their own works alone (N-PPL-09).
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

/** The same, and whether that includes this artist. */
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
