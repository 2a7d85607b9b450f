import { lackingEach } from '@datchain/testing/pure/lacking.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { shelfSchema } from './shelf-schema.ts';

const claim = {
  streams: 5,
  said: [{ at: 10, file: '0123abcd', line: 2 }],
  lines: 3,
  complete: true,
  settled: false,
};
const days = { distributor: { '2026-11-20': { DE: [claim, { ...claim, downloads: 2 }] } } };
const shelf = { platform: 'spotify', month: '2026-11', days, months: {}, periods: {} };

const withClaim = (one: object) => ({
  ...shelf,
  days: { distributor: { '2026-11-20': { DE: [one] } } },
});

test('a stored shelf of stream figures is read', () => {
  expect(v.parse(shelfSchema, shelf)).toEqual(shelf);
});

test.each([
  ...lackingEach(shelf),
  ...lackingEach(claim).map(
    ([field, less]) => [`the ${field} of a claim`, withClaim(less)] as const,
  ),
])('a shelf without %s is refused', (_what, less) => {
  expect(v.is(shelfSchema, less)).toBe(false);
});

test.each([
  ['an unknown platform', { ...shelf, platform: 'deezer' }],
  ['half a stream', withClaim({ ...claim, streams: 0.5 })],
  ['downloads stored as text', withClaim({ ...claim, downloads: '2' })],
])('a shelf with %s is refused', (_what, wrong) => {
  expect(v.is(shelfSchema, wrong)).toBe(false);
});
