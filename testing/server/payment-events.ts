import { createHmac } from 'node:crypto';
import { stripeWebhookSecret } from '@datchain/stack/environment.ts';
import type { Answer, market } from './market.ts';

type Body = string | Buffer<ArrayBuffer>;

/** A session as an event tells of it: its page's address, and the order it was opened for. */
export interface Told {
  readonly url: string;
  readonly orderId: string;
}

/** What Stripe signs: the time and the exact bytes. */
export function signature(time: number, body: Body, secret = stripeWebhookSecret): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}

/** An event about a Checkout Session, as Stripe would send it. */
export function sessionEvent(type: string, { url, orderId }: Told): string {
  const session = { id: url.split('/').at(-1), client_reference_id: orderId };
  const data = { object: { ...session, metadata: { orderId } } };
  return JSON.stringify({ id: `evt_${type}_${orderId}`, object: 'event', type, data });
}

/** Events that a test sends by hand, when and as often as it likes, signed as Stripe would. */
export function paymentEvents(m: ReturnType<typeof market>) {
  const now = async () => Math.floor((Date.now() + (await m.clockOffset())) / 1000);
  const send = async (body: Body): Promise<Answer> => {
    const time = await now();
    return m.webhook(body, { 'stripe-signature': `t=${time},v1=${signature(time, body)}` });
  };
  return {
    /** Seconds since 1970 on the server's clock. */
    now,
    send,
    tell: (type: string, told: Told): Promise<Answer> => send(sessionEvent(type, told)),
  };
}
