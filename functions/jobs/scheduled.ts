import { onSchedule } from 'firebase-functions/scheduler';
import { reconcile } from '../journal/reconcile.ts';
import { log } from '../log.ts';
import { expireOrders } from '../orders/expire-orders.ts';
import { reconcilePayouts } from '../payouts/reconcile-payouts.ts';
import { collectDebts } from '../refunds/collect-debts.ts';
import { postMissingFees } from '../refunds/post-fees.ts';
import { sweepReversals } from '../refunds/sync-reversals.ts';
import { services } from '../services.ts';
import { distributeStreams } from '../streams/distribute-streams.ts';
import { deleteOrphans } from '../users/delete-orphans.ts';
import { sweepProjections } from './sweep-projections.ts';

const options = {
  region: 'us-central1',
  timeoutSeconds: 300,
  maxInstances: 1,
  secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
};

export const expireOrdersJob = onSchedule({ ...options, schedule: 'every 5 minutes' }, async () => {
  const swept = await expireOrders(services());
  if (swept.looked > 0) log.info('Orders swept', { ...swept });
});

/** What no webhook told, or Stripe did not know yet when it did: refunds, disputes, fees; and debts. */
export const sweepPaymentsJob = onSchedule(
  { ...options, schedule: 'every 15 minutes' },
  async () => {
    const reversals = await sweepReversals(services());
    const fees = await postMissingFees(services());
    const paidMicros = await collectDebts(services());
    log.info('Payments swept', { reversals, fees, paidMicros });
    if (reversals.failed + fees.failed > 0) throw new Error('Not all payments could be swept');
  },
);

export const reconcilePayoutsJob = onSchedule(
  { ...options, schedule: 'every 15 minutes' },
  async () => {
    const swept = await reconcilePayouts(services());
    if (swept.looked + swept.reversed > 0) log.info('Payouts swept', { ...swept });
  },
);

export const sweepProjectionsJob = onSchedule(
  { ...options, schedule: 'every 1 minutes' },
  async () => {
    const shown = await sweepProjections(services());
    if (shown > 0) log.warn('Entries had not been shown', { shown });
  },
);

export const distributeStreamsJob = onSchedule(
  { ...options, schedule: 'every 24 hours', timeoutSeconds: 1_800 },
  async () => {
    log.info('Streams shared', { ...(await distributeStreams(services())) });
  },
);

/** Accounts whose signup died half-way. */
export const deleteOrphansJob = onSchedule(
  { ...options, schedule: 'every 24 hours', timeoutSeconds: 1_800 },
  async () => {
    const swept = await deleteOrphans(services());
    log.info('Accounts swept', { ...swept });
    if (swept.failed > 0) throw new Error(`${swept.failed} accounts could not be deleted`);
  },
);

export const reconcileJob = onSchedule({ ...options, schedule: 'every 60 minutes' }, async () => {
  const { differences } = await reconcile(services());
  for (const difference of differences) log.error('The books do not balance', { difference });
  if (differences.length > 0) throw new Error(`${differences.length} differences in the books`);
});
