import type { Data } from '@datchain/functions/stores/document-store.ts';
import { canPayDebt } from '@datchain/shared/domain/books/debts.ts';
import type { EntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { type Broken, must, readAbout, sum } from './rules.ts';
import type { Snapshot } from './snapshot.ts';
import type { BooksWorld } from './world.ts';

/** Kinds of entries that a user in debt may not make. */
const takesOut: ReadonlySet<string> = new Set([
  'payout-held',
  'rewards-claimed',
  'edition-sold',
  'edition-given',
  'rest-waived',
] satisfies EntryKind[]);

/**
 * Checks that no one spent, claimed or cashed out while in debt (N-MON-04). It needs entries in the
 * order of writing, which a play's store keeps.
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

/** Checks that no one in debt has unpaid earnings, because earnings pay debts at once. */
const paidFirst = ({ users }: Snapshot): Broken[] =>
  users
    .filter(canPayDebt)
    .map(({ uid, debtMicros }) => `${uid} owes ${debtMicros} and has earnings`);

const DAY = 24 * 60 * MINUTE_MILLIS;

/** Checks that no closed account gets an edition (N-FST-06). */
const editionsOfClosed = ({ users, dats }: Snapshot): Broken[] => {
  const closed = new Map(users.map(({ uid, closedAt = Infinity }) => [uid, closedAt]));
  return dats.flatMap(({ id, editions }) =>
    editions.flatMap(({ number, owners, ownerUid, askPriceCents, wasSold }) => {
      const name = `#${number} of ${id}`;
      const late = owners.filter(({ uid, since }) => since > (closed.get(uid) ?? Infinity));
      const isClosed = (closed.get(ownerUid) ?? Infinity) < Infinity;
      const isOffered = wasSold && askPriceCents !== null && isClosed;
      return [
        ...late.map(({ uid }) => `${name} went to ${uid}, who had closed their account`),
        ...(isOffered ? [`${name} is offered by a closed account`] : []),
      ];
    }),
  );
};

/** Checks that at most $1,000 are held unpaid, or ten times the largest paid order (N-MON-07). */
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

/** Checks the wait before a further reservation, after three unpaid ones within a day. */
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

type Offers = Map<number, { readonly uid: string; readonly cents: number }>;

/** Lists the users to notify of a cheaper offer: the owners of the cheapest offers so far. */
function outbidBy(
  offers: Offers,
  { fromUid, priceCents }: DatEvent,
): (readonly [uid: string, telling: string])[] {
  const cheapest = Math.min(...[...offers.values()].map(({ cents }) => cents));
  if (priceCents === null || priceCents >= cheapest) return [];
  const owners = [...offers.values()].filter(({ cents }) => cents === cheapest);
  return [...new Set(owners.map(({ uid }) => uid))]
    .filter((uid) => uid !== fromUid)
    .map((uid) => [uid, `${priceCents} after ${cheapest}`] as const);
}

function follow(offers: Offers, event: DatEvent, editions: number): void {
  const { kind, edition, priceCents, fromUid, toUid } = event;
  if (kind === 'released') {
    for (let number = 1; number <= editions; number++) {
      offers.set(number, { uid: String(toUid), cents: Number(priceCents) });
    }
  }
  if (edition === null) return;
  if (/^(sold|given|unlisted)$/.test(kind)) offers.delete(edition);
  if (kind === 'listed') offers.set(edition, { uid: String(fromUid), cents: Number(priceCents) });
}

/**
 * Checks that sellers are notified when they are outbid, once a day per work (N-PPL-04, N-PPL-20).
 * It needs DAT events in the order of writing, which a play's store keeps.
 */
function outbid({ dats, events, notifications }: Snapshot): Broken[] {
  const offersOf = new Map(dats.map(({ id }) => [id, new Map() as Offers]));
  const before = new Set<string>();
  const due = events.flatMap(({ entryId, event }) => {
    const offers = offersOf.get(event.datId) ?? new Map();
    const isOffer = entryId.startsWith('offer:') && event.kind === 'listed';
    const tellings = isOffer ? outbidBy(offers, event) : [];
    const { length } = dats.find(({ id }) => id === event.datId)?.editions ?? [];
    follow(offers, event, length);
    const id = `outbid:${event.datId}:${utcDay(event.at)}`;
    return tellings.flatMap(([uid, telling]) => {
      if (before.has(`${id} ${uid}`)) return [];
      before.add(`${id} ${uid}`);
      return [`${id} ${uid}: ${telling}`];
    });
  });
  const isOutbid = (data: Data) => readAbout(data).kind === 'outbid';
  const inPortal = [...notifications].flatMap(([path, data]) => {
    const [, uid, entryId] = /^users\/([^/]+)\/notifications\/(.+)$/.exec(path) ?? [];
    if (!uid || !isOutbid(data)) return [];
    return [`${entryId} ${uid}: ${data.askPriceCents} after ${data.ownPriceCents}`];
  });
  return [
    ...must('notified that they were outbid', inPortal.sort().join(), due.sort().join()),
    ...must(
      'notified twice over',
      [...notifications.values()].filter(isOutbid).length,
      2 * due.length,
    ),
  ];
}

export const brokenLimits = ({ ground }: BooksWorld, snapshot: Snapshot): Broken[] => [
  ...(ground.isReplayable ? [...takenWhileOwing(snapshot), ...outbid(snapshot)] : []),
  ...editionsOfClosed(snapshot),
  ...paidFirst(snapshot),
  ...heldUnpaid(snapshot),
  ...waited(snapshot),
];
