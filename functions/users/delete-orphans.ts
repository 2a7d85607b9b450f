import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import { everything, nameOfPart, owns, type Share } from '../share.ts';
import type { AuthUser } from '../stores/auth-users.ts';
import { keepRound, newRound, PART_SIZE, readRound } from '../stores/rounds.ts';

export interface OrphanSweep {
  readonly looked: number;
  readonly deleted: number;
  readonly failed: number;
}

const JOB = 'delete-orphans';

type Needs = Pick<Services, 'authUsers' | 'store' | 'clock'>;

interface Run {
  readonly share?: Share | undefined;
  readonly pageSize?: number | undefined;
  readonly partSize?: number | undefined;
}

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
 * A run looks at the next accounts, and the following run goes on after them. A part of a run over everything
 * lists all accounts and reads the documents of its own. Killed, either looks at some again.
 *
 * @param share the accounts to look at
 * @param pageSize the number of accounts per batch, at most 1,000
 */
export async function deleteOrphans(
  services: Needs,
  {
    share = everything,
    pageSize = 500,
    partSize = share.count > 1 ? Infinity : PART_SIZE,
  }: Run = {},
): Promise<OrphanSweep> {
  const { authUsers, store, clock } = services;
  const allowed = await store.read([docs.allowedUsers]);
  const operators = new Set(readAllowedUsers(allowed.get(docs.allowedUsers)?.data));
  const lastSeenBefore = clock.now() - DAY_MILLIS;
  let [looked, deleted, failed] = [0, 0, 0];
  const name = nameOfPart(JOB, share);
  let listed = 0;
  for (;;) {
    const before = await readRound(store, name);
    const { users: page, next } = await authUsers.page(pageSize, before.round.after);
    const mine = page.filter(({ uid }) => owns(share, uid));
    const old = mine.filter(
      ({ uid, seenAt, isDisabled }) =>
        seenAt < lastSeenBefore && !isDisabled && !operators.has(uid),
    );
    // Nearly everyone has a user document, so the other documents are read for a few only.
    const unfinished = await usersWithoutDocuments(services, old, [docs.user]);
    const orphans = await usersWithoutDocuments(services, unfinished, belongings);
    const notDeleted = await authUsers.delete(orphans.map(({ uid }) => uid));
    looked += mine.length;
    listed += page.length;
    deleted += orphans.length - notDeleted;
    failed += notDeleted;
    const round = { ...newRound, after: next };
    const isKept = (await keepRound(store, name, { ...before, round })) === 'written';
    // Auth may tell the end only by an empty page. Then the next round begins at once.
    const isEnd = next === '' && (listed > 0 || before.round.after === '');
    if (!isKept || isEnd || listed >= partSize) break;
  }
  return { looked, deleted, failed };
}
