import { expect, test } from 'vitest';
import { fallbackTerms, tokensTaken } from './terms.ts';

const metrics = { poolCents: 5_000_000, circulating: 100_000, issuedToUsers: 0 };
const figures = { isKnown: true, earnedDays: [], earnedCredits: 400, tokenQty: 80, metrics };

test('[R-CSH-09] without a quote the total earned is available: 10% of the credits', () => {
  expect(fallbackTerms(figures)).toMatchObject({
    availableCents: { credits: 4_000, tokens: 4_000 },
    pending: [],
  });
});

test('[R-CSH-09] without a quote, earlier payouts are subtracted from what was earned', () => {
  const earnedDays = [
    { date: '2026-11-01', totalMicros: 30_000_000, spentMicros: 10_000_000 },
    { date: '2026-11-20', totalMicros: 5_000_000, spentMicros: 0 },
  ];
  expect(fallbackTerms({ ...figures, earnedDays }).availableCents.credits).toBe(2_500);
});

test('[R-CSH-06] tokens are worth quantity × value, rounded to cents; an amount takes whole tokens', () => {
  const third = { ...metrics, poolCents: 3_333_333 };
  const terms = fallbackTerms({ ...figures, tokenQty: 7, metrics: third });
  expect(terms.availableCents.tokens).toBe(233);
  expect(tokensTaken(2_501, 80, metrics)).toBe(51);
  expect(tokensTaken(2_501, 80, undefined)).toBeUndefined();
});
