import type { market } from './market.ts';

const jobs = [
  'expireOrdersJob',
  'reconcilePayoutsJob',
  'sweepPaymentsJob',
  'distributeStreamsJob',
  'sweepProjectionsJob',
];

/** What happens in the hour after: Stripe works, and the jobs bring what was left open to its end. */
export async function afterwards(m: ReturnType<typeof market>): Promise<void> {
  await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
  await m.stripe('webhooks', { reset: true });
  await m.stripe('webhooks/settle', { timeoutMs: 30_000 });
  for (const minutes of [2, 40]) {
    await m.shiftClock(minutes * 60_000);
    for (const job of jobs) await m.runScheduled(job);
  }
}
