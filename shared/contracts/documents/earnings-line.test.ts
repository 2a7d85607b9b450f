import { expect, test } from 'vitest';
import {
  earningsLineId,
  readEarningsLines,
  subjectOf,
  sumsOf,
  toEarningsLine,
} from './earnings-line.ts';
import type { Movement } from './movement.ts';

const at = Date.UTC(2026, 10, 20, 10, 42);
const month = '2026-11';
const edition = { at, datId: 'blue', edition: 3, priceCents: 7_200 };
const streams = { at, datId: 'blue', platform: 'spotify', date: '2026-11-18' };
const known = { streams: 12_000, streamMicros: 4_000, sharePpm: 25_000 };
const sold = { ...edition, kind: 'edition-sold' } as const;
const share = { datId: 'blue', edition: 3, priceCents: 7_200 };

test.each([
  [
    { kind: 'stream-earnings', ...streams, ...known, earnedMicros: 60_000 },
    {
      month,
      kind: 'streams',
      datId: 'blue',
      platform: 'spotify',
      streamMicros: 4_000,
      sharePpm: 25_000,
      count: 12_000,
      micros: 60_000,
    },
    '2026-11~streams~blue~spotify~25000~4000',
  ],
  [
    { kind: 'stream-earnings', ...streams, earnedMicros: 60_000 },
    { month, kind: 'streams', datId: 'blue', platform: 'spotify', count: 0, micros: 60_000 },
    '2026-11~streams~blue~spotify',
  ],
  [
    {
      kind: 'stream-correction',
      ...streams,
      ...known,
      streams: -4_000,
      earnedMicros: -20_000,
      debtMicros: 0,
    },
    {
      month,
      kind: 'correction',
      datId: 'blue',
      platform: 'spotify',
      date: '2026-11-18',
      count: -4_000,
      micros: -20_000,
    },
    '2026-11~correction~blue~2026-11-18~spotify',
  ],
  [
    { ...sold, earnedMicros: 54_000_000, isResale: true },
    { month, kind: 'resale', ...share, sharePpm: 750_000, count: 1, micros: 54_000_000 },
    '2026-11~resale~blue~3~7200~750000',
  ],
  [
    { ...sold, isResale: false, earnedMicros: 57_600_000 },
    { month, kind: 'first-sale', ...share, sharePpm: 800_000, count: 1, micros: 57_600_000 },
    '2026-11~first-sale~blue~3~7200~800000',
  ],
  [
    { ...sold, isResale: true, priceCents: 3_333, earnedMicros: 28_330_000 },
    {
      month,
      kind: 'resale',
      ...share,
      priceCents: 3_333,
      sharePpm: 850_000,
      count: 1,
      micros: 28_330_000,
    },
    '2026-11~resale~blue~3~3333~850000',
  ],
  [
    { ...sold, isResale: true, priceCents: 3_333, earnedMicros: 25_000_000 },
    {
      month,
      kind: 'resale',
      ...share,
      priceCents: 3_333,
      sharePpm: 750_000,
      count: 1,
      micros: 25_000_000,
    },
    '2026-11~resale~blue~3~3333~750000',
  ],
  [
    { ...edition, kind: 'royalty', earnedMicros: 7_200_000 },
    { month, kind: 'royalty', ...share, sharePpm: 100_000, count: 1, micros: 7_200_000 },
    '2026-11~royalty~blue~3~7200~100000',
  ],
  [
    { ...edition, kind: 'edition-bought', tokens: 1, earnedMicros: 7_200_000 },
    { month, kind: 'royalty', ...share, sharePpm: 100_000, count: 1, micros: 7_200_000 },
    '2026-11~royalty~blue~3~7200~100000',
  ],
  [
    {
      kind: 'tokens-sold',
      at,
      blockId: '60',
      priceCents: 60,
      qty: 30,
      grossMicros: 18_000_000,
      earnedMicros: 17_100_000,
    },
    {
      month,
      kind: 'tokens',
      blockId: '60',
      priceCents: 60,
      sharePpm: 950_000,
      count: 30,
      micros: 17_100_000,
    },
    '2026-11~tokens~60~60~950000',
  ],
  [
    {
      kind: 'tokens-bought',
      at,
      orderId: 'o',
      blockId: '60',
      priceCents: 60,
      qty: 40,
      totalCents: 2_400,
      earnedMicros: 17_100_000,
      ownQty: 30,
    },
    {
      month,
      kind: 'tokens',
      blockId: '60',
      priceCents: 60,
      sharePpm: 950_000,
      count: 30,
      micros: 17_100_000,
    },
    '2026-11~tokens~60~60~950000',
  ],
  [
    { kind: 'earned-before', at, earnedMicros: 5, datId: 'blue' },
    { month, kind: 'before', datId: 'blue', count: 0, micros: 5 },
    '2026-11~before~blue',
  ],
] as const satisfies readonly (readonly [Movement, object, string])[])(
  '[N-EXP-03] the movement %j becomes a line of the statement',
  (movement, line, id) => {
    const made = toEarningsLine(movement);
    expect(made).toEqual(line);
    if (!made) throw new Error('no line');
    expect(earningsLineId(made)).toBe(id);
    expect(readEarningsLines([{ ...subjectOf(made), ...sumsOf(made) }])).toEqual([made]);
  },
);

test.each([
  { ...edition, kind: 'edition-bought', tokens: 240 },
  { kind: 'tokens-listed', at, listingId: 'l', blockId: '60', qty: 1 },
  { ...sold, isResale: true, earnedMicros: 0 },
] as const satisfies readonly Movement[])(
  'the movement %j adds no line to the statement',
  (movement) => {
    expect(toEarningsLine(movement)).toBeUndefined();
  },
);

test('malformed statement lines are left out', () => {
  const line = { month, kind: 'before', count: 0, micros: 5 };
  expect(
    readEarningsLines([null, 'x', {}, { ...line, month: 'then' }, { ...line, micros: 0.5 }, line]),
  ).toEqual([line]);
  expect(readEarningsLines(undefined)).toEqual([]);
});
