import { listingSchema } from '@datchain/shared/contracts/documents/listing.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { userDocuments } from '../testing/user-documents.ts';
import { Door } from './door.ts';
import { findOrder } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry, queueTokensEntry, unqueueTokensEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

test('a listing knows what was sold of it, once, and still after it was cancelled', async () => {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana', 'bo'])) store.set(path, data);
  const door = new Door(store, { now: () => Date.UTC(2026, 10, 20) });
  const commit = async <T>(entry: Entry<T>): Promise<T> => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome.result;
  };
  const buy = async (uid: string, blockId: string, qty: number) => {
    const orderId = `${uid}-${qty}`;
    await commit(reserveEntry(uid, { orderId, blockId, qty, variant: 'block' }, 'https://x.test'));
    const order = findOrder((path) => store.all().get(path), orderId);
    if (!order) throw new Error('the order is missing');
    const settle = settleEntry(order, { sessionId: 'cs', paymentIntentId: 'pi' });
    await commit(settle);
    await commit(settle);
  };
  const listing = (id: string) => v.parse(listingSchema, store.all().get(docs.listing(id)));

  await commit(issueTokensEntry('first', '30', 30, 1_000));
  await buy('ana', '30', 200);
  await commit(queueTokensEntry('early', 'ana', 50, 40));
  await commit(queueTokensEntry('late', 'ana', 50, 100));
  expect(listing('early').soldQty).toBe(0);
  await buy('bo', '50', 70);
  expect(listing('early')).toMatchObject({ qty: 40, soldQty: 40 });
  expect(listing('late')).toMatchObject({ qty: 100, soldQty: 30 });
  expect(store.all().get(docs.movement('ana', 'settle:bo-70'))).toMatchObject({
    kind: 'tokens-sold',
    qty: 70,
    grossMicros: 35_000_000,
    earnedMicros: 33_250_000,
  });
  // Not by the seller: an order never takes its buyer's own listings (N-MON-17).
  await expect(buy('ana', '50', 20)).rejects.toThrow('All tokens left in this block are your own.');
  await buy('bo', '50', 20);
  const back = await commit(unqueueTokensEntry(listing('late'), listing('late').createdAt));
  expect(back).toEqual({ returned: 50 });
  expect(listing('late')).toMatchObject({ soldQty: 50, cancelledAt: Date.UTC(2026, 10, 20) });
});
