import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountText, keepAmount, readAmount, readQuantity } from './typed-amount.ts';

const read = (text: string) => {
  const found = readAmount(text);
  return typeof found === 'number' ? found : found.fault;
};

test.each([
  ['25', 2_500],
  ['25.50', 2_550],
  ['25,50', 2_550],
  ['25,5', 2_550],
  ['25.', 2_500],
  ['25,-', 2_500],
  ['.5', 50],
  [',05', 5],
  ['0,36', 36],
  ['007', 700],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1 234,56', 123_456],
  ['1\u202f234,56', 123_456],
  ['1\u00a0234.5', 123_450],
  ["1'234.50", 123_450],
  ['1’234', 123_400],
  ['1 234', 123_400],
  ['1234.56', 123_456],
  ['1,234,567', 123_456_700],
  ['1.234.567,8', 123_456_780],
  ['12,34,567.89', 123_456_789],
  ['1,234.', 123_400],
  ['$25.50', 2_550],
  ['25,50 €', 2_550],
  ['US$ 1.234,56', 123_456],
  ['Rs.50', 5_000],
  ['25.50 USD', 2_550],
  ['٢٥٫٥٠', 2_550],
  ['۱٬۲۳۴٫۵۶', 123_456],
  ['१,२३४.५०', 123_450],
  ['２５．５０', 2_550],
  ['２５。５０', 2_550],
  ['𝟐𝟓.𝟓𝟎', 2_550],
  ['\u200f٢٥٫٥\u200f US$', 2_550],
])('[N-INP-07] %j is read as %i cents', (text, cents) => {
  expect(read(text)).toBe(cents);
});

test.each([
  ['', 'empty'],
  ['abc', 'empty'],
  ['  ', 'empty'],
  ['.', 'unreadable'],
  ['25,50,5', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['25 50', 'unreadable'],
  ['25$50', 'unreadable'],
  ['25-50', 'unreadable'],
  ["25'50", 'unreadable'],
  ['1,234.567.8', 'unreadable'],
  ['1.234,567', 'fraction'],
  ['25·50', 'unreadable'],
  // Urdu and N'Ko use the Arabic comma: one for decimals, the other for thousands.
  ['١,٢٣٤،٥٦٧', 'fraction'],
  ['١،٢٣٤', 'ambiguous'],
  ['0.365', 'fraction'],
  ['25.9999', 'fraction'],
  ['1234,567', 'fraction'],
  ['1,234', 'ambiguous'],
  ['25.999', 'ambiguous'],
  ['١٬٢٣٤٫٥٦٧', 'fraction'],
])('[N-INP-07] %j is refused as %s', (text, fault) => {
  expect(read(text)).toBe(fault);
});

test('[N-INP-07] an ambiguous amount is refused in a sentence that names both readings', () => {
  expect(readAmount('1,234')).toEqual({
    fault: 'ambiguous',
    sentence: '“1,234” can mean $1,234.00 or $1.234. Write 1234 or 1.23.',
  });
});

test.each([
  ['', ''],
  ['25', '25'],
  ['-30', '30'],
  ['1e2', '12'],
  ['$2a5', '25'],
  ['007', '7'],
  ['0', '0'],
  ['00.5', '0.5'],
  ['.5', '.5'],
  ['25.', '25.'],
  ['1 ', '1 '],
  ['25,a', '25,'],
  ['25,50 €', '25,50 '],
  ['٢٥٫٥٠', '25٫50'],
  ['25-50', '25-50'],
])('[R-CSH-03] a field given %j keeps %j', (typed, kept) => {
  expect(keepAmount(typed)).toBe(kept);
});

test.each([
  ['28', 28],
  [' 28 ', 28],
  ['0', 0],
  ['1,000', 1_000],
  ['1.000', 1_000],
  ['12 345', 12_345],
  ["1'234'567", 1_234_567],
  ['٢٨', 28],
  ['２８', 28],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['1,5', Number.NaN],
  ['25,50', Number.NaN],
  ['10.00', Number.NaN],
  ['1e3', Number.NaN],
  ['-4', Number.NaN],
  ['ten', Number.NaN],
  ['0x10', Number.NaN],
  ['28 tokens', Number.NaN],
])('[N-INP-07] a quantity of %j is read as %d', (text, expected) => {
  expect(readQuantity(text)).toBe(expected);
});

describe('amounts in every usual style', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const languages = Intl.NumberFormat.supportedLocalesOf(
    letters.flatMap((a) => letters.flatMap((b) => [a + b, ...letters.map((c) => a + b + c)])),
  );
  const regions = ['de-AT', 'de-CH', 'en-IN', 'en-ZA', 'es-MX', 'fr-CH', 'pt-CV', 'ar-EG', 'fa-AF'];
  const scripts = Intl.supportedValuesOf('numberingSystem');

  const styles = fc.record({
    locale: fc.constantFrom(...languages, ...regions),
    script: fc.option(fc.constantFrom(...scripts), { nil: undefined }),
    style: fc.constantFrom<Intl.NumberFormatOptions>(
      { minimumFractionDigits: 2 },
      { minimumFractionDigits: 0, maximumFractionDigits: 2 },
      { minimumFractionDigits: 3 },
      { maximumFractionDigits: 2, useGrouping: false },
      { style: 'currency', currency: 'USD' },
      { style: 'currency', currency: 'USD', currencyDisplay: 'code' },
      { style: 'currency', currency: 'USD', currencyDisplay: 'name' },
      { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    ),
  });
  const cents = fc.oneof(
    fc.integer({ min: 0, max: 200_000 }),
    fc.integer({ min: 0, max: 100_000_000_000 }),
    fc.integer({ min: 0, max: 1_000_000 }).map((usd) => usd * 100),
  );

  test('[N-INP-07] an amount in any style is read as that amount or refused, never as another one', () => {
    let understood = 0;
    const { numRuns, ...rest } = tries(2_000, 40_000);
    fc.assert(
      fc.property(cents, styles, (amount, { locale, script, style }) => {
        const name = script ? `${locale}-u-nu-${script}` : locale;
        const text = new Intl.NumberFormat(name, style).format(amount / 100);
        const found = readAmount(text);
        if (typeof found === 'number') {
          expect(found, `${name}: ${text}`).toBe(amount);
          understood += 1;
        } else {
          expect(found.sentence).not.toBe('');
        }
        expect(readAmount(keepAmount(text)), `what a field keeps of ${text}`).toEqual(found);
      }),
      { numRuns, ...rest },
    );
    expect(understood).toBeGreaterThan(numRuns / 2);
  });

  test('[N-INP-07] digits of every script are read', () => {
    const unread = scripts.filter((script) => {
      const digits = new Intl.NumberFormat(`en-u-nu-${script}`, { useGrouping: false });
      return readQuantity(digits.format(1_234_567_890)) !== 1_234_567_890;
    });
    // Unicode does not count numerals written as words as digits.
    expect(unread).toEqual(['hanidec']);
  });

  test('[N-INP-07] text that the field has cleaned stays unchanged, and means the same amount', () => {
    const noise = fc.string({ unit: fc.constantFrom(..."0123456789.,' $€-a٢٫٬２\u202e") });
    fc.assert(
      fc.property(noise, (text) => {
        const kept = keepAmount(text);
        expect(keepAmount(kept)).toBe(kept);
        expect(readAmount(kept)).toEqual(readAmount(text));
      }),
      tries(1_000, 20_000),
    );
  });

  test('an amount that the field filled in reads as the same amount', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(readAmount(amountText(amount))).toBe(amount);
      }),
      tries(),
    );
  });
});
