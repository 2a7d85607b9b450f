import { canPayDebt } from '@datchain/shared/domain/books/debts.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Broken, must, sum } from './rules.ts';
import type { Snapshot } from './snapshot.ts';
import type { BooksWorld } from './world.ts';

/** What no one does who owes something. */
const takesOut = new Set(['payout-held', 'rewards-claimed', 'edition-sold']);

/**
 * No one spent, claimed or cashed out while they owed something (N-MON-04). It needs entries in the
 * order of their writing, which the store of a play keeps.
 */
function takenWhileOwing({ entries }: Snapshot): Broken[] {
  const owed = new Map<string, number>();
  return entries.flatMap(({ id, kind, actor, postings }) => {
    const debt = owed.get(actor) ?? 0;
    for (const { account, delta } of postings) {
      const uid = /^debt:(.+)$/.exec(account)?.[1];
      if (uid) owed.set(uid, (owed.get(uid) ?? 0) - delta);
    }
    return takesOut.has(kind) ? must(`owed by ${actor} at ${id}`, debt, 0) : [];
  });
}

/** No one owes anything and has earnings that were not paid out: the debt comes first, at once. */
const paidFirst = ({ users }: Snapshot): Broken[] =>
  users
    .filter(canPayDebt)
    .map(({ uid, debtMicros }) => `${uid} owes ${debtMicros} and has earnings`);

const DAY = 24 * 60 * MINUTE_MILLIS;

/** At most $1,000 are held unpaid, or ten times the largest order that was paid (N-MON-07). */
const heldUnpaid = ({ users, orders }: Snapshot): Broken[] =>
  users.flatMap(({ uid, openOrders, largestPaidCents }) => {
    const own = orders.filter((order) => order.uid === uid);
    const paid = own.filter(({ state }) => state === 'settled');
    const largest = Math.max(0, ...paid.map(({ totalCents }) => totalCents));
    const held = own.filter(({ id }) => openOrders.some(({ orderId }) => orderId === id));
    const cents = sum(held.map(({ totalCents }) => totalCents));
    const most = Math.max(100_000, 10 * largest);
    return [
      ...must(`largest paid order of ${uid}`, largestPaidCents, largest),
      ...(cents <= most ? [] : [`${uid} holds ${cents} cents unpaid, at most ${most}`]),
    ];
  });

/**
 * After three reservations that ended unpaid within a day, the next one came only after its wait.
 */
const waited = ({ users, orders }: Snapshot): Broken[] =>
  users.flatMap(({ uid, endedUnpaid }) =>
    orders
      .filter((order) => order.uid === uid)
      .flatMap(({ id, createdAt }) => {
        const before = endedUnpaid.filter(({ at }) => at < createdAt && at > createdAt - DAY);
        const last = before.at(-1);
        if (!last || before.length < 3) return [];
        const wait = 15 * MINUTE_MILLIS * 2 ** (before.length - 3);
        return createdAt >= last.at + wait ? [] : [`${uid} did not wait for order ${id}`];
      }),
  );

/** Limits of those who owe, and of those who hold without paying. */
export const brokenLimits = ({ ground }: BooksWorld, snapshot: Snapshot): Broken[] => [
  ...(ground.isReplayable ? takenWhileOwing(snapshot) : []),
  ...paidFirst(snapshot),
  ...heldUnpaid(snapshot),
  ...waited(snapshot),
];
