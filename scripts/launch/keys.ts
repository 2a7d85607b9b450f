import { isStripeError, type Stripe } from '@datchain/functions/stripe/client.ts';
import * as v from 'valibot';
import { standIn } from './google.ts';

const REQUEST_TIMEOUT_MILLIS = 30_000;

export async function isKnownToStripe(stripe: Stripe): Promise<boolean> {
  try {
    await stripe.accounts.retrieveCurrent();
    return true;
  } catch (error) {
    if (isStripeError('StripeAuthenticationError', error)) return false;
    throw error;
  }
}

const refusalSchema = v.object({ name: v.optional(v.string(), '') });

/**
 * Whether Resend accepts a key. A key that may only send e-mail is refused by name here, because it
 * cannot list domains.
 */
export async function isKnownToResend(key: string): Promise<boolean> {
  const response = await fetch(
    new URL('/domains', standIn('MAIL_API_BASE') ?? 'https://api.resend.com'),
    {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MILLIS),
    },
  );
  const body: unknown = await response.json().catch(() => ({}));
  if (response.ok) return true;
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`Resend answered ${response.status}: try again later.`);
  }
  const refusal = v.safeParse(refusalSchema, body);
  return refusal.success && refusal.output.name === 'restricted_api_key';
}
