import { checkPayout, payoutSentences } from '@datchain/shared/domain/payout.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test } from 'vitest';
import { amountOf, amountText, typedAmount } from './amount.ts';

test.each([
  ['', ''],
  ['25', '25'],
  ['$1,0a0', '100'],
  ['-30', '30'],
  ['1e2', '12'],
  ['007', '7'],
  ['0', '0'],
  ['00.5', '0.5'],
  ['.5', '.5'],
  ['25.', '25.'],
  ['25.999', '25.99'],
  ['2.5.5', '2.55'],
  ['182.40', '182.40'],
  ['182.41', '182.40'],
  ['99999999999999999999', '182.40'],
])('[R-CSH-03] %j typed with $182.40 available becomes %j', (typed, kept) => {
  expect(typedAmount(typed, 18_240)).toBe(kept);
});

test.each([
  ['', payoutSentences.invalid],
  ['.', payoutSentences.invalid],
  ['24.99', payoutSentences.tooSmall],
  ['182.40', undefined],
])('[R-CSH-04] %j is judged by the rule the server uses', (text, message) => {
  const checked = checkPayout(amountOf(text), 18_240);
  expect(isRefusal(checked) ? checked.message : undefined).toBe(message);
});

test.each([1, 29, 2_910, 18_240, 123_456_789])(
  'Max of %j cents is the same cents again',
  (cents) => {
    expect(checkPayout(amountOf(amountText(cents + 2_500)), cents + 2_500)).toBe(cents + 2_500);
  },
);
