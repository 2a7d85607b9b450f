import { onSchedule } from 'firebase-functions/scheduler';
import { reconcile } from '../journal/reconcile.ts';
import { log } from '../log.ts';
import { expireOrders } from '../orders/expire-orders.ts';
import { services } from '../services.ts';
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

export const sweepProjectionsJob = onSchedule(
  { ...options, schedule: 'every 1 minutes' },
  async () => {
    const shown = await sweepProjections(services());
    if (shown > 0) log.warn('Entries had not been shown', { shown });
  },
);

export const reconcileJob = onSchedule({ ...options, schedule: 'every 60 minutes' }, async () => {
  const { differences } = await reconcile(services());
  for (const difference of differences) log.error('The books do not balance', { difference });
  if (differences.length > 0) throw new Error(`${differences.length} differences in the books`);
});
