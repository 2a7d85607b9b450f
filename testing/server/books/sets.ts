import { listingsIn } from '@datchain/functions/reconcile/balances.ts';
import { spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import {
  chargedMicros,
  faceOfOrder,
  returnedCents,
  sellerSplit,
} from '@datchain/shared/domain/books/returned.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { makeOpeningWallet, OLD_PROCEEDS_MICROS, users } from './opening.ts';
import { type Broken, sum } from './rules.ts';
import type { Snapshot } from './snapshot.ts';
import type { BooksWorld } from './world.ts';

type Amounts = Map<string, number>;

const add = (amounts: Amounts, uid: string, micros: number): void => {
  amounts.set(uid, (amounts.get(uid) ?? 0) + micros);
};

type CardPayment = ReturnType<BooksWorld['card']['paid']>[number];

export const sumReturnedCents = (
  { card }: BooksWorld,
  { paymentIntentId }: Pick<CardPayment, 'paymentIntentId'>,
): number =>
  sum(
    card
      .reversals()
      .filter((one) => one.paymentIntentId === paymentIntentId)
      .map(({ leftCents, cameBackCents }) => leftCents - cameBackCents),
  );

/**
 * Sums the money of delivered orders to and from each card; for returned orders, only the amounts
 * beyond the payment.
 */
function paidByCard(world: BooksWorld, { orders }: Snapshot): Amounts {
  const paid: Amounts = new Map();
  for (const { orderId, amountCents, paymentIntentId } of world.card.paid()) {
    const order = orders.find(({ id }) => id === orderId);
    if (order?.state !== 'settled' && order?.state !== 'refunded') continue;
    const cents = (amountCents ?? 0) - sumReturnedCents(world, { paymentIntentId });
    add(paid, order.uid, centsToMicros(order.state === 'settled' ? cents : Math.min(0, cents)));
  }
  return paid;
}

/** Sums each user's payouts, remaining earnings, and tokens at their face. */
function paidAndHeld({ transfers }: BooksWorld, snapshot: Snapshot): Amounts {
  const has: Amounts = new Map();
  for (const { payoutId, amountCents, reversedCents } of transfers.transfers()) {
    const payout = snapshot.payouts.find(({ id }) => id === payoutId);
    // Reward tokens are paid out of the pool, which belongs to everyone.
    if (payout?.source === 'credits') {
      add(has, payout.uid, centsToMicros(amountCents - reversedCents));
    }
  }
  for (const user of snapshot.users) {
    const owed = user.earnedDays.map(({ totalMicros, spentMicros }) => totalMicros - spentMicros);
    add(has, user.uid, spendableMicros(user) + sum(owed));
  }
  for (const { entry } of listingsIn(snapshot)) add(has, entry.sellerUid, entry.faceMicros);
  for (const { parts } of snapshot.holding) {
    for (const { source, sellerUid, faceMicros } of parts) {
      if (source !== PLATFORM) add(has, sellerUid, faceMicros);
    }
  }
  return has;
}

const broughtAlong = (uid: string): number => {
  const { lots, earnedDays } = makeOpeningWallet(uid);
  const before = uid === 'cy' ? OLD_PROCEEDS_MICROS : 0;
  return (
    before +
    sum(lots.map(({ faceMicros }) => faceMicros)) +
    sum(earnedDays.map(({ totalMicros }) => totalMicros))
  );
};

/** An amount that a user got from another; negative if given. */
interface Flow {
  readonly to: string;
  readonly from: string;
  readonly micros: number;
}

/**
 * Lists the flows between an order's buyer and each seller: face one way, earnings the other. Face
 * that was taken back does not count for the buyer; sellers keep their earnings.
 */
function flowsOfOrder(order: Order): Flow[] {
  const { uid, parts, priceCents, takenBack } = order;
  const paid = centsToMicros(order.totalCents);
  const kept = paid - (centsToMicros(returnedCents(order)) - chargedMicros(order));
  const face = faceOfOrder(order) - takenBack.faceMicros;
  const keptPart = paid === 0 ? 0 : kept / paid;
  const facePart = faceOfOrder(order) === 0 ? 0 : face / faceOfOrder(order);
  return parts
    .filter(({ source }) => source !== PLATFORM)
    .flatMap((part) => {
      const { gross, earned } = sellerSplit(part, priceCents);
      const got = part.faceMicros * facePart - gross * keptPart;
      return [
        { to: uid, from: part.sellerUid, micros: got },
        { to: part.sellerUid, from: uid, micros: earned - part.faceMicros },
      ];
    });
}

/**
 * Lists the flows between people from editions: the price one way, and nothing counted the other.
 */
function flowsOfEditions({ entries, movements }: Snapshot): Flow[] {
  const buyers = new Map(
    entries.filter(({ kind }) => kind === 'edition-sold').map(({ id, actor }) => [id, actor]),
  );
  return movements.flatMap(({ uid, entryId, data }) => {
    const from = buyers.get(entryId);
    if (from === undefined || from === uid) return [];
    const micros = Number(data.earnedMicros ?? 0);
    return [
      { to: uid, from, micros },
      { to: from, from: uid, micros: -micros },
    ];
  });
}

const streamsOf = (uid: string, { movements }: Snapshot): number =>
  sum(
    movements.flatMap((one) =>
      one.uid === uid && String(one.data.kind).startsWith('stream-')
        ? [Number(one.data.earnedMicros)]
        : [],
    ),
  );

function* setsOf(people: readonly string[]): Generator<ReadonlySet<string>> {
  for (let bits = 1; bits < 2 ** people.length; bits++) {
    yield new Set(people.filter((_, index) => bits & (1 << index)));
  }
}

/**
 * Checks that no set of accounts gains by trades among themselves, refunds, disputes, cash-outs and
 * closures (N-MON-20). Their payouts and holdings are at most their payments plus payments of
 * others, plus recorded losses and debts.
 */
export function gains(world: BooksWorld, snapshot: Snapshot): Broken[] {
  const paid = paidByCard(world, snapshot);
  const has = paidAndHeld(world, snapshot);
  const named: Amounts = new Map(snapshot.users.map(({ uid, debtMicros }) => [uid, debtMicros]));
  const buyers = new Map(snapshot.orders.map(({ id, uid }) => [id, uid]));
  for (const { orderId, soldMicros, closedMicros } of snapshot.losses) {
    add(named, buyers.get(orderId) ?? '', soldMicros + closedMicros);
  }
  const own = new Map(
    users.map((uid) => [
      uid,
      (has.get(uid) ?? 0) - (paid.get(uid) ?? 0) - broughtAlong(uid) - streamsOf(uid, snapshot),
    ]),
  );
  const flows = [
    ...snapshot.orders.filter(({ state }) => state === 'settled').flatMap(flowsOfOrder),
    ...flowsOfEditions(snapshot),
  ];
  // Parts of an order are not whole micros here.
  const roundedMicros = snapshot.orders.length;
  return [...setsOf(users)].flatMap((set) => {
    const of = (amounts: Amounts) => sum([...set].map((uid) => amounts.get(uid) ?? 0));
    const fromOthers = sum(
      flows.flatMap(({ to, from, micros }) => (set.has(to) && !set.has(from) ? [micros] : [])),
    );
    const gain = of(own) - fromOthers - of(named);
    return gain <= roundedMicros
      ? []
      : [`${[...set].join(', ')} gain ${Math.ceil(gain)} micros that stand nowhere`];
  });
}
