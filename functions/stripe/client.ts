import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { StripeAccess } from '../environment.ts';

export type { Stripe };

/** The SDK's errors by the type that each names itself; comparing classes would load the SDK. */
interface Errors {
  readonly StripeAPIError: Stripe.errors.StripeAPIError;
  readonly StripeAuthenticationError: Stripe.errors.StripeAuthenticationError;
  readonly StripeInvalidRequestError: Stripe.errors.StripeInvalidRequestError;
  readonly StripePermissionError: Stripe.errors.StripePermissionError;
  readonly StripeSignatureVerificationError: Stripe.errors.StripeSignatureVerificationError;
}

export const isStripeError = <Kind extends keyof Errors>(
  kind: Kind,
  error: unknown,
): error is Errors[Kind] => error instanceof Error && 'type' in error && error.type === kind;

/** The SDK is loaded for the first request to Stripe, because most functions make none. */
const load = createRequire(import.meta.url);
const library = (): typeof Stripe => load('stripe');

export function stripeClient({
  secretKey,
  apiBase,
  timeoutMillis,
}: Omit<StripeAccess, 'live'>): Stripe {
  const { protocol, hostname, port } = apiBase;
  return new (library())(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 1,
    timeout: timeoutMillis,
    telemetry: false,
  });
}
