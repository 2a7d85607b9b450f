import { expect, test } from 'vitest';
import { editionReceipt } from './edition-receipt.ts';

const purchase = {
  ...{ kind: 'edition-bought' as const, at: 1, datId: 'blue', edition: 3 },
  ...{ priceCents: 1_000, tokens: 20 },
};

test.each([
  ['vera', '@vera, on datchain'],
  ['', 'Unnamed, on datchain'],
  [null, '–'],
])('[N-MON-08] bought of %j, the receipt says %s', (seller, text) => {
  const known = { entryId: 'edition-sale:blue:3:1', purchase, dat: undefined, seller };
  const receipt = editionReceipt({ ...known, buyer: 'bo@dats.test', origin: 'https://x.test' });
  expect(receipt.seller).toBe(text);
});
