import { docs } from '@datchain/shared/contracts/paths.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { expect, test } from 'vitest';
import { getBlock, getOrder } from './entries/order-documents.ts';
import { holdPayoutEntry, reversePayoutEntry, unknownPayoutEntry } from './entries/payouts.ts';
import { reserveEntry } from './entries/reserve.ts';
import { issueTokensEntry } from './entries/tokens.ts';

test('a missing order or block is a bug, and the error names it', () => {
  expect(() => getOrder(() => undefined, 'o7')).toThrow('There is no order o7');
  expect(() => getBlock(() => undefined, '57')).toThrow('There is no block 57');
});

test('an order without parts is reported as a bug', async () => {
  const { services, store } = memoryServer(['bo']);
  await services.books.commit(issueTokensEntry('a', '50', 50, 40));
  const request = { orderId: 'o', blockId: '50', qty: 20, variant: 'block' as const };
  await services.books.commit(reserveEntry('bo', request, 'https://x.test'));
  expect(getOrder(store.get, 'o').parts).toMatchObject([{ source: 'platform', qty: 20 }]);
  const without = (path: string) => (path === docs.orderParts('o') ? undefined : store.get(path));
  expect(() => getOrder(without, 'o')).toThrow();
  store.set(docs.orderParts('o'), { parts: [] });
  expect(() => getOrder(store.get, 'o')).toThrow();
});

test.each([35.999_999_999, 36.5])(
  '[R-LST-03] a block of %d cents is never stored, because it would make all blocks unreadable',
  async (priceCents) => {
    const { services, store } = memoryServer([]);
    const entry = issueTokensEntry('a', String(priceCents), priceCents, 10);
    await expect(services.books.commit(entry)).rejects.toThrow('which is not whole');
    expect(store.all().size).toBe(0);
  },
);

const asked = (payoutId: string) => {
  return { payoutId, source: 'credits' as const, amountUsd: 25, accountId: 'acct' };
};

async function earner() {
  const server = memoryServer(['bo']);
  const { books } = server.services;
  await books.commit(openingEarningsEntry('bo', 'a', { days: { '2026-10-20': 60_000_000 } }));
  return {
    ...server,
    hold: (id: string) => books.commit(holdPayoutEntry('bo', asked(id), undefined)),
  };
}

test('a payout that was not paid cannot be reversed, and an error names one that does not exist', async () => {
  const { services, hold } = await earner();
  await hold('p1');
  const held = await services.payouts.find('p1');
  if (!held) throw new Error('There is no payout');
  const reversal = { id: 'trr_1', amountCents: 100 };
  await expect(services.books.commit(reversePayoutEntry(held, reversal))).rejects.toThrow(
    'Payout p1 is held: there is nothing to reverse',
  );
  await expect(services.books.commit(unknownPayoutEntry('p7'))).rejects.toThrow(
    'There is no payout p7',
  );
});

test('earnings can be paid out after as many days as the configuration says', async () => {
  const { store, hold } = await earner();
  store.set(docs.timeToPayout, { days: 13 });
  expect(await hold('p1')).toMatchObject({ message: 'Amount exceeds your available balance.' });
  store.set(docs.timeToPayout, { days: 12 });
  expect(await hold('p2')).toMatchObject({ recorded: true });
});
