import type Stripe from 'stripe';

/** How far the time in a signature may be from ours, in seconds, in either direction. */
const TOLERANCE_SECONDS = 300;

/** The request was not signed by Stripe for this endpoint, or not just now. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

const signedAt = (header: string): number => Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1]);

/**
 * Verifies and reads a webhook request.
 *
 * @throws BadSignature for a missing or wrong signature, or a time more than 300 s from now; the
 * SDK's own check accepts times in the future
 */
export function readWebhookEvent(
  stripe: Stripe,
  rawBody: Buffer,
  header: string | undefined,
  secret: string,
  now: number,
): Stripe.Event {
  if (!header) throw new BadSignature('The Stripe-Signature header is missing.');
  const distance = Math.abs(signedAt(header) - Math.floor(now / 1000));
  if (!(distance <= TOLERANCE_SECONDS)) {
    throw new BadSignature('The time of the signature is more than 300 seconds from now.');
  }
  try {
    // Our own check has just compared the time, with the server's clock.
    return stripe.webhooks.constructEvent(rawBody, header, secret, Number.MAX_SAFE_INTEGER);
  } catch (error) {
    throw new BadSignature('The signature does not match.', { cause: error });
  }
}
