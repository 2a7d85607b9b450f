import { expect, test } from 'vitest';
import { readDebtMicros, readOwnedDats, readSpendable } from './user-wallet.ts';

test('an owned edition is read with its earnings in micros and its share in ppm', () => {
  const stored = { id: 'd1', edition: 11, earnings: '1.2345', sold: false, royalties: 2.5 };
  expect(readOwnedDats({ balance: 3, ownedDats: [stored] })).toEqual([
    {
      datId: 'd1',
      edition: 11,
      earnedMicros: 1_234_500,
      sold: false,
      isForSale: false,
      sharePpm: 25_000,
    },
  ]);
});

test('rows without an edition from 1 to 20 are left out', () => {
  const ownedDats = [{ id: 'd', edition: 0 }, { id: 'd', edition: 21 }, { edition: 1 }, null, 'x'];
  expect(readOwnedDats({ ownedDats })).toEqual([]);
});

test.each([[null], ['text'], [{}]])('a wallet stored as %j owns nothing', (stored) => {
  expect(readOwnedDats(stored)).toEqual([]);
});

test('lots keep their stored order when read, and empty lots are left out', () => {
  const lot = { blockId: '36', priceCents: 36, qty: 10, faceMicros: 3_600_000 };
  const lots = [{ ...lot, blockId: '50' }, { ...lot, qty: 0 }, lot, null];
  expect(readSpendable({ lots }).lots.map(({ blockId }) => blockId)).toEqual(['50', '36']);
  expect(readSpendable({ lots: [lot] })).toEqual({ lots: [lot], changeMicros: 0 });
  expect(readSpendable({ changeMicros: 200_000 })).toEqual({ lots: [], changeMicros: 200_000 });
});

test('a wallet without a positive debt owes nothing', () => {
  expect(readDebtMicros({ debtMicros: 2_500_000 })).toBe(2_500_000);
  expect(readDebtMicros({ debtMicros: -1 })).toBe(0);
  expect(readDebtMicros({ balance: 3 })).toBe(0);
  expect(readDebtMicros(undefined)).toBe(0);
});
