import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import { type MemoryStore, memoryStore } from '../stores/memory-store.ts';
import { userDocuments } from '../testing/user-documents.ts';
import { Door } from './door.ts';
import { attachSessionEntry } from './entries/attach-session.ts';
import { clawbackEntry } from './entries/clawbacks.ts';
import {
  closeReviewedEntry,
  refundedEntry,
  releaseEntry,
  reviewEntry,
} from './entries/close-order.ts';
import { chargeFeeEntry, otherFeeEntry } from './entries/fees.ts';
import { getOrder } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry, openingWalletEntry, queueTokensEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

const ORDER = docs.order('o1');
const PARTS = docs.orderParts('o1');

const read = (store: MemoryStore, path: string): Data => {
  const data = store.all().get(path);
  if (!data) throw new Error(`There is no ${path}`);
  return data;
};

/** Books that begin with these documents. */
function worldOf(documents: ReadonlyMap<string, Data>) {
  const store = memoryStore();
  for (const [path, data] of documents) store.set(path, data);
  const door = new Door(store, { now: () => Date.UTC(2026, 10, 20) });
  const commit = async (entry: Entry) => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome;
  };
  return { store, commit, order: () => getOrder((path) => store.all().get(path), 'o1') };
}

type World = ReturnType<typeof worldOf>;

/** Bo has reserved 40 tokens: 10 of the platform, 30 that sella queued. */
async function world(): Promise<World> {
  const made = worldOf(
    new Map(userDocuments(['bo', 'sella']).map(({ path, data }) => [path, data])),
  );
  const lot = { blockId: '36', priceCents: 36, qty: 100, faceMicros: 36_000_000 };
  const sella = { uid: 'sella', lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] };
  const request = { orderId: 'o1', blockId: '50', qty: 40, variant: 'block' as const };
  await made.commit(openingWalletEntry(sella));
  await made.commit(issueTokensEntry('a', '50', 50, 10));
  await made.commit(queueTokensEntry('listing', 'sella', 50, 60));
  await made.commit(reserveEntry('bo', request, 'https://x.test'));
  return made;
}

const payment = { sessionId: 'cs_1', paymentIntentId: 'pi_1' };
const fee = { transactionId: 'txn_1', cents: 30 };
const settle = ({ commit, order }: World) => commit(settleEntry(order(), payment));

/** Every entry that writes an order: what comes before it, and the entry. */
const writes: [kind: string, prepare: (world: World) => Promise<unknown>, (w: World) => Entry][] = [
  ['order-session', async () => {}, () => attachSessionEntry('o1', 'cs_1')],
  ['order-settled', async () => {}, ({ order }) => settleEntry(order(), payment)],
  ['order-released', async () => {}, ({ order }) => releaseEntry(order(), true)],
  ['order-review', async () => {}, ({ order }) => reviewEntry(order(), 'amount')],
  [
    'order-closed',
    ({ commit, order }) => commit(reviewEntry(order(), 'amount')),
    ({ order }) =>
      closeReviewedEntry(
        order(),
        { paymentIntentId: 'pi_1', cents: 1 },
        { path: docs.decision('d1'), data: {} },
      ),
  ],
  [
    'order-refunded',
    ({ commit, order }) => commit(releaseEntry(order(), true)),
    () => refundedEntry('o1', 'pi_1'),
  ],
  ['card-fee', settle, () => chargeFeeEntry('o1', fee)],
  ['card-fee', settle, () => otherFeeEntry('o1', fee)],
  [
    'order-clawed-back',
    settle,
    ({ order }) => clawbackEntry(order(), { id: 're_1', kind: 'refund', cents: 500 }),
  ],
];

describe('whose tokens an order takes', () => {
  test.each(writes)('[N-MON-08] %s: stands where its buyer does not read it', async (...one) => {
    const [kind, prepare, entry] = one;
    const made = await world();
    await prepare(made);
    expect(await made.commit(entry(made))).toMatchObject({ recorded: true });
    expect(made.store.all().get(docs.entry(entry(made).id))?.kind).toBe(kind);
    expect(JSON.stringify(read(made.store, ORDER))).not.toMatch(/sella|listing|parts/);
    expect(made.order().parts).toMatchObject([
      { source: 'platform', qty: 10 },
      { source: 'listing', sellerUid: 'sella', qty: 30, lots: [{ blockId: '36', qty: 30 }] },
    ]);
  });

  test('an order without parts anywhere is a bug that is seen', async () => {
    const { store } = await world();
    store.set(PARTS, { parts: [] });
    expect(() => getOrder((path) => store.all().get(path), 'o1')).toThrow();
    const without = (path: string) => (path === PARTS ? undefined : store.all().get(path));
    expect(() => getOrder(without, 'o1')).toThrow();
  });
});
