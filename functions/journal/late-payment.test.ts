import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { userDocuments } from '../testing/user-documents.ts';
import { Door } from './door.ts';
import { refundedEntry, releaseEntry } from './entries/close-order.ts';
import { getOrder } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry } from './entries/tokens.ts';

test('a late payment is delivered from what is left, and otherwise goes back', async () => {
  const memory = memoryStore();
  for (const { path, data } of userDocuments(['ana', 'bo'])) memory.set(path, data);
  const door = new Door(memory, { now: () => 1_000 });
  await door.commit(issueTokensEntry('a', '50', 50, 40));
  const request = (orderId: string, qty: number) => ({
    orderId,
    blockId: '50',
    qty,
    variant: 'block' as const,
  });
  const find = (id: string) => getOrder((path) => memory.all().get(path), id);
  const pay = (id: string) =>
    door.commit(settleEntry(find(id), { sessionId: `cs_${id}`, paymentIntentId: `pi_${id}` }));

  await door.commit(reserveEntry('ana', request('first', 30), 'https://x.test'));
  await door.commit(releaseEntry(find('first'), true));
  await door.commit(reserveEntry('bo', request('second', 20), 'https://x.test'));
  expect(await pay('first')).toMatchObject({ result: { outcome: 'refund' } });
  await door.commit(refundedEntry('first', 'pi_first'));
  expect(find('first').state).toBe('refunded');

  await door.commit(releaseEntry(find('second'), true));
  expect(await pay('second')).toMatchObject({ result: { outcome: 'settled' } });
  expect(readUserGuard('bo', memory.all().get(docs.userGuard('bo'))).lots).toMatchObject([
    { blockId: '50', priceCents: 50, qty: 20, faceMicros: 10_000_000 },
  ]);
});
