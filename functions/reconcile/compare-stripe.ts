import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import type { CheckoutSession } from '../stripe/checkout.ts';
import { compareMade } from './compare-payouts.ts';
import { type ReturnFacts, readReturnFacts } from './compare-returned.ts';
import { compareFees, compareRefunds, readFees, wasPaid } from './compare-reversals.ts';
import { CLOCK_SKEW_MILLIS, compareSessions } from './compare-sessions.ts';
import { readEach, readOrders, readPayouts } from './read-subjects.ts';
import type { Subjects } from './subjects.ts';

type Needs = Pick<
  Services,
  'store' | 'entries' | 'orders' | 'checkout' | 'payments' | 'connect' | 'clock'
>;

/** How far back Stripe is searched for changes, so that failed hourly runs miss none. */
const ASKED_MILLIS = DAY_MILLIS;
const FEES_LIMIT = 100;

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}

const isReturned = ({ state, refundedCents, otherFees }: Order): boolean =>
  state === 'refunded' || refundedCents > 0 || otherFees.length > 0;

/** Compares orders whose payments have changed at Stripe, and changed orders that say they were returned. */
async function compareReturnedPayments(needs: Needs, orders: readonly Order[], since: number) {
  const { payments, entries } = needs;
  const changed = new Set(await collect(payments.reversedSince(since)));
  const known = new Set(orders.map(({ paymentIntentId }) => paymentIntentId));
  const others = await readEach(
    [...changed].filter((id) => !known.has(id)),
    (id) => needs.orders.findByPayment(id),
  );
  const returned = [...orders, ...others.flatMap((order) => order ?? [])].filter(
    (order) => wasPaid(order) && (isReturned(order) || changed.has(order.paymentIntentId ?? '')),
  );
  const ids = returned.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  const reversals = (await readEach(ids, (id) => payments.listReversals(id))).flat();
  const sales = returned.flatMap(({ edition }) => edition?.entryId ?? []);
  const facts = new Map<string, ReturnFacts>();
  for (const entry of await readEach(sales, (id) => entries.find(id))) {
    const found = entry && readReturnFacts(entry);
    if (found) facts.set(entry.id, found);
  }
  return compareRefunds(reversals, returned, facts);
}

async function compareNewFees(needs: Needs, orders: readonly Order[], since: number) {
  const isNew = ({ createdAt }: Order) => createdAt >= since + CLOCK_SKEW_MILLIS;
  const paid = orders.filter((order) => wasPaid(order) && isNew(order));
  const without = await needs.orders.listWithoutFee(FEES_LIMIT);
  const booked = paid.filter(({ chargeFee }) => chargeFee !== null);
  return compareFees(await readFees(needs, since), [...booked, ...without], needs.clock.now());
}

async function compareNewTransfers(
  { store, connect }: Needs,
  payoutIds: ReadonlySet<string>,
  since: number,
) {
  const transfers = await collect(connect.listTransfersSince(since));
  const named = transfers.flatMap(({ payoutId }) => payoutId ?? []);
  const payouts = await readPayouts(store, [...payoutIds, ...named]);
  const made = await readEach(payouts, (payout) => connect.findTransfers(payout.id));
  return payouts.flatMap((payout, index) => compareMade(payout, made[index] ?? []));
}

/**
 * Compares changed orders and payouts with Stripe, and what Stripe has changed in the last day with its orders
 * and payouts.
 */
export async function compareStripe(needs: Needs, subjects: Pick<Subjects, 'orders' | 'payouts'>) {
  const since = needs.clock.now() - ASKED_MILLIS;
  const sessions: CheckoutSession[] = await collect(needs.checkout.listSince(since));
  const named = sessions.flatMap(({ orderId }) => orderId ?? []);
  const orders = await readOrders(needs.store, [...subjects.orders, ...named]);
  const compared = await compareSessions(sessions, orders, since + CLOCK_SKEW_MILLIS);
  return {
    sessions: compared.sessions,
    differences: [
      ...compared.differences,
      ...(await compareReturnedPayments(needs, orders, since)),
      ...(await compareNewFees(needs, orders, since)),
      ...(await compareNewTransfers(needs, subjects.payouts, since)),
    ],
  };
}
