import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { expect, test } from 'vitest';
import { cardFailure, sheetWords, tokensFailure } from './sheet-words.ts';

const none: EditionQuote = {
  priceCents: 2_500,
  blockedBy: null,
  held: { tokens: 0, micros: 0, changeMicros: 0 },
  card: { blockId: '36', tokenCents: 36, needed: 70, qty: 70, totalCents: 2_520 },
  spent: { tokens: 70, changeMicros: 0 },
  left: { tokens: 0, micros: 0, changeMicros: 200_000 },
};

const lines = (quote: EditionQuote) =>
  sheetWords(quote).facts.map(({ label, value }) => `${label}: ${value}`);

test('[N-BUY-05] without tokens the sheet says the price, and what the card pays', () => {
  expect(lines(none)).toEqual([
    'Price: $25.00',
    'From your wallet: $0.00',
    'Still missing: $25.00',
    'You pay now: $25.20',
  ]);
  expect(sheetWords(none)).toMatchObject({
    text: '$0.20 stays in your wallet.',
    arithmetic:
      '70 tokens at $0.36 count for $25.20. The edition costs $25.00. $0.20 stays in your wallet. Tokens count for what they first cost, the oldest first.',
    pay: 'Pay $25.20 by card',
  });
});

test('[N-BUY-05] [N-FST-03] with some tokens the card pays what is missing, in four lines', () => {
  const some: EditionQuote = {
    ...none,
    held: { tokens: 20, micros: 7_200_000, changeMicros: 0 },
    card: { blockId: '36', tokenCents: 36, needed: 50, qty: 50, totalCents: 1_800 },
  };
  expect(lines(some)).toEqual([
    'Price: $25.00',
    'From your wallet: −$7.20',
    'Still missing: $17.80',
    'You pay now: $18.00',
  ]);
  expect(sheetWords(some)).toMatchObject({
    text: '$0.20 stays in your wallet.',
    arithmetic:
      'Your wallet counts for $7.20 (20 tokens). 50 tokens at $0.36 count for $18.00. Together that is $25.20. The edition costs $25.00. $0.20 stays in your wallet. Tokens count for what they first cost, the oldest first.',
  });
});

test('[N-BUY-05] [N-FST-03] the sheet names the smallest card payment, and what is left of it', () => {
  const little: EditionQuote = {
    ...none,
    priceCents: 1_000,
    held: { tokens: 20, micros: 7_200_000, changeMicros: 80_000 },
    card: { blockId: '36', tokenCents: 36, needed: 8, qty: 28, totalCents: 1_008 },
    left: { tokens: 20, micros: 7_200_000, changeMicros: 160_000 },
  };
  expect(lines(little)).toEqual([
    'Price: $10.00',
    'From your wallet: −$7.28',
    'Still missing: $2.72',
    'You pay now: $10.08',
  ]);
  expect(sheetWords(little)).toMatchObject({
    text: 'Card payments start at $10.00, so you pay $10.08. $7.36 stays in your wallet.',
    arithmetic:
      'Your wallet counts for $7.28 (20 tokens). 28 tokens at $0.36 count for $10.08. Together that is $17.36. The edition costs $10.00. $7.36 (20 tokens) stays in your wallet. Tokens count for what they first cost, the oldest first.',
  });
});

test('tokens bought from sellers count for what they buy, not for their price', () => {
  const dear: EditionQuote = {
    ...none,
    card: { blockId: '36', tokenCents: 36, needed: 60, qty: 60, totalCents: 2_160 },
    left: { tokens: 0, micros: 0, changeMicros: 1_000_000 },
  };
  expect(sheetWords(dear).arithmetic).toMatch(/^60 tokens at \$0\.36 count for \$26\.00\./);
});

test('[N-FST-03] with enough tokens the wallet pays the whole price, and the card nothing', () => {
  const enough: EditionQuote = {
    ...none,
    held: { tokens: 1_624, micros: 601_640_000, changeMicros: 300_000 },
    card: null,
    spent: { tokens: 69, changeMicros: 300_000 },
    left: { tokens: 1_555, micros: 576_940_000, changeMicros: 0 },
  };
  expect(lines(enough)).toEqual([
    'Price: $25.00',
    'Left in your wallet: $576.94',
    'You pay from your wallet (69 tokens): $25.00',
  ]);
  expect(sheetWords(enough)).toMatchObject({
    text: 'Nothing is charged to your card. What is left over stays in your wallet.',
    pay: 'Buy for $25.00 from your wallet',
  });
});

test('a payment that cannot start says first that the card was not charged', () => {
  expect(cardFailure('Purchase failed', true)).toBe('Your card was not charged. Purchase failed');
  expect(cardFailure('Purchase failed', false)).toBe(
    'Your card was not charged. You are offline, so nothing was sent. Try again when you are back.',
  );
});

test('a failed purchase with tokens says, when offline, that nothing was charged', () => {
  expect(tokensFailure('Purchase failed', true)).toBe('Purchase failed');
  expect(tokensFailure('Purchase failed', false)).toMatch(
    /^Purchase failed\. .*nothing was charged\./,
  );
});
