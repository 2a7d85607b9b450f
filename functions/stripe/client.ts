import Stripe from 'stripe';
import type { Environment } from '../environment.ts';

export type { Stripe };

/** The official SDK; address, keys and its patience come from configuration. */
export function stripeClient({ stripe }: Environment): Stripe {
  const { protocol, hostname, port } = stripe.apiBase;
  return new Stripe(stripe.secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 1,
    timeout: stripe.timeoutMs,
    telemetry: false,
  });
}
