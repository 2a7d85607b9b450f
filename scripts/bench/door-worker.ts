/** One process of the door's benchmark: settles the orders it is given, as it is told to. */
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { Door } from '../../functions/journal/door.ts';
import { settleEntry } from '../../functions/journal/entries/settle.ts';
import { attemptGroup } from '../../functions/journal/group.ts';
import { firestore } from '../../functions/stores/firebase.ts';
import { firestoreStore } from '../../functions/stores/firestore-store.ts';
import { transactionStore } from '../../functions/testing/transaction-store.ts';
import type { Job, Result } from './door-processes.ts';

const clock = { now: () => Date.now() };
const entryOf = (order: Order) =>
  settleEntry(order, { sessionId: `cs_${order.id}`, paymentIntentId: `pi_${order.id}` });

function settler({ way }: Job): (order: Order) => Promise<void> {
  if (way.kind === 'door') {
    const door = new Door(firestoreStore(firestore()), clock, { maxGroup: way.maxGroup });
    return async (order) => {
      const outcome = await door.commit(entryOf(order));
      if (isRefusal(outcome) || !outcome.recorded) throw new Error(`${order.id} was not settled`);
    };
  }
  const database = firestore();
  return async (order) => {
    const verdicts = await database.runTransaction((transaction) =>
      attemptGroup(transactionStore(database, transaction), [entryOf(order)], clock.now()),
    );
    if (verdicts === 'conflict' || !verdicts[0] || !('committed' in verdicts[0])) {
      throw new Error(`${order.id} was not settled`);
    }
  };
}

/** Works until the orders are settled or the time is up. A failed one is given up and counted. */
async function work(job: Job): Promise<Result> {
  const settle = settler(job);
  const orders = job.orders.values();
  const endAt = performance.now() + job.atMostMillis;
  const result = { settled: 0, failed: 0 };
  const caller = async () => {
    for (const order of orders) {
      try {
        await settle(order);
        result.settled += 1;
      } catch {
        result.failed += 1;
      }
      if (performance.now() > endAt) return;
    }
  };
  await Promise.all(Array.from({ length: job.way.callers }, caller));
  return result;
}

let job: Job | undefined;
process.on('message', async (message: Job | 'go') => {
  if (message !== 'go') {
    job = message;
    process.send?.('ready');
  } else if (job) {
    process.send?.(await work(job));
  }
});
process.on('disconnect', () => process.exit());
