import { app } from '@datchain/functions/stores/firebase.ts';
import type { Stripe } from '@datchain/functions/stripe/client.ts';
import { WriteBatch } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import type { Death } from './deaths.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the wrapped call takes
type Call = (...parameters: any[]) => Promise<unknown>;

/**
 * Lets this process kill itself at one of its external effects: each write to a database or to
 * Storage, and each call to Stripe or the e-mail provider. Effects are counted from 1 in the order
 * they begin. Nothing is cleaned up, like at a power failure.
 *
 * @returns a function that returns the number of effects so far
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
        // Also after a failure, when another process was faster.
        if (isLast) die();
      }
    };

  WriteBatch.prototype.commit = fatal(WriteBatch.prototype.commit) as WriteBatch['commit'];

  // Taken from an object, because programs bundled into one file contain the class twice.
  const objects: Record<string, Call> = Object.getPrototypeOf(
    getStorage(app()).bucket('-').file('-'),
  );
  for (const write of ['save', 'copy', 'setMetadata', 'delete']) {
    objects[write] = fatal(objects[write] as Call);
  }

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
