import { onRequest } from 'firebase-functions/https';
import { readVisitorAddress } from '../edge/address.ts';
import { untilDone } from '../edge/until-done.ts';
import { localLimit } from '../limits/rate-limit.ts';
import { log } from '../log.ts';
import { place, webhook } from '../machines.ts';
import { syncOrder } from '../orders/sync-order.ts';
import { syncTransfer } from '../payouts/sync-payout.ts';
import { tryChargeFee } from '../refunds/post-fees.ts';
import { syncReversals } from '../refunds/sync-reversals.ts';
import { type Services, services } from '../services.ts';
import type { Stripe } from '../stripe/client.ts';
import { reversedPayment } from '../stripe/payments.ts';
import { isWebhookEvent, readWebhookEvent, WebhookRefused } from '../stripe/webhook-event.ts';

/**
 * Handles an event. Only its ids are used; everything else is read from Stripe. Returns once the effect is
 * written.
 */
export async function handleEvent(all: Services, event: Stripe.Event): Promise<string> {
  if (!isWebhookEvent(event.type)) return 'ignored';
  const reversed = reversedPayment(event);
  if (reversed) return syncReversals(all, reversed);
  if (event.type.startsWith('transfer.')) {
    const payout = await syncTransfer(all, (event.data.object as Stripe.Transfer).id);
    return payout ? payout.state : 'ignored';
  }
  if (!event.type.startsWith('checkout.session.')) return 'ignored';
  const session = event.data.object as Stripe.Checkout.Session;
  const orderId = session.client_reference_id;
  if (!orderId || !/^[\w-]{1,64}$/.test(orderId)) return 'ignored';
  const synced = await syncOrder(all, orderId, { sessionId: session.id });
  if (synced?.order.state === 'settled') await tryChargeFee(all, synced.order);
  if (synced) return synced.order.state;
  // Sessions of other products in the same Stripe account are ignored.
  if (session.metadata?.orderId === orderId) {
    const which = { orderId, sessionId: session.id };
    log.error('Stripe reports an order that is not in the books', which);
  }
  return 'ignored';
}

const forgers = localLimit(60);

/**
 * Receives Stripe's events. 400: no event, or not signed by Stripe just now. 413: too large. 429: too many of
 * those from one address. 500: our failure, so Stripe sends the event again. 200: only after the commit is
 * known.
 */
export const stripeWebhook = onRequest(
  { ...place, ...webhook, secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  async (request, response) => {
    if (request.method !== 'POST') {
      response.status(405).send('POST only');
      return;
    }
    const all = services();
    let event: Stripe.Event;
    try {
      event = readWebhookEvent(
        all.stripe,
        request.rawBody,
        request.get('stripe-signature'),
        all.environment.webhookSecret,
        all.clock.now(),
      );
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      const waitSeconds = forgers.take(readVisitorAddress(request));
      if (waitSeconds !== undefined) {
        response.status(429).set('Retry-After', String(waitSeconds)).send('Too many requests');
        return;
      }
      log.warn('Refused a webhook', { reason: error.message });
      response.status(error.status).send(error.message);
      return;
    }
    try {
      const outcome = await untilDone(all, () => handleEvent(all, event));
      response.status(200).json({ received: event.id, outcome });
    } catch (error) {
      log.error('A webhook failed', { eventId: event.id, type: event.type, error: String(error) });
      response.status(500).send('Try again');
    }
  },
);
