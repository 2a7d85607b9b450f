import Stripe from 'stripe';
import type { StripeAccess } from '../environment.ts';

export type { Stripe };

/** The official SDK; address, keys and its patience come from configuration. */
export function stripeClient({
  secretKey,
  apiBase,
  timeoutMs,
}: Omit<StripeAccess, 'live'>): Stripe {
  const { protocol, hostname, port } = apiBase;
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 1,
    timeout: timeoutMs,
    telemetry: false,
  });
}
