/** One process of the door's benchmark: settles the orders it is given, as it is told to. */
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { Door, OutcomeUnknown } from '../../functions/journal/door.ts';
import { settleEntry } from '../../functions/journal/entries/settle.ts';
import { attemptGroup } from '../../functions/journal/group.ts';
import type { DocumentStore } from '../../functions/stores/document-store.ts';
import { firestore } from '../../functions/stores/firebase.ts';
import { firestoreStore } from '../../functions/stores/firestore-store.ts';
import { transactionStore } from '../../functions/testing/transaction-store.ts';
import type { Job, Result } from './door-processes.ts';

const clock = { now: () => Date.now() };
const entryOf = (order: Order) =>
  settleEntry(order, { sessionId: `cs_${order.id}`, paymentIntentId: `pi_${order.id}` });

/** The store, and what became of the writes of groups and of turns. */
function measured(store: DocumentStore) {
  const seen = { won: [] as number[], lost: [] as number[], turns: 0 };
  const measuring: DocumentStore = {
    ...store,
    async write(batch) {
      const isGroup = batch.create?.some(({ path }) => path.startsWith(docs.entry('')));
      if (!isGroup) seen.turns += 1;
      const startedAt = performance.now();
      const outcome = await store.write(batch);
      const millis = performance.now() - startedAt;
      if (isGroup) (outcome === 'written' ? seen.won : seen.lost).push(millis);
      return outcome;
    },
  };
  return { store: measuring, seen };
}

function settler(way: Job['way'], store: DocumentStore): (order: Order) => Promise<void> {
  if (way.kind === 'door') {
    const { maxGroup, takesTurns = true } = way;
    const door = new Door(store, clock, { maxGroup, takesTurns });
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

const processorMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Works until the orders are settled or the time is up. A failed one is given up and counted. */
async function work({ way, orders, atMostMillis }: Job): Promise<Result> {
  const { store, seen } = measured(firestoreStore(firestore()));
  const settle = settler(way, store);
  const left = orders.values();
  const [startedAt, processorBefore] = [performance.now(), processorMillis()];
  const [millis, counts] = [[] as number[], { settled: 0, failed: 0, unknown: 0 }];
  const caller = async () => {
    for (const order of left) {
      const askedAt = performance.now();
      try {
        await settle(order);
        counts.settled += 1;
        millis.push(performance.now() - askedAt);
      } catch (error) {
        counts.failed += 1;
        if (error instanceof OutcomeUnknown) counts.unknown += 1;
      }
      if (performance.now() > startedAt + atMostMillis) return;
    }
  };
  await Promise.all(Array.from({ length: way.callers }, caller));
  return { ...counts, ...seen, millis, processorMillis: processorMillis() - processorBefore };
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
