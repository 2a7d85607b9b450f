/** A process of the door benchmark: settles the given orders in the given way. */

import { Door } from '@datchain/functions/journal/door.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import { attemptGroup } from '@datchain/functions/journal/group.ts';
import type { DocumentStore } from '@datchain/functions/stores/document-store.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { transactionStore } from '@datchain/testing/server/transaction-store.ts';
import type { Job, Result } from './door-processes.ts';

const clock = { now: () => Date.now() };
const entryOf = (order: Order) =>
  settleEntry(order, { sessionId: `cs_${order.id}`, paymentIntentId: `pi_${order.id}` });

function counting(store: DocumentStore, counts: { won: number; lost: number }): DocumentStore {
  return {
    ...store,
    async write(batch) {
      const outcome = await store.write(batch);
      const isGroup = batch.create?.some(({ path }) => path.startsWith(docs.entry('')));
      if (isGroup) counts[outcome === 'written' ? 'won' : 'lost'] += 1;
      return outcome;
    },
  };
}

function settler(way: Job['way'], store: DocumentStore): (order: Order) => Promise<void> {
  if (way === 'door') {
    const door = new Door(store, clock);
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

/**
 * Works until all orders are settled or the time is up. Failed orders are counted and not retried.
 */
async function work({ way, orders, atMostMillis }: Job): Promise<Result> {
  const counts = { settled: 0, failed: 0, won: 0, lost: 0 };
  const settle = settler(way, counting(firestoreStore(firestore()), counts));
  const left = orders.values();
  const startedAt = performance.now();
  const millis: number[] = [];
  const caller = async () => {
    for (const order of left) {
      const askedAt = performance.now();
      try {
        await settle(order);
        counts.settled += 1;
        millis.push(performance.now() - askedAt);
      } catch {
        counts.failed += 1;
      }
      if (performance.now() > startedAt + atMostMillis) return;
    }
  };
  // More callers slow transactions down: on one document they only wait for each other's lock.
  await Promise.all(Array.from({ length: way === 'door' ? 50 : 1 }, caller));
  return { ...counts, millis };
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
