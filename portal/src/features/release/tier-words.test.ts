import { expect, test } from 'vitest';
import { tierIncome, tierTerms } from './tier-words.ts';

test('a tier names its income from a first sale, from all of them and from a resale', () => {
  expect(tierIncome('Silver')).toBe(
    'The price of each of the 20 editions. At $25.00 you get $20.00 of each first sale, ' +
      '$400.00 for all 20, and 10% of every resale. It cannot be changed later.',
  );
  expect(tierIncome('Platinum')).toContain('$80.00 of each first sale, $1,600.00 for all 20');
});

test('[N-FIG-04] a tier says how many editions it makes, their price, their share and who pays it', () => {
  expect(tierTerms('Gold')).toBe(
    '20 editions at $50.00. Each gets 2.5% of the 5% paid on streams: datchain pays it; the artist gives up nothing.',
  );
});
