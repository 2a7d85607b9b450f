import { WriteBatch } from 'firebase-admin/firestore';
import type { Stripe } from '../stripe/client.ts';
import type { Death } from './deaths.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the wrapped call takes
type Call = (...parameters: any[]) => Promise<unknown>;

/**
 * Lets this process kill itself at one of its outside effects: every write to one of the databases
 * and every call to Stripe or to the e-mail provider is one, counted from 1 in the order in which they begin. Nothing is
 * cleaned up, as when a machine loses power.
 *
 * @returns how many effects there have been so far
 */
export function dieAt(death: Death, stripe: Stripe): () => number {
  let effects = 0;
  const die = () => process.kill(process.pid, 'SIGKILL');
  const fatal = (call: Call): Call =>
    async function (this: unknown, ...parameters) {
      effects += 1;
      const isLast = effects === death.effect;
      if (isLast && death.when === 'before') die();
      try {
        return await call.apply(this, parameters);
      } finally {
        // Also when it failed: someone else was faster.
        if (isLast) die();
      }
    };

  WriteBatch.prototype.commit = fatal(WriteBatch.prototype.commit) as WriteBatch['commit'];

  const writesOnly = fatal(globalThis.fetch as Call);
  const { fetch } = globalThis;
  globalThis.fetch = ((url: string | URL, init?: RequestInit) =>
    init?.method === 'PATCH' || String(url).endsWith('/emails')
      ? writesOnly(url, init)
      : fetch(url, init)) as typeof fetch;

  const client = stripe.getApiField('httpClient') as { makeRequest: Call };
  client.makeRequest = fatal(client.makeRequest);
  return () => effects;
}
