import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { purchaseName } from '@datchain/shared/domain/purchase.ts';
import type Stripe from 'stripe';
import { isStripeError } from './client.ts';

/** A Checkout Session reduced to what orders need. Amounts in whole cents. */
export interface CheckoutSession {
  readonly id: string;
  readonly orderId: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paid: boolean;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly live: boolean;
  readonly url: string | null;
  readonly paymentIntentId: string | null;
  /** Whether some of the payment is refunded or disputed; false if the charge was not requested. */
  readonly isReturned: boolean;
}

/** Error of a request that Stripe refused permanently: it had no effect and will have none. */
export class StripeRefused extends Error {
  override readonly name = 'StripeRefused';
  readonly code: string | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { readonly code?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = options.code;
  }
}

/** The requests of orders to Stripe. Every failure other than StripeRefused leaves the outcome open. */
export interface CheckoutGateway {
  create(order: Pick<Order, 'id' | 'checkout'>): Promise<CheckoutSession>;
  retrieve(sessionId: string): Promise<CheckoutSession>;
  expire(sessionId: string): Promise<CheckoutSession>;
  /** Returns the rest of a payment to the card, once for each order. */
  refund(orderId: string, paymentIntentId: string): Promise<void>;
  /** Lists all sessions made at or after a moment, newest first. */
  listSince(atMillis: number): AsyncIterable<CheckoutSession>;
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const statusOf = (status: string | null): CheckoutSession['status'] =>
  status === 'complete' || status === 'expired' ? status : 'open';

/** Whether a session's payment was returned; known only if the session was read with its charge. */
function isReturned({ payment_intent: payment }: Stripe.Checkout.Session): boolean {
  const charge = typeof payment === 'object' ? payment?.latest_charge : null;
  return typeof charge === 'object' && charge !== null
    ? charge.amount_refunded > 0 || charge.disputed
    : false;
}

const read = (session: Stripe.Checkout.Session): CheckoutSession => ({
  id: session.id,
  orderId: session.client_reference_id,
  status: statusOf(session.status),
  paid: session.payment_status === 'paid',
  amountCents: session.amount_total,
  currency: session.currency,
  live: session.livemode,
  url: session.url,
  paymentIntentId: idOf(session.payment_intent),
  isReturned: isReturned(session),
});

const withCharge = { expand: ['payment_intent.latest_charge'] };

/**
 * Turns Stripe's permanent refusals into StripeRefused. 409 and 429 are about the moment, not about the
 * request, so they pass through.
 */
export async function asking<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const refused =
      isStripeError('StripeInvalidRequestError', error) &&
      (error.statusCode === 400 || error.statusCode === 404);
    if (!refused) throw error;
    throw new StripeRefused(error.message, { cause: error, code: error.code });
  }
}

/**
 * Whether Stripe repeats a 500 that it stored under the idempotency key, as it does for a day. If it made a
 * session anyway, no one will ever learn its address, so no one can pay it.
 */
const isKeptFailure = (error: unknown): error is Stripe.errors.StripeAPIError =>
  isStripeError('StripeAPIError', error) && error.headers?.['idempotent-replayed'] === 'true';

/**
 * Makes the exact body of an order's Checkout Session; it is stored with the order, so that the request can be
 * repeated.
 *
 * @param songName the song of the edition that the tokens are for
 */
export function checkoutBody(
  order: Order,
  siteUrl: string,
  songName?: string,
): Stripe.Checkout.SessionCreateParams {
  const page = `${siteUrl}/orders/${order.id}`;
  const { blockId, qty, edition } = order;
  const name = purchaseName({ blockId, qty, editionNumber: edition?.number, songName });
  // The name of tokens for an edition already contains their quantity.
  const item = edition
    ? { quantity: 1, cents: order.totalCents }
    : { quantity: qty, cents: order.priceCents };
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: order.id,
    expires_at: Math.floor(order.expiresAt / 1000),
    success_url: `${page}?from=checkout`,
    cancel_url: `${page}?cancelled=1`,
    line_items: [
      {
        quantity: item.quantity,
        price_data: {
          currency: 'usd',
          unit_amount: item.cents,
          product_data: { name },
        },
      },
    ],
    metadata: { orderId: order.id },
    payment_intent_data: { metadata: { orderId: order.id } },
  };
}

export const checkoutGateway = (stripe: Stripe): CheckoutGateway => ({
  create: ({ id, checkout }) =>
    asking(async () => {
      if (checkout === null) throw new Error(`Order ${id} has no checkout body`);
      const body: Stripe.Checkout.SessionCreateParams = JSON.parse(checkout);
      try {
        return read(await stripe.checkout.sessions.create(body, { idempotencyKey: `cs:${id}` }));
      } catch (error) {
        throw isKeptFailure(error) ? new StripeRefused(error.message, { cause: error }) : error;
      }
    }),
  retrieve: (sessionId) =>
    asking(async () => read(await stripe.checkout.sessions.retrieve(sessionId, withCharge))),
  expire: (sessionId) => asking(async () => read(await stripe.checkout.sessions.expire(sessionId))),
  refund: (orderId, paymentIntentId) =>
    asking(async () => {
      await stripe.refunds.create(
        { payment_intent: paymentIntentId, metadata: { orderId } },
        { idempotencyKey: `rf:${orderId}` },
      );
    }),
  async *listSince(atMillis) {
    const created = { gte: Math.floor(atMillis / 1000) };
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
      yield read(session);
    }
  },
});
