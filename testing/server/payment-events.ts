import { createHmac } from 'node:crypto';
import { stripeWebhookSecret } from '@datchain/stack/environment.ts';
import type { Answer, market } from './market.ts';

type Body = string | Buffer<ArrayBuffer>;

export interface PaymentPage {
  readonly url: string;
  readonly orderId: string;
}

export function signature(time: number, body: Body, secret = stripeWebhookSecret): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}

export function sessionEvent(type: string, { url, orderId }: PaymentPage): string {
  const session = { id: url.split('/').at(-1), client_reference_id: orderId };
  const data = { object: { ...session, metadata: { orderId } } };
  return JSON.stringify({ id: `evt_${type}_${orderId}`, object: 'event', type, data });
}

/** Sends events by hand, at any time and any number of times, signed like Stripe. */
export function paymentEvents(m: ReturnType<typeof market>) {
  const now = async () => Math.floor((Date.now() + (await m.clockOffset())) / 1000);
  const send = async (body: Body): Promise<Answer> => {
    const time = await now();
    return m.webhook(body, { 'stripe-signature': `t=${time},v1=${signature(time, body)}` });
  };
  return {
    /** Returns seconds since 1970 on the server's clock. */
    now,
    send,
    tell: (type: string, page: PaymentPage): Promise<Answer> => send(sessionEvent(type, page)),
  };
}
