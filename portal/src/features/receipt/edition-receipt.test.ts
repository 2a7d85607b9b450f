import { expect, test } from 'vitest';
import { editionReceipt } from './edition-receipt.ts';

const purchase = {
  kind: 'edition-bought' as const,
  at: 1,
  datId: 'blue',
  edition: 3,
  priceCents: 1_000,
  tokens: 20,
};

test.each([
  ['vera', '@vera, on datchain'],
  ['', 'Unnamed, on datchain'],
  [null, '–'],
])('[N-MON-08] the receipt of a purchase from %j says %s', (seller, text) => {
  const known = { entryId: 'edition-sale:blue:3:1', purchase, dat: undefined, seller };
  const receipt = editionReceipt({ ...known, buyer: 'bo@dats.test', origin: 'https://x.test' });
  expect(receipt.seller).toBe(text);
});

test.each([
  [{}, '20 utility tokens, at face value'],
  [{ changeSpentMicros: 220_000 }, '20 utility tokens, at face value, and $0.22 of change'],
  [
    { changeSpentMicros: 220_000, changeLeftMicros: 80_000 },
    '20 utility tokens, at face value, and $0.22 of change; $0.08 of the last token stayed as change',
  ],
  [{ tokens: 0, changeSpentMicros: 10_000_000 }, '$10.00 of change'],
])('the receipt of a payment by %j says %s', (paid, text) => {
  const known = { entryId: 'edition-sale:blue:3:1', dat: undefined, seller: null, buyer: 'bo' };
  const bought = { ...known, purchase: { ...purchase, ...paid }, origin: 'https://x.test' };
  expect(editionReceipt(bought).paidWith).toBe(text);
});
