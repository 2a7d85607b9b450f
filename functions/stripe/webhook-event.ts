import type Stripe from 'stripe';
import * as v from 'valibot';
import { isStripeError } from './client.ts';
import { reversalEvents } from './payments.ts';

const sessionEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;

const transferEvents = ['transfer.created', 'transfer.updated', 'transfer.reversed'] as const;

export const webhookEvents = [
  ...sessionEvents,
  ...reversalEvents,
  ...transferEvents,
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export const isWebhookEvent = (type: string): boolean =>
  (webhookEvents as readonly string[]).includes(type);

const TOLERANCE_SECONDS = 300;

/** Events that matter here have a few KB; the limit keeps us from hashing megabytes. */
const MAX_BODY_KB = 256;

/** Error of a request that is ignored: not an event, or not signed by Stripe for us just now. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eventSchema = v.looseObject({
  id: v.pipe(v.string(), v.nonEmpty()),
  object: v.literal('event'),
  type: v.string(),
  data: v.looseObject({ object: v.custom(isObject) }),
});

/**
 * Returns the signed time in seconds; NaN unless the header has exactly one. Of several times the SDK signs the
 * last, so a current time in front of it would make an old signature look new.
 */
function signedAt(header: string): number {
  const times = header.split(',').filter((part) => /^\s*t\s*(=|$)/.test(part));
  return times.length === 1 ? Number(/^t=(\d+)$/.exec(times[0] ?? '')?.[1]) : Number.NaN;
}

/**
 * Verifies and reads a webhook request.
 *
 * @throws WebhookRefused for a body that is too large or no event, a missing or wrong signature, more than one
 * time, or a time more than 300 s from now; the SDK's own check accepts times in the future
 */
export function readWebhookEvent(
  stripe: Stripe,
  rawBody: Buffer | undefined,
  header: string | undefined,
  secret: string,
  now: number,
): Stripe.Event {
  const body = rawBody ?? Buffer.alloc(0);
  if (body.length > MAX_BODY_KB * 1024) {
    throw new WebhookRefused(413, `The body is larger than ${MAX_BODY_KB} KB.`);
  }
  if (!header) throw new WebhookRefused(400, 'The Stripe-Signature header is missing.');
  const distance = Math.abs(signedAt(header) - Math.floor(now / 1000));
  if (!(distance <= TOLERANCE_SECONDS)) {
    throw new WebhookRefused(400, 'The signature needs one time, at most 300 seconds from now.');
  }
  const event = readSigned(stripe, body, header, secret);
  if (!v.is(eventSchema, event)) throw noEvent();
  return event;
}

const noEvent = (cause?: unknown) =>
  new WebhookRefused(400, 'The body is not a Stripe event.', { cause });

function readSigned(stripe: Stripe, body: Buffer, header: string, secret: string): Stripe.Event {
  try {
    // The time was just checked above, with the server's clock.
    return stripe.webhooks.constructEvent(body, header, secret, Number.MAX_SAFE_INTEGER);
  } catch (error) {
    // The SDK parses a body only after its signature was right.
    if (!isStripeError('StripeSignatureVerificationError', error)) throw noEvent(error);
    throw new WebhookRefused(400, 'The signature does not match.', { cause: error });
  }
}
