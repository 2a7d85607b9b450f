import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { writing } from '../testing/books/written.ts';
import { attachSessionEntry } from './entries/attach-session.ts';
import { clawbackEntry, reinstateEntry } from './entries/clawbacks.ts';
import { refundedEntry, releaseEntry, reviewEntry } from './entries/close-order.ts';
import { chargeFeeEntry, otherFeeEntry } from './entries/fees.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  openingWalletEntry,
  queueTokensEntry,
  unqueueTokensEntry,
} from './entries/tokens.ts';

const lot = { blockId: '36', priceCents: 36, qty: 100, faceMicros: 36_000_000 };

/** Bo buys in block 50, where the platform's tokens and Sella's are for sale. */
function market() {
  const server = memoryServer(['bo']);
  const order = async (id: string): Promise<Order> => {
    const found = await server.services.orders.find(id);
    if (!found) throw new Error(`There is no order ${id}`);
    return found;
  };
  const reserve = (orderId: string, qty: number) =>
    reserveEntry('bo', { orderId, blockId: '50', qty, variant: 'block' }, 'https://x.test');
  return { order, reserve, says: writing(server) };
}

// Where there is a queue, it is followed from page to page.
test('what is written of tokens: taken over, issued, listed, bought, refunded, given back', async () => {
  const { says, order, reserve } = market();
  await says(openingPoolEntry(1_000, 1_000_000_000), {
    id: 'opening-pool',
    kind: 'opening-pool',
    actor: 'system',
    input: { circulating: 1_000, poolMicros: 1_000_000_000 },
    touched: ['supply'],
    wrote: ['guards/supply'],
  });
  await says(
    openingWalletEntry({
      uid: 'sella',
      lots: [lot],
      spendCents: 3_600,
      rewardQty: 3,
      earnedDays: [{ date: '2026-09-01', totalMicros: 60_000_000 }],
    }),
    {
      id: 'opening:sella',
      kind: 'opening-wallet',
      actor: 'system',
      input: {
        uid: 'sella',
        lots: [{ blockId: '36', priceCents: 36, qty: 100, faceMicros: 36_000_000 }],
        spendCents: 3_600,
        rewardQty: 3,
        earnedDays: [{ date: '2026-09-01', totalMicros: 60_000_000 }],
      },
      touched: ['user:sella', 'supply'],
      wrote: ['guards/supply', 'guards/user:sella', 'totals/books'],
      seen: { sella: { kind: 'earned-before', earnedMicros: 60_000_000 } },
    },
  );
  await says(issueTokensEntry('a', '50', 50, 30), {
    id: 'issue:a',
    kind: 'tokens-issued',
    actor: 'system',
    input: { blockId: '50', priceCents: 50, qty: 30 },
    touched: ['block:50'],
    wrote: ['guards/block:50'],
  });
  await says(queueTokensEntry('listing', 'sella', 50, 60), {
    id: 'list-tokens:listing',
    looks: 2,
    kind: 'tokens-listed',
    actor: 'sella',
    input: { listingId: 'listing', priceCents: 50, qty: 60 },
    touched: ['user:sella', 'block:50'],
    result: { listingId: 'listing' },
    wrote: [
      'guards/block:50',
      'guards/queuePage:50:0',
      'guards/queueShelf:50:0',
      'guards/user:sella',
      'listings/listing',
    ],
    seen: { sella: { kind: 'tokens-listed', listingId: 'listing', blockId: '50', qty: 60 } },
  });
  await says(reserve('o1', 40), {
    id: 'reserve:o1',
    looks: 3,
    kind: 'order-reserved',
    actor: 'bo',
    input: { orderId: 'o1', blockId: '50', qty: 40, variant: 'block' },
    touched: ['block:50'],
    result: { orderId: 'o1' },
    wrote: [
      'guards/block:50',
      'guards/queuePage:50:0',
      'guards/queueShelf:50:0',
      'guards/user:bo',
      'orderParts/o1',
      'orders/o1',
    ],
  });
  await says(attachSessionEntry('o1', 'cs_1'), {
    id: 'session:o1',
    kind: 'order-session',
    actor: 'system',
    input: { orderId: 'o1', sessionId: 'cs_1' },
    wrote: ['orders/o1'],
  });
  await says(settleEntry(await order('o1'), { sessionId: 'cs_1', paymentIntentId: 'pi_1' }), {
    id: 'settle:o1',
    looks: 2,
    kind: 'order-settled',
    actor: 'system',
    input: { orderId: 'o1', sessionId: 'cs_1', paymentIntentId: 'pi_1' },
    touched: ['block:50', 'supply', 'user:bo', 'user:sella'],
    result: { outcome: 'settled' },
    wrote: [
      'guards/block:50',
      'guards/queuePage:50:0',
      'guards/supply',
      'guards/user:bo',
      'guards/user:sella',
      'listings/listing',
      'orders/o1',
      'totals/books',
    ],
    seen: {
      bo: {
        kind: 'tokens-bought',
        blockId: '50',
        priceCents: 50,
        orderId: 'o1',
        qty: 40,
        totalCents: 2_000,
      },
      sella: {
        kind: 'tokens-sold',
        blockId: '50',
        priceCents: 50,
        qty: 10,
        grossMicros: 5_000_000,
        earnedMicros: 4_750_000,
      },
    },
  });
  await says(chargeFeeEntry('o1', { transactionId: 'txn_1', cents: 88 }), {
    id: 'fee:o1',
    kind: 'card-fee',
    actor: 'system',
    input: { orderId: 'o1', transactionId: 'txn_1', cents: 88 },
    wrote: ['orders/o1', 'totals/books'],
  });
  await says(clawbackEntry(await order('o1'), { id: 're_1', kind: 'refund', cents: 500 }), {
    id: 'clawback:re_1',
    kind: 'order-clawed-back',
    actor: 'system',
    input: { orderId: 'o1', id: 're_1', kind: 'refund', cents: 500 },
    touched: ['user:bo', 'block:50', 'supply'],
    refs: { orderId: 'o1' },
    result: { recorded: true, debtMicros: 0 },
    wrote: [
      'guards/block:50',
      'guards/supply',
      'guards/user:bo',
      'losses/o1',
      'orders/o1',
      'totals/books',
    ],
    seen: {
      bo: {
        kind: 'payment-refunded',
        orderId: 'o1',
        blockId: '50',
        priceCents: 50,
        qty: 10,
        debtMicros: 0,
        totalCents: 500,
        paymentCents: 2_000,
      },
    },
  });
  await says(reinstateEntry(await order('o1'), { id: 're_1', kind: 'refund', cents: 500 }), {
    id: 'reinstate:re_1',
    kind: 'order-reinstated',
    actor: 'system',
    input: { orderId: 'o1', id: 're_1', kind: 'refund', cents: 500 },
    touched: ['user:bo', 'block:50', 'supply'],
    refs: { orderId: 'o1' },
    result: { recorded: true, debtMicros: 0 },
    wrote: [
      'guards/block:50',
      'guards/supply',
      'guards/user:bo',
      'losses/o1',
      'orders/o1',
      'totals/books',
    ],
    seen: {
      bo: {
        kind: 'payment-reinstated',
        orderId: 'o1',
        blockId: '50',
        priceCents: 50,
        qty: 10,
        debtMicros: 0,
        totalCents: 500,
        paymentCents: 2_000,
      },
    },
  });
  await says(otherFeeEntry('o1', { transactionId: 'txn_2', cents: 15 }), {
    id: 'fee:txn_2',
    kind: 'card-fee',
    actor: 'system',
    input: { orderId: 'o1', transactionId: 'txn_2', cents: 15 },
    wrote: ['orders/o1', 'totals/books'],
  });
  await says(clawbackEntry(await order('o1'), { id: 'dp_1', kind: 'dispute', cents: 100 }), {
    id: 'clawback:dp_1',
    kind: 'order-clawed-back',
    actor: 'system',
    input: { orderId: 'o1', id: 'dp_1', kind: 'dispute', cents: 100 },
    touched: ['user:bo', 'block:50', 'supply'],
    refs: { orderId: 'o1' },
    result: { recorded: true, debtMicros: 0 },
    wrote: [
      'guards/block:50',
      'guards/supply',
      'guards/user:bo',
      'losses/o1',
      'orders/o1',
      'totals/books',
    ],
    seen: {
      bo: {
        kind: 'payment-disputed',
        orderId: 'o1',
        blockId: '50',
        priceCents: 50,
        qty: 2,
        debtMicros: 0,
        totalCents: 100,
        paymentCents: 2_000,
      },
    },
  });
  await says(reserve('o2', 20), {
    id: 'reserve:o2',
    looks: 3,
    kind: 'order-reserved',
    actor: 'bo',
    input: { orderId: 'o2', blockId: '50', qty: 20, variant: 'block' },
    touched: ['block:50'],
    result: { orderId: 'o2' },
    wrote: [
      'guards/block:50',
      'guards/queuePage:50:0',
      'guards/queueShelf:50:0',
      'guards/user:bo',
      'orderParts/o2',
      'orders/o2',
    ],
  });
  await says(releaseEntry(await order('o2'), true), {
    id: 'release:o2',
    looks: 2,
    kind: 'order-released',
    actor: 'system',
    input: { orderId: 'o2' },
    touched: ['block:50', 'user:bo', 'user:sella'],
    wrote: [
      'guards/block:50',
      'guards/queuePage:50:0',
      'guards/queueShelf:50:0',
      'guards/user:bo',
      'orders/o2',
    ],
  });
  await says(refundedEntry('o2', 'pi_2'), {
    id: 'refund:o2',
    // Whether its buyer's account is closed.
    looks: 2,
    kind: 'order-refunded',
    actor: 'system',
    input: { orderId: 'o2', paymentIntentId: 'pi_2' },
    wrote: ['orders/o2'],
    seen: {
      bo: { kind: 'payment-returned', orderId: 'o2', blockId: '50', qty: 20, totalCents: 1_000 },
    },
  });
  await says(reserve('o3', 20), {
    id: 'reserve:o3',
    looks: 3,
    kind: 'order-reserved',
    actor: 'bo',
    input: { orderId: 'o3', blockId: '50', qty: 20, variant: 'block' },
    touched: ['block:50'],
    result: { orderId: 'o3' },
    wrote: [
      'guards/block:50',
      'guards/queuePage:50:0',
      'guards/queueShelf:50:0',
      'guards/user:bo',
      'orderParts/o3',
      'orders/o3',
    ],
  });
  await says(reviewEntry(await order('o3'), 'the amount is 1 cents'), {
    id: 'review:o3',
    kind: 'order-review',
    actor: 'system',
    input: { orderId: 'o3' },
    wrote: ['guards/user:bo', 'orders/o3'],
  });
  await says(
    unqueueTokensEntry({ listingId: 'listing', uid: 'sella', priceCents: 50, qty: 60 }, 5),
    {
      id: 'unlist-tokens:listing',
      looks: 2,
      kind: 'tokens-unlisted',
      actor: 'sella',
      input: { listingId: 'listing' },
      touched: ['user:sella', 'block:50'],
      result: { returned: 32 },
      wrote: ['guards/block:50', 'guards/queuePage:50:0', 'guards/user:sella', 'listings/listing'],
      seen: { sella: { kind: 'tokens-unlisted', listingId: 'listing', blockId: '50', qty: 32 } },
    },
  );
});
