import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import { everything, owns, type Share } from '../share.ts';
import type { AuthUser } from '../stores/auth-users.ts';

export interface OrphanSweep {
  readonly looked: number;
  readonly deleted: number;
  readonly failed: number;
}

type Needs = Pick<Services, 'authUsers' | 'store' | 'clock'>;

/**
 * Documents that a user can have without a user document. Orders, listings, payouts, works and
 * debts never exist without the guard of the wallet.
 */
const belongings = [docs.userGuard, docs.stripeAccount];

async function usersWithoutDocuments(
  { store }: Needs,
  users: readonly AuthUser[],
  kinds: readonly ((uid: string) => string)[],
): Promise<AuthUser[]> {
  const pathsOf = ({ uid }: AuthUser) => kinds.map((pathOf) => pathOf(uid));
  const found = await store.read(users.flatMap(pathsOf));
  return users.filter((user) => !pathsOf(user).some((path) => found.has(path)));
}

/**
 * Deletes accounts whose signup was never finished: not seen for a day, with no user document and
 * nothing else of their own. Their address can then sign up again. Operators on the allow-list and
 * disabled accounts stay.
 *
 * @param share the accounts to look at; each part lists all, and reads the documents of its own
 * @param pageSize the number of accounts per batch, at most 1,000
 */
export async function deleteOrphans(
  services: Needs,
  share: Share = everything,
  pageSize = 500,
): Promise<OrphanSweep> {
  const { authUsers, store, clock } = services;
  const allowed = await store.read([docs.allowedUsers]);
  const operators = new Set(readAllowedUsers(allowed.get(docs.allowedUsers)?.data));
  const before = clock.now() - DAY_MILLIS;
  let [looked, deleted, failed] = [0, 0, 0];
  for await (const page of authUsers.pages(pageSize)) {
    const mine = page.filter(({ uid }) => owns(share, uid));
    const old = mine.filter(
      ({ uid, seenAt, isDisabled }) => seenAt < before && !isDisabled && !operators.has(uid),
    );
    // Nearly everyone has a user document, so the other documents are read for a few only.
    const unfinished = await usersWithoutDocuments(services, old, [docs.user]);
    const orphans = await usersWithoutDocuments(services, unfinished, belongings);
    const notDeleted = await authUsers.delete(orphans.map(({ uid }) => uid));
    looked += mine.length;
    deleted += orphans.length - notDeleted;
    failed += notDeleted;
  }
  return { looked, deleted, failed };
}
