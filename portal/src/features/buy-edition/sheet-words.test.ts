import type { EditionQuote } from '@datchain/shared/contracts/calls.ts';
import { expect, test } from 'vitest';
import { cardFailure, sheetWords, tokensFailure } from './sheet-words.ts';

/** An edition at $25.00 for someone without tokens, as the server quotes it at 36 cents a token. */
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

test('[N-BUY-05] without tokens: the price, the tokens it takes, what is held, and what the card pays', () => {
  expect(lines(none)).toEqual([
    'Price: $25.00',
    'That is: 70 tokens at $0.36',
    'You hold: 0 tokens',
    'You pay by card: $25.20',
  ]);
  expect(sheetWords(none)).toMatchObject({
    text: '70 tokens are worth $25.20. The edition costs $25.00, and $0.20 stays in your wallet.',
    pay: 'Pay $25.20 by card',
  });
});

test('[N-BUY-05] with some tokens the card pays what is missing', () => {
  const some: EditionQuote = {
    ...none,
    held: { tokens: 20, micros: 7_200_000, changeMicros: 0 },
    card: { blockId: '36', tokenCents: 36, needed: 50, qty: 50, totalCents: 1_800 },
  };
  expect(lines(some)).toEqual([
    'Price: $25.00',
    'That is: 70 tokens at $0.36',
    'You hold: 20 tokens, $7.20',
    'You need: 50 more, at $0.36',
    'You pay by card: $18.00',
  ]);
  expect(sheetWords(some).text).toBe(
    'Your tokens are spent too: $7.20 and $18.00 make $25.20. The edition costs $25.00, and $0.20 stays in your wallet. Tokens count at their value when issued, oldest first.',
  );
});

test('[N-BUY-05] the smallest card payment is said before, with what stays of it', () => {
  const little: EditionQuote = {
    ...none,
    held: { tokens: 60, micros: 21_600_000, changeMicros: 0 },
    card: { blockId: '36', tokenCents: 36, needed: 10, qty: 28, totalCents: 1_008 },
    left: { tokens: 18, micros: 6_680_000, changeMicros: 0 },
  };
  expect(lines(little).slice(3)).toEqual([
    'You need: 10 more, at $0.36',
    'Smallest card payment: 28 tokens, $10.08',
    'You pay by card: $10.08',
  ]);
  expect(sheetWords(little).text).toBe(
    'Your tokens are spent too: $21.60 and $10.08 make $31.68. The edition costs $25.00, and 18 tokens, worth $6.68, stay in your wallet. Tokens count at their value when issued, oldest first.',
  );
});

test('tokens of sellers count at what they are worth', () => {
  const dear: EditionQuote = {
    ...none,
    card: { blockId: '36', tokenCents: 36, needed: 60, qty: 60, totalCents: 2_160 },
    left: { tokens: 0, micros: 0, changeMicros: 1_000_000 },
  };
  expect(sheetWords(dear).text).toMatch(/^60 tokens are worth \$26\.00\./);
});

test('with enough tokens nothing goes to the card', () => {
  const enough: EditionQuote = {
    ...none,
    held: { tokens: 1_624, micros: 601_640_000, changeMicros: 300_000 },
    card: null,
    spent: { tokens: 69, changeMicros: 300_000 },
    left: { tokens: 1_555, micros: 576_940_000, changeMicros: 0 },
  };
  expect(lines(enough)).toEqual([
    'Price: $25.00',
    'You hold: 1,624 tokens, $601.64',
    'Your change: $0.30',
    'You keep: 1,555 tokens, $576.94',
    'You pay: 69 tokens + $0.30 of change',
  ]);
  expect(sheetWords(enough)).toMatchObject({
    text: 'Nothing is charged to your card. Tokens count at their value when issued, oldest first. Any value beyond the price stays with the tokens you keep.',
    pay: 'Buy for 69 tokens + $0.30 of change',
  });
});

test('a payment that could not be begun says first that the card was not charged', () => {
  expect(cardFailure('Purchase failed', true)).toBe('Your card was not charged. Purchase failed');
  expect(cardFailure('Purchase failed', false)).toBe(
    'Your card was not charged. You are offline, so nothing was sent. Try again when you are back.',
  );
});

test('tokens that could not be spent say offline that nothing was sent', () => {
  expect(tokensFailure('Purchase failed', true)).toBe('Purchase failed');
  expect(tokensFailure('Purchase failed', false)).toMatch(
    /^Purchase failed\. .*nothing was charged\./,
  );
});
