import { lackingEach } from '@datchain/testing/pure/lacking.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { monthRecordSchema } from './month-record-schema.ts';

const claim = {
  streams: 5,
  said: [{ at: 10, file: '0123abcd', line: 2 }],
  lines: 3,
  complete: true,
  final: false,
};
const days = { distributor: { '2026-11-20': { DE: [claim, { ...claim, downloads: 2 }] } } };
const record = { platform: 'spotify', month: '2026-11', days, months: {}, periods: {} };

const withClaim = (one: object) => ({
  ...record,
  days: { distributor: { '2026-11-20': { DE: [one] } } },
});

test('a stored month record is read', () => {
  expect(v.parse(monthRecordSchema, record)).toEqual(record);
});

test.each([
  ...lackingEach(record),
  ...lackingEach(claim).map(
    ([field, less]) => [`the ${field} of a claim`, withClaim(less)] as const,
  ),
])('a month record without %s is refused', (_what, less) => {
  expect(v.is(monthRecordSchema, less)).toBe(false);
});

test.each([
  ['an unknown platform', { ...record, platform: 'deezer' }],
  ['half a stream', withClaim({ ...claim, streams: 0.5 })],
  ['downloads stored as text', withClaim({ ...claim, downloads: '2' })],
])('a month record with %s is refused', (_what, wrong) => {
  expect(v.is(monthRecordSchema, wrong)).toBe(false);
});
