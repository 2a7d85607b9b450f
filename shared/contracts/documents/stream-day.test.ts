import { expect, test } from 'vitest';
import { addToStatement, readEarningsLines, toEarningsLine } from './earnings-line.ts';
import { readMovements } from './movement.ts';

const at = Date.parse('2026-11-20T08:00:00Z');
const share = { datId: 'blue', streams: 100, streamMicros: 4_000, sharePpm: 25_000 };
const day = {
  kind: 'stream-correction',
  at,
  date: '2026-11-18',
  earnedMicros: 400,
  debtMicros: 30,
  shares: [
    { ...share, platform: 'spotify', revision: 0, earnedMicros: 500 },
    {
      ...share,
      platform: 'apple_music',
      revision: 2,
      streams: -5,
      earnedMicros: -100,
      debtMicros: 30,
    },
  ],
};

test('[N-JOB-03] a stored day of streams is read as a movement for each work and platform', () => {
  const { streams: _, ...rest } = share;
  expect(readMovements([{ id: 'streams:bo:2026-11-18:1', data: day }])).toEqual([
    {
      ...rest,
      kind: 'stream-earnings',
      at,
      date: '2026-11-18',
      platform: 'spotify',
      streams: 100,
      earnedMicros: 500,
      entryId: 'stream:blue:spotify:2026-11-18:0',
    },
    {
      ...rest,
      kind: 'stream-correction',
      at,
      date: '2026-11-18',
      platform: 'apple_music',
      streams: -5,
      earnedMicros: -100,
      debtMicros: 30,
      entryId: 'stream:blue:apple_music:2026-11-18:2',
    },
  ]);
});

test('[N-JOB-03] a page of a statement is read as its lines, and grows by lines with the same subject', () => {
  const lines = readMovements([{ id: 'a', data: day }]).flatMap((one) => toEarningsLine(one) ?? []);
  const once = addToStatement(undefined, '2026-11', lines);
  const twice = addToStatement(once, '2026-11', lines);
  const { streams: _, ...rest } = share;
  const line = { ...rest, kind: 'streams', month: '2026-11', platform: 'spotify' };
  expect(readEarningsLines([once])).toEqual([{ ...line, count: 100, micros: 500 }]);
  expect(readEarningsLines([twice])).toEqual([{ ...line, count: 200, micros: 1_000 }]);
});
