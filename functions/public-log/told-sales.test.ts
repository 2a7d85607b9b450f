import { docs } from '@datchain/shared/contracts/paths.ts';
import { userDocuments } from '@datchain/testing/server/user-documents.ts';
import { expect, test } from 'vitest';
import { Door } from '../journal/door.ts';
import { buyEditionEntry, listEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { findOrder } from '../journal/entries/order-documents.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import { memoryStore } from '../stores/memory-store.ts';

const first = 'edition-sale:blue:1:1';
const resale = 'edition-sale:blue:1:3';

async function aMarket() {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['bo', 'cy'])) store.set(path, data);
  const door = new Door(store, { now: () => Date.UTC(2026, 10, 1) });
  await door.commit(issueTokensEntry('a', '30', 30, 5_000));
  const dat = { datId: 'blue', creatorUid: 'ana', editions: 1, sharePpm: 25_000 };
  await door.commit(mintEntry({ ...dat, priceCents: 4_000 }));
  for (const uid of ['bo', 'cy']) {
    const request = { orderId: uid, blockId: '30', qty: 300, variant: 'block' as const };
    await door.commit(reserveEntry(uid, request, 'https://x.test'));
    const order = findOrder((path) => store.all().get(path), uid);
    if (!order) throw new Error('the order is missing');
    await door.commit(settleEntry(order, { sessionId: 'cs', paymentIntentId: 'pi' }));
  }
  const edition = { datId: 'blue', number: 1 };
  await door.commit(buyEditionEntry({ ...edition, version: 1 }, 'bo', 4_000));
  await door.commit(listEditionEntry({ ...edition, version: 2 }, 'bo', 7_200));
  await door.commit(buyEditionEntry({ ...edition, version: 3 }, 'cy', 7_200));
  const entry = (id: string) => store.all().get(docs.entry(id)) ?? {};
  return { store, entry };
}

test("a sale's entry says whether it is the first, and who got which amount", async () => {
  const { entry } = await aMarket();
  expect(entry(first).refs).toEqual({ sale: 'first', sellerMicros: 32_000_000 });
  expect(entry(resale).refs).toEqual({
    sale: 'resale',
    sellerMicros: 54_000_000,
    creatorMicros: 7_200_000,
  });
});
