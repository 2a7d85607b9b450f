import type { market } from './market.ts';

const jobs = [
  'expireOrdersJob',
  'reconcilePayoutsJob',
  'sweepPaymentsJob',
  'distributeStreamsJob',
  'resumeReleasesJob',
  'sweepProjectionsJob',
];

/**
 * The minutes until an unpaid checkout session is over, and until a payout that Stripe never made
 * is given up.
 */
const minutesUntil = { mostIsDone: 2, sessionsAreOver: 40, payoutsAreOver: 25 * 60 };

/** Simulates the next day: Stripe works, and the jobs complete all open work. */
export async function afterwards(m: ReturnType<typeof market>): Promise<void> {
  await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
  await m.stripe('webhooks', { reset: true });
  await m.stripe('webhooks/settle', { timeoutMillis: 30_000 });
  for (const minutes of Object.values(minutesUntil)) {
    await m.shiftClock(minutes * 60_000);
    for (const job of jobs) await m.runScheduled(job);
  }
}
