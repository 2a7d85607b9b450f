import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { writing } from '../testing/books/written.ts';
import { mintEntry } from './entries/editions.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry } from './entries/tokens.ts';
import { buyWantedEntry, missWantedEntry } from './entries/wanted-edition.ts';

test('[N-BUY-06] what is written of orders for an edition: held, bought, missed', async () => {
  const server = memoryServer(['bo']);
  const { books, orders } = server.services;
  const says = writing(server);
  const order = async (id: string): Promise<Order> => {
    const found = await orders.find(id);
    if (!found) throw new Error(`There is no order ${id}`);
    return found;
  };
  const edition = { datId: 'blue', number: 1, priceCents: 1_000 };
  const request = { blockId: '50', qty: 20, variant: 'block', edition } as const;
  await books.commit(issueTokensEntry('a', '50', 50, 40));
  await books.commit(
    mintEntry({
      ...{ datId: 'blue', creatorUid: 'ana', editions: 1 },
      priceCents: 1_000,
      sharePpm: 1,
    }),
  );
  for (const orderId of ['o1', 'o2']) {
    await says(reserveEntry('bo', { ...request, orderId }, 'https://x.test'), {
      id: `reserve:${orderId}`,
      kind: 'order-reserved',
      actor: 'bo',
      input: { ...request, orderId },
      touched: ['block:50'],
      result: { orderId },
      wrote: ['guards/block:50', 'guards/user:bo', `orderParts/${orderId}`, `orders/${orderId}`],
    });
    const paid = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_${orderId}` };
    await books.commit(settleEntry(await order(orderId), paid));
  }
  const ref = { datId: 'blue', number: 1, version: 1 };
  await says(buyWantedEntry(ref, await order('o1'), 1_000), {
    id: 'edition-sale:blue:1:1',
    kind: 'edition-sold',
    actor: 'bo',
    input: { ...ref, orderId: 'o1', expectedCents: 1_000 },
    // Whom it is bought of, the DAT has to say first.
    looks: 2,
    touched: ['dat:blue', 'user:bo', 'user:ana'],
    refs: { sale: 'first', sellerMicros: 8_000_000 },
    result: { tokens: 20, priceCents: 1_000 },
    wrote: [
      'dats/blue',
      'guards/holdings:ana:blue',
      'guards/holdings:bo:blue',
      'guards/user:ana',
      'guards/user:bo',
      'guards/works:bo:0',
      'orders/o1',
      'totals/books',
      'totals/dat:blue',
    ],
    seen: {
      ana: {
        kind: 'edition-sold',
        datId: 'blue',
        edition: 1,
        priceCents: 1_000,
        isResale: false,
        earnedMicros: 8_000_000,
      },
      bo: { kind: 'edition-bought', datId: 'blue', edition: 1, priceCents: 1_000, tokens: 20 },
    },
    told: ['sold'],
  });
  await says(missWantedEntry('o2', 'You already own this edition.'), {
    id: 'edition-missed:o2',
    kind: 'edition-missed',
    actor: 'system',
    input: { orderId: 'o2' },
    wrote: ['orders/o2'],
  });
});
