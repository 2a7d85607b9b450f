import { setTimeout as wait } from 'node:timers/promises';
import { publishPublicLog } from '@datchain/functions/public-log/job.ts';
import { reconcile } from '@datchain/functions/reconcile/reconcile.ts';
import { services } from '@datchain/functions/services.ts';
import type { Stack } from '@datchain/stack/stack.ts';

/** The time in which all work started by the last journeys has ended. */
const SETTLE_TIMEOUT_MILLIS = 30_000;

/** Lists differences between the books of a stack, its screens and Stripe; empty when all agree. */
export async function findDifferences(stack: Stack): Promise<readonly string[]> {
  Object.assign(process.env, stack.env);
  const until = Date.now() + SETTLE_TIMEOUT_MILLIS;
  // Published first: entries waiting for the public log look late once a journey shifted the clock.
  await publishPublicLog(services());
  for (;;) {
    const { differences } = await reconcile(services());
    if (differences.length === 0 || Date.now() > until) return differences;
    await wait(500);
  }
}
