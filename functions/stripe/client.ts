import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { StripeAccess } from '../environment.ts';

export type { Stripe };

/** The kinds of errors of the SDK, as each error names its own: comparing classes would load it. */
interface Errors {
  readonly StripeAPIError: Stripe.errors.StripeAPIError;
  readonly StripeAuthenticationError: Stripe.errors.StripeAuthenticationError;
  readonly StripeInvalidRequestError: Stripe.errors.StripeInvalidRequestError;
  readonly StripePermissionError: Stripe.errors.StripePermissionError;
  readonly StripeSignatureVerificationError: Stripe.errors.StripeSignatureVerificationError;
}

/** Whether an error is one of the SDK's, of this kind. */
export const isStripeError = <Kind extends keyof Errors>(
  kind: Kind,
  error: unknown,
): error is Errors[Kind] => error instanceof Error && 'type' in error && error.type === kind;

/** The SDK is loaded for the first request to Stripe: most functions make none. */
const load = createRequire(import.meta.url);
const library = (): typeof Stripe => load('stripe');

/** The official SDK; address, keys and its patience come from configuration. */
export function stripeClient({
  secretKey,
  apiBase,
  timeoutMs,
}: Omit<StripeAccess, 'live'>): Stripe {
  const { protocol, hostname, port } = apiBase;
  return new (library())(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 1,
    timeout: timeoutMs,
    telemetry: false,
  });
}
