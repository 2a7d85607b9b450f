import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { paidFor } from '@datchain/shared/domain/books/returned.ts';
import { smallest } from '@datchain/shared/domain/extremes.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import type { Services } from '../services.ts';
import type { Reversal } from '../stripe/payments.ts';
import type { ReturnFactsByEntry } from './compare-returned.ts';

type Needs = Pick<Services, 'payments' | 'clock'>;

const CLOCK_SKEW_MILLIS = MINUTE_MILLIS;
/**
 * Time after which a missing fee is reported: Stripe makes balance transactions within minutes, and a job books
 * them.
 */
const MAX_FEE_DELAY_MILLIS = DAY_MILLIS;

export const wasPaid = ({ state }: Order): boolean => state === 'settled' || state === 'refunded';

/**
 * Compares the booked refunds of an order with Stripe's. A returned order's payment has to go back in full.
 * Orders that were returned before this was booked have no clawbacks.
 */
function compareMoney(order: Order, atStripe: Cents): string[] {
  const { id, state, refundedCents, clawbacks, paymentIntentId } = order;
  const isReturned = state === 'refunded';
  const paid = paidFor(order);
  const booked = isReturned && clawbacks.length === 0 ? Math.min(paid, atStripe) : refundedCents;
  return [
    ...(isReturned && atStripe < paid
      ? [
          `order ${id}: ${paid} cents to return, ${atStripe} were: refund the rest of ${paymentIntentId} at Stripe`,
        ]
      : []),
    ...(atStripe === booked
      ? []
      : [`order ${id}: ${booked} cents refunded, ${atStripe} at Stripe`]),
  ];
}

/**
 * Compares paid orders with Stripe: their refunds with Stripe's refunds and disputes, and their fees with
 * Stripe's balance transactions.
 *
 * @returns the differences as text
 */
export async function compareReversals(
  services: Needs,
  orders: readonly Order[],
  entries: ReturnFactsByEntry = new Map(),
): Promise<string[]> {
  const paid = orders.filter(wasPaid);
  if (paid.length === 0) return [];
  const since = smallest(paid.map(({ createdAt }) => createdAt)) - CLOCK_SKEW_MILLIS;
  return [
    ...(await compareRefunds(services.payments.reversalsSince(since), paid, entries)),
    ...compareFees(await readFees(services, since), paid, services.clock.now()),
  ];
}

/** Finds an order that bought its edition after its payment had gone back (N-MON-21). */
function boughtAfter(
  { id, edition }: Order,
  leftAt: Millis | undefined,
  entries: ReturnFactsByEntry,
) {
  const boughtAt = entries.get(edition?.entryId ?? '')?.at;
  return leftAt !== undefined && boughtAt !== undefined && leftAt < boughtAt - CLOCK_SKEW_MILLIS
    ? [`order ${id}: bought an edition with a payment that had gone back`]
    : [];
}

/**
 * Compares the refunds and disputes of some orders.
 *
 * @param reversals all of the orders' payments; those of other payments are ignored
 * @param entries at least the purchases of their editions
 */
export async function compareRefunds(
  reversals: AsyncIterable<Reversal> | Iterable<Reversal>,
  paid: readonly Order[],
  entries: ReturnFactsByEntry,
): Promise<string[]> {
  const refunded = new Map<string | null, number>();
  const fees = new Map<string | null, string[]>();
  const first = new Map<string | null, Millis>();
  for await (const one of reversals) {
    const { paymentIntentId, leftCents, cameBackCents, leftAt } = one;
    refunded.set(paymentIntentId, (refunded.get(paymentIntentId) ?? 0) + leftCents - cameBackCents);
    // A failed refund has returned nothing, and neither has a dispute that was won.
    if (leftAt !== null && leftCents > cameBackCents) {
      first.set(paymentIntentId, Math.min(first.get(paymentIntentId) ?? leftAt, leftAt));
    }
    fees.set(paymentIntentId, [...(fees.get(paymentIntentId) ?? []), ...one.fees.map(feeText)]);
  }
  return paid.flatMap((order) => {
    const atStripe = refunded.get(order.paymentIntentId) ?? 0;
    const booked = order.otherFees.map(feeText).sort().join();
    const charged = (fees.get(order.paymentIntentId) ?? []).sort().join();
    return [
      ...boughtAfter(order, first.get(order.paymentIntentId), entries),
      ...compareMoney(order, atStripe),
      ...(booked === charged
        ? []
        : [
            `order ${order.id}: fees [${booked}] for refunds and disputes, Stripe has [${charged}]`,
          ]),
    ];
  });
}

/** Reads Stripe's fees for card payments by balance transaction. */
export async function readFees({ payments }: Needs, since: Millis): Promise<Map<string, Cents>> {
  const fees = new Map<string, number>();
  for await (const { transactionId, cents } of payments.feesSince(since)) {
    fees.set(transactionId, cents);
  }
  return fees;
}

export function compareFees(
  fees: ReadonlyMap<string, Cents>,
  paid: readonly Order[],
  now: Millis,
): string[] {
  return paid.flatMap(({ id, chargeFee, createdAt }) => {
    if (!chargeFee) {
      return createdAt < now - MAX_FEE_DELAY_MILLIS
        ? [`order ${id}: its fee was never booked`]
        : [];
    }
    const atStripe = fees.get(chargeFee.transactionId);
    return atStripe === chargeFee.cents
      ? []
      : [`order ${id}: a fee of ${chargeFee.cents} cents, ${atStripe} at Stripe`];
  });
}

const feeText = ({ transactionId, cents }: { transactionId: string; cents: number }): string =>
  `${transactionId} ${cents}`;
