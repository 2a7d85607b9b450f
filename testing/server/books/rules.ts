import { isDeepStrictEqual } from 'node:util';
import { balancesOfGuards, listingsIn } from '@datchain/functions/reconcile/balances.ts';
import { addEarnedBy, compareEarnings } from '@datchain/functions/reconcile/compare-earnings.ts';
import {
  compareLosses,
  compareReturned,
  readReturnFacts,
} from '@datchain/functions/reconcile/compare-returned.ts';
import { compareWorks } from '@datchain/functions/reconcile/compare-works.ts';
import {
  compareRefundedValue,
  faceStories,
  listFaceFacts,
  ordersByEntry,
} from '@datchain/functions/reconcile/refunded-value.ts';
import type { Data } from '@datchain/functions/stores/document-store.ts';
import { holdingsByUser } from '@datchain/functions/stores/works.ts';
import { readMovement, readStoredMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { channelsOf, toNews } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { emptyHoldings } from '@datchain/shared/domain/books/guards.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { faceOfOrder } from '@datchain/shared/domain/books/returned.ts';
import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import { config, rates } from '@datchain/shared/domain/config.ts';
import { countsFrom } from '@datchain/shared/domain/eligible-credits.ts';
import { CIRCULATING, makeOpeningWallet, REWARD_CENTS, users } from './opening.ts';
import type { Snapshot } from './snapshot.ts';
import type { BooksWorld } from './world.ts';

/** A broken rule of the money model, as a sentence. */
export type Broken = string;

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export const must = (what: string, is: unknown, should: unknown): Broken[] =>
  is === should ? [] : [`${what}: is ${is}, should be ${should}`];

const atMost = (what: string, is: number, most: number): Broken[] =>
  is <= most ? [] : [`${what}: is ${is}, at most ${most}`];

export const held = (snapshot: Snapshot, asset: string): number =>
  sum(
    [...balancesOfGuards(snapshot)].flatMap(([key, amount]) =>
      key.endsWith(` ${asset}`) ? [amount] : [],
    ),
  );

/** Checks stock + reserved + lots + queued = issued − spent; the backing is 90% of their face. */
function tokens(world: BooksWorld, snapshot: Snapshot): Broken[] {
  const { entries, movements, books } = snapshot;
  const issued = sum(entries.map(({ id }) => world.issues.get(id) ?? 0));
  const opening = sum(users.flatMap((uid) => makeOpeningWallet(uid).lots.map(({ qty }) => qty)));
  const spent = sum(movements.map(({ data }) => Number(data.tokens ?? 0)));
  const issuedAgain = entries
    .filter(({ kind }) => /^order-(reinstated|clawed-back|recovered)$/.test(kind))
    .flatMap(({ postings }) => postings)
    .filter(({ account, asset }) => account === 'world:issuer' && asset === 'TOKEN');
  const reissued = -sum(issuedAgain.map(({ delta }) => delta));
  return [
    ...must('tokens', held(snapshot, 'TOKEN'), opening + issued + reissued - spent),
    ...atMost('90% of the face', held(snapshot, 'FACE') * 9, books.backingMicros * 10),
  ];
}

/** Returns the platform cents of an order that count as spend after `refunded` of its total. */
function spendOf({ parts, priceCents, totalCents }: Order, refunded: number): number {
  const own = sum(parts.map(({ source, qty }) => (source === PLATFORM ? qty * priceCents : 0)));
  return own - Math.floor((own * Math.min(refunded, totalCents)) / totalCents);
}

/**
 * Checks that spend equals the payments for platform tokens, net of refunds, and that rewards are
 * issued for it once, up to the supply.
 */
function spendAndRewards({ users: guards, orders, supply, books, entries }: Snapshot): Broken[] {
  const settled = orders.filter(({ state }) => state === 'settled');
  const byUser = guards.flatMap((user) => {
    const own = settled.filter(({ uid }) => uid === user.uid);
    const { spendCents } = makeOpeningWallet(user.uid);
    const net = spendCents + sum(own.map((order) => spendOf(order, order.refundedCents)));
    return [
      ...must(`spend of ${user.uid}`, user.spendCents, net),
      ...atMost(`awarded to ${user.uid}`, user.awarded, Math.floor(net / REWARD_CENTS)),
    ];
  });
  const owned = sum(guards.map(({ rewardQty }) => rewardQty));
  return [
    ...byUser,
    ...must('utility sold', books.utilitySoldCents, sum(guards.map((user) => user.spendCents))),
    ...must('rewards issued', supply.issued, sum(guards.map(({ awarded }) => awarded))),
    ...guards.flatMap(({ uid, claims }) => {
      const own = entries.filter(({ kind, actor }) => kind === 'rewards-claimed' && actor === uid);
      return must(`claims of ${uid}`, claims, own.length);
    }),
    ...atMost('rewards issued', supply.issued, config.rewardSupply),
    ...must('circulating', supply.circulating, CIRCULATING - (supply.issued - owned)),
  ];
}

/** Checks that editions are numbered once, and that each change followed the one its maker saw. */
function editions({ dats, entries }: Snapshot): Broken[] {
  const seen = new Map<string, number[]>();
  for (const { id } of entries) {
    const [, edition, version] = /^(?:offer|edition-sale|edition-gift):(.+):(\d+)$/.exec(id) ?? [];
    if (edition) seen.set(edition, [...(seen.get(edition) ?? []), Number(version)]);
  }
  return dats.flatMap((dat) => [
    ...must(
      `numbers of ${dat.id}`,
      dat.editions.map(({ number }) => number).join(),
      dat.editions.map((_, index) => index + 1).join(),
    ),
    ...dat.editions.flatMap(({ number, version }) => {
      const key = `${dat.id}:${number}`;
      const versions = (seen.get(key) ?? []).sort((a, b) => a - b).join();
      const all = Array.from({ length: version - 1 }, (_, index) => index + 1).join();
      return must(`changed versions of ${key}`, versions, all);
    }),
  ]);
}

const closedOf = ({ users: guards }: Pick<Snapshot, 'users'>): Set<string> =>
  new Set(guards.filter(({ closedAt }) => closedAt !== undefined).map(({ uid }) => uid));

/** Returns the uid that a notification or an e-mail is for, by its path. */
const notifiedUid = (path: string): string =>
  /^users\/([^/]+)\//.exec(path)?.[1] ?? path.slice(path.lastIndexOf(':') + 1);

/** Checks that a closed account keeps no notifications, nor the debt (N-MON-22). */
export function leftOfClosed(snapshot: Snapshot): Broken[] {
  const closed = closedOf(snapshot);
  return [
    ...[...snapshot.notifications.keys()]
      .filter((path) => closed.has(notifiedUid(path)))
      .map((path) => `notification of a closed account: ${path}`),
    ...snapshot.users
      .filter(({ uid, debtMicros }) => closed.has(uid) && debtMicros > 0)
      .map(({ uid }) => `${uid} is closed and owes something`),
  ];
}

/**
 * Checks that each movement notifies its users once, with its own text. Notifications of closed
 * accounts are being erased.
 */
function notifications(snapshot: Snapshot): Broken[] {
  const { movements, notifications: all } = snapshot;
  const closed = closedOf(snapshot);
  const due = movements.flatMap(({ uid, entryId, data }) => {
    const movement = readMovement(data);
    const news = movement && toNews(movement);
    if (!news || closed.has(uid)) return [];
    const mail = [
      docs.mail(entryId, uid),
      { uid, state: 'due', at: news.at, about: news },
    ] as const;
    const inPortal = [docs.notification(uid, entryId), news] as const;
    return channelsOf(news).isInPortal ? [mail, inPortal] : [mail];
  });
  const ofMovements = [...all].filter(
    ([path, data]) => readMovement(readAbout(data)) && !closed.has(notifiedUid(path)),
  );
  return [
    ...must('notifications', ofMovements.length, due.length),
    ...due.flatMap(([path, data]) =>
      isDeepStrictEqual(all.get(path), data) ? [] : [`${path} does not say what happened`],
    ),
  ];
}

export const readAbout = (data: Data): Data => (isRecord(data.about) ? data.about : data);

/** Checks that a DAT is down exactly while it has one more takedown than restorations. */
const takedowns = ({ dats, entries }: Snapshot): Broken[] =>
  dats.flatMap((dat) => {
    const own = entries.filter(({ id }) => id.startsWith(`takedown:${dat.id}:`));
    const down = own.filter(({ kind }) => kind === 'dat-taken-down').length;
    return [
      ...must(`takedowns of ${dat.id}`, takedownVersion(dat), own.length),
      ...must(`${dat.id} is taken down`, dat.takenDown ? 1 : 0, 2 * down - own.length),
    ];
  });

/**
 * Checks that 5 percent of each day's last published earnings were shared, corrections included.
 */
function streams(
  { shares }: BooksWorld,
  { movements: lines, users: guards, books }: Snapshot,
): Broken[] {
  const latest = [...shares].filter(([id]) => !shares.has(nextRevision(id)));
  const due = sum(latest.map(([, micros]) => (micros * rates.streamSharePpm) / 1_000_000));
  const shared = streamEarnings(lines);
  const { promisedMicros, streamsDueMicros } = books;
  const hasClosed = guards.some(({ closedAt }) => closedAt !== undefined);
  const all = shared + streamsDueMicros;
  return [
    // Former holders with a closed account get no part.
    ...(hasClosed && all < due ? [] : must('shared streams', all, due)),
    // The platform keeps the part of a holder whose account closed at the moment it was shared.
    ...(hasClosed && promisedMicros > all ? [] : must('promised for streams', promisedMicros, all)),
  ];
}

const nextRevision = (id: string): string =>
  id.replace(/\d+$/, (revision) => String(Number(revision) + 1));

const streamEarnings = (lines: Snapshot['movements']): number =>
  sum(
    lines.flatMap(({ data }) =>
      String(data.kind).startsWith('stream-') ? [Number(data.earnedMicros)] : [],
    ),
  );

/** Checks that unheld tokens of a cancelled listing are the seller's again. */
const listings = (snapshot: Snapshot): Broken[] =>
  listingsIn(snapshot)
    .filter(({ entry: { cancelled, qty } }) => cancelled && qty > 0)
    .map(({ entry }) => `cancelled listing ${entry.listingId}: ${entry.qty} tokens are for sale`);

/** Checks that listing and cancelling keep a lot's price: its tokens were bought in its block. */
const lots = ({ users: guards, orders }: Snapshot): Broken[] =>
  guards.flatMap(({ uid, lots: own }) =>
    own.flatMap(({ blockId, qty }) => {
      const bought = orders.filter(
        (order) => order.uid === uid && order.state === 'settled' && order.blockId === blockId,
      );
      const opening = makeOpeningWallet(uid).lots.filter((lot) => lot.blockId === blockId);
      const most = sum([...opening, ...bought].map((one) => one.qty));
      return atMost(`tokens of block ${blockId} of ${uid}`, qty, most);
    }),
  );

/**
 * Checks that all face value is accounted for, and that no debt arose while the tokens were
 * available. The latter needs entries in the order of writing, which a play's store keeps.
 */
function refunds({ ground }: BooksWorld, snapshot: Snapshot): Broken[] {
  const { entries, orders } = snapshot;
  const byEntry = ordersByEntry(orders);
  const facts = entries.flatMap((entry) => listFaceFacts(entry, byEntry));
  const stories = ground.isReplayable ? faceStories(facts, orders, true) : new Map();
  return [
    ...compareRefundedValue(facts, orders, snapshot).filter((one) => one.startsWith('face of')),
    ...[...stories].flatMap(([uid, { everRefunded }]) =>
      must(`refunded and kept by ${uid}`, everRefunded, 0),
    ),
  ];
}

/** Checks that each refund took its part of an order once, and that losses are recorded. */
const clawbacks = ({ entries, orders, losses, ...truth }: Snapshot): Broken[] => {
  const factsByEntry = new Map(
    entries.flatMap((entry) => {
      const facts = readReturnFacts(entry);
      return facts ? [[entry.id, facts] as const] : [];
    }),
  );
  return [
    ...compareReturned(orders, losses, factsByEntry, truth.users),
    ...compareLosses(losses, truth.books),
    ...orders.flatMap(({ id, clawbacks: known }) =>
      must(`refunds of ${id}`, new Set(known).size, known.length),
    ),
  ];
};

/** Checks that an order's own lot has no more tokens than the order delivered and still has. */
const ownLots = ({ users: guards, orders, ...queues }: Snapshot): Broken[] => {
  const lots = [
    ...guards.flatMap((user) => user.lots),
    ...listingsIn(queues).flatMap(({ entry }) => entry.lots),
    ...queues.holding.flatMap(({ parts }) => parts.flatMap((part) => part.lots ?? [])),
  ];
  const held = new Map<string, number>();
  for (const { orderId, faceMicros } of lots) {
    if (orderId !== undefined) held.set(orderId, (held.get(orderId) ?? 0) + faceMicros);
  }
  return [...held].flatMap(([orderId, faceMicros]) => {
    const order = orders.find(({ id }) => id === orderId);
    const most = order ? faceOfOrder(order) - order.takenBack.faceMicros : 0;
    return atMost(`face of the lot of ${orderId}`, faceMicros, most);
  });
};

/**
 * Checks that an order's edition was bought once, by its buyer, at or below the confirmed price.
 */
function wantedEditions({ orders, entries, movements: lines }: Snapshot): Broken[] {
  const bought = orders.filter(({ edition }) => edition?.state === 'bought');
  const sales = new Set(bought.map(({ edition }) => edition?.entryId));
  const others = orders.filter(({ edition }) => edition && edition.state !== 'bought');
  return [
    ...must('sales of orders', sales.size, bought.length),
    ...others.flatMap(({ id, edition }) => must(`sale of ${id}`, edition?.entryId, undefined)),
    ...bought.flatMap(({ id, uid, state, edition }) => {
      const sale = entries.find((entry) => entry.id === edition?.entryId);
      const line = lines.find((one) => one.entryId === edition?.entryId && one.uid === uid);
      return [
        ...must(`order ${id} with a sale`, state, 'settled'),
        ...must(`who bought for ${id}`, sale?.actor, uid),
        ...must(`edition of ${id}`, line?.data.edition, edition?.number),
        ...must(`tokens spent for ${id}`, line?.data.tokens, edition?.spent),
        ...atMost(`price of ${id}`, Number(line?.data.priceCents), edition?.priceCents ?? 0),
      ];
    }),
  ];
}

/** Checks that a payout takes only eligible earnings. */
const payouts = ({ payouts: all }: Snapshot): Broken[] =>
  all.flatMap(({ id, parts, createdAt }) =>
    parts.flatMap(({ date }) =>
      atMost(`payout ${id} takes ${date}`, countsFrom(date, rates.payoutDays), createdAt),
    ),
  );

const wallets = ({ users: guards, debts }: Snapshot): Broken[] =>
  guards.flatMap(({ uid, lots, earnedDays, openOrders, openListings, debtMicros }) => [
    ...must(`empty lots of ${uid}`, lots.filter(({ qty }) => qty === 0).length, 0),
    ...atMost(`open orders of ${uid}`, openOrders.length, 3),
    ...atMost(
      `open listings of ${uid}`,
      openListings.filter(({ cancelled }) => !cancelled).length,
      50,
    ),
    ...must(`the listed debt of ${uid}`, debts.get(uid) ?? 0, debtMicros),
    ...earnedDays.flatMap(({ date, spentMicros, totalMicros }) =>
      atMost(`spent by ${uid} of ${date}`, spentMicros, totalMicros),
    ),
  ]);

/** Kinds of later earnings of a closed account, which are recorded and then erased. */
const earnsLater = new Set(['edition-sold', 'streams-posted', 'rest-waived']);

/** Whether a kind has no line: tokens returned by a cancelled listing were in its line already. */
const isSilent = (kind: string): boolean =>
  kind.startsWith('opening-') || kind === 'order-ended' || kind === 'order-closed';

/** Checks that everyone affected by an entry has a history line, written with it. */
function movements({ entries, movements: lines, users: guards }: Snapshot): Broken[] {
  const closed = new Map(guards.map(({ uid, closedAt = Infinity }) => [uid, closedAt]));
  const written = new Set(lines.map(({ uid, entryId, data }) => `${uid} ${entryId} ${data.at}`));
  const due = entries.flatMap(({ id, kind, at, postings }) => {
    if (isSilent(kind)) return [];
    const uids = postings.flatMap(
      ({ account }) => /^(?:user|owed|debt):(.+)$/.exec(account)?.[1] ?? [],
    );
    const shown = uids.filter((uid) => at < (closed.get(uid) ?? Infinity) || earnsLater.has(kind));
    return [...new Set(shown)].map((uid) => `${uid} ${id} ${at}`);
  });
  const moments = new Map(entries.map(({ id, at }) => [id, at]));
  return [
    ...due.filter((line) => !written.has(line)).map((line) => `no movement: ${line}`),
    ...lines
      .filter(({ entryId, data }) => moments.get(entryId) !== data.at)
      .map(({ uid, entryId }) => `a movement without its entry: ${uid} ${entryId}`),
  ];
}

/** Checks that earnings agree in the journal, the history, the statement and with each work. */
function earnings({ users: guards, works, entries, movements: all, lines }: Snapshot): Broken[] {
  const holdings = holdingsByUser(works);
  const earned = new Map<string, number>();
  for (const entry of entries) addEarnedBy(earned, entry);
  return guards.flatMap(({ uid }) =>
    compareEarnings({
      uid,
      earnedMicros: earned.get(uid) ?? 0,
      movements: all.flatMap((one) =>
        one.uid === uid ? readStoredMovement(one.entryId, one.data) : [],
      ),
      lines: new Map([...lines].filter(([path]) => path.startsWith(`users/${uid}/`))),
      holdings: holdings.get(uid) ?? emptyHoldings(uid),
    }),
  );
}

export const brokenRules = (world: BooksWorld, snapshot: Snapshot): Broken[] => [
  ...tokens(world, snapshot),
  ...spendAndRewards(snapshot),
  ...editions(snapshot),
  ...takedowns(snapshot),
  ...notifications(snapshot),
  ...streams(world, snapshot),
  ...listings(snapshot),
  ...lots(snapshot),
  ...refunds(world, snapshot),
  ...clawbacks(snapshot),
  ...ownLots(snapshot),
  ...wantedEditions(snapshot),
  ...payouts(snapshot),
  ...wallets(snapshot),
  ...movements(snapshot),
  ...earnings(snapshot),
  ...compareWorks(snapshot),
];
