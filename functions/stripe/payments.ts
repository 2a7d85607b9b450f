import type { StripeFee } from '@datchain/shared/domain/books/orders.ts';
import { smallest } from '@datchain/shared/domain/extremes.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import type Stripe from 'stripe';
import { isStripeError } from './client.ts';

export interface CardPayment {
  readonly id: string;
  /** The order named in its metadata; null for payments that are not for tokens. */
  readonly orderId: string | null;
  readonly live: boolean;
  /** Stripe's fee; null until Stripe has made the balance transaction, which takes time. */
  readonly fee: StripeFee | null;
}

/** A refund or a dispute: money that left again, and perhaps came back. */
export interface Reversal {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly paymentIntentId: string | null;
  /** Money that has left our balance; zero while none has. */
  readonly leftCents: Cents;
  /** The part of it that came back: the dispute was won, or the refund failed. */
  readonly cameBackCents: Cents;
  readonly fees: readonly StripeFee[];
  readonly createdAt: number;
  /** When the money left; null while none has. */
  readonly leftAt: Millis | null;
}

export interface PaymentGateway {
  /** Reads a payment; undefined if it does not belong to this account. */
  find(paymentIntentId: string): Promise<CardPayment | undefined>;
  /** Lists a payment's refunds and disputes, oldest first. */
  listReversals(paymentIntentId: string): Promise<Reversal[]>;
  reversalsSince(atMillis: number): AsyncGenerator<Reversal>;
  feesSince(atMillis: number): AsyncGenerator<StripeFee>;
  /** Lists payments whose refunds and disputes changed at or after a moment; some more than once. */
  reversedSince(atMillis: number): AsyncGenerator<string>;
}

export const reversalEvents = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

const isReversalEvent = (type: string): boolean =>
  (reversalEvents as readonly string[]).includes(type);

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Returns the payment named by an event about a refund or a dispute; nothing else in the event is trusted. */
export function reversedPayment(event: Stripe.Event): string | undefined {
  // A connected account's own payments are not ours.
  if (!isReversalEvent(event.type) || event.account) return undefined;
  const object = event.data.object as { payment_intent?: string | { id: string } | null };
  const id = idOf(object.payment_intent);
  return id !== null && /^pi_\w{1,80}$/.test(id) ? id : undefined;
}

const feeOf = (transaction: Stripe.BalanceTransaction): StripeFee => ({
  transactionId: transaction.id,
  cents: transaction.fee,
});

const isFee = ({ cents }: StripeFee): boolean => cents !== 0;

function readRefund(refund: Stripe.Refund): Reversal {
  const transaction = refund.balance_transaction;
  const left = refund.status === 'succeeded' || idOf(transaction) !== null;
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    kind: 'refund',
    paymentIntentId: idOf(refund.payment_intent),
    leftCents: left ? refund.amount : 0,
    cameBackCents: left && failed ? refund.amount : 0,
    fees: typeof transaction === 'object' && transaction ? [feeOf(transaction)].filter(isFee) : [],
    createdAt: refund.created * 1000,
    leftAt: left ? refund.created * 1000 : null,
  };
}

/** Reads a dispute. Inquiries take no money, so only balance transactions count. */
function readDispute(dispute: Stripe.Dispute): Reversal {
  const amounts = dispute.balance_transactions.map(({ amount }) => amount);
  const left = dispute.balance_transactions.filter(({ amount }) => amount < 0);
  const sum = (cents: readonly number[]) => cents.reduce((a, b) => a + b, 0);
  return {
    id: dispute.id,
    kind: 'dispute',
    paymentIntentId: idOf(dispute.payment_intent),
    leftCents: sum(amounts.map((cents) => Math.max(0, -cents))),
    cameBackCents: sum(amounts.map((cents) => Math.max(0, cents))),
    fees: dispute.balance_transactions.map(feeOf).filter(isFee),
    createdAt: dispute.created * 1000,
    // An inquiry may become a dispute weeks later.
    leftAt: left.length > 0 ? smallest(left.map(({ created }) => created * 1000)) : null,
  };
}

const notFound = (error: unknown): boolean =>
  isStripeError('StripeInvalidRequestError', error) && error.statusCode === 404;

const expanded = ['data.balance_transaction'];
const PAGE_SIZE = 100;

export const paymentGateway = (stripe: Stripe): PaymentGateway => ({
  async find(paymentIntentId) {
    try {
      const intent = await stripe.paymentIntents.retrieve(paymentIntentId, {
        expand: ['latest_charge.balance_transaction'],
      });
      const charge = intent.latest_charge;
      const transaction =
        typeof charge === 'object' && charge?.paid ? charge.balance_transaction : null;
      return {
        id: intent.id,
        orderId: intent.metadata.orderId ?? null,
        live: intent.livemode,
        fee: typeof transaction === 'object' && transaction ? feeOf(transaction) : null,
      };
    } catch (error) {
      if (notFound(error)) return undefined;
      throw error;
    }
  },

  async listReversals(paymentIntentId) {
    const of = { payment_intent: paymentIntentId, limit: PAGE_SIZE };
    const found: Reversal[] = [];
    for await (const refund of stripe.refunds.list({ ...of, expand: expanded })) {
      found.push(readRefund(refund));
    }
    for await (const dispute of stripe.disputes.list(of)) found.push(readDispute(dispute));
    return found.sort((a, b) => a.createdAt - b.createdAt);
  },

  async *reversalsSince(atMillis) {
    const since = { created: { gte: Math.floor(atMillis / 1000) }, limit: PAGE_SIZE };
    for await (const refund of stripe.refunds.list({ ...since, expand: expanded })) {
      yield readRefund(refund);
    }
    for await (const dispute of stripe.disputes.list(since)) yield readDispute(dispute);
  },

  async *feesSince(atMillis) {
    const created = { gte: Math.floor(atMillis / 1000) };
    const charges = { created, type: 'charge', limit: PAGE_SIZE };
    for await (const transaction of stripe.balanceTransactions.list(charges)) {
      yield feeOf(transaction);
    }
  },

  async *reversedSince(atMillis) {
    const created = { gte: Math.floor(atMillis / 1000) };
    const types = [...reversalEvents];
    for await (const event of stripe.events.list({ created, types, limit: PAGE_SIZE })) {
      const id = reversedPayment(event);
      if (id) yield id;
    }
  },
});
