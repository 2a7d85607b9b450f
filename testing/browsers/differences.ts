import { setTimeout as wait } from 'node:timers/promises';
import { publishPublicLog } from '@datchain/functions/public-log/job.ts';
import { reconcile } from '@datchain/functions/reconcile/reconcile.ts';
import { services } from '@datchain/functions/services.ts';
import type { Stack } from '@datchain/stack/stack.ts';

/** What the last journeys set going has come to its end by then. */
const PATIENCE_MS = 30_000;

/** Where the books of a stack, its screens and Stripe disagree; nothing when all is well. */
export async function differencesOf(stack: Stack): Promise<readonly string[]> {
  Object.assign(process.env, stack.env);
  const until = Date.now() + PATIENCE_MS;
  // What waits for the public log would look late wherever a journey has shifted the clock.
  await publishPublicLog(services());
  for (;;) {
    const { differences } = await reconcile(services());
    if (differences.length === 0 || Date.now() > until) return differences;
    await wait(500);
  }
}
