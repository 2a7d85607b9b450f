import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import type { Edition } from '@datchain/shared/domain/dats.ts';
import { expect, test } from 'vitest';
import { readLogLines } from '../../lib/data/public-log.ts';
import {
  broughtByWork,
  editionsOfShare,
  lineSum,
  lineWords,
  makeStatement,
  periodName,
  sharesText,
  statementMicros,
} from '../../lib/statement/statement.ts';
import { statementCsv } from '../../lib/statement/statement-csv.ts';
import { heldText, logLines, logNumbers } from './log-lines.ts';

const month = '2026-11';
const bus = { month, datId: 'bus', kind: 'streams' as const };
const spotify: EarningsLine = {
  ...bus,
  platform: 'spotify',
  streamMicros: 4_000,
  sharePpm: 50_000,
  count: 38_450,
  micros: 384_498,
};
const apple: EarningsLine = {
  ...bus,
  platform: 'apple_music',
  streamMicros: 7_000,
  sharePpm: 50_000,
  count: 9_320,
  micros: 163_099,
};
const old: EarningsLine = { ...bus, datId: 'old', platform: 'tidal', count: 0, micros: 1_700 };
const marble = { month, datId: 'marble', edition: 15, priceCents: 18_000 };
const resale: EarningsLine = {
  ...{ ...marble, kind: 'resale', sharePpm: 750_000, count: 1, micros: 135_000_000 },
};
const royalty: EarningsLine = {
  ...{ ...marble, kind: 'royalty', sharePpm: 100_000, count: 2, micros: 36_000_000 },
};
const tokens: EarningsLine = {
  month,
  kind: 'tokens',
  blockId: '60',
  priceCents: 60,
  sharePpm: 950_000,
  count: 30,
  micros: 17_100_000,
};
const correction: EarningsLine = {
  month,
  kind: 'correction',
  datId: 'bus',
  platform: 'spotify',
  date: '2026-11-12',
  count: -400,
  micros: -4_000,
};
const before: EarningsLine = { month: '2026-09', kind: 'before', count: 0, micros: 2_500_000 };
const lines = [before, spotify, apple, old, resale, royalty, tokens, correction];
const songOf = (datId: string) => (datId === 'bus' ? '=Night Bus' : datId);

test('[N-EXP-03] a statement is by month, newest first, and by work; lines add up to months, and months to all', () => {
  const months = makeStatement(lines);
  expect(months.map(({ month: name }) => periodName(name))).toEqual([
    'November 2026',
    'September 2026',
  ]);
  const [november] = months;
  expect(november?.works.map(({ datId }) => datId)).toEqual(['bus', 'old']);
  expect(november?.others.map(({ title }) => title)).toEqual([
    'Editions you sold',
    'Royalties on resales',
    'Tokens you sold',
    'Corrections of streams',
  ]);
  const all = lines.reduce((sum, { micros }) => sum + micros, 0);
  expect(statementMicros(months)).toBe(all);
  for (const { works, others, micros } of months) {
    const leaves = [...works, ...others].flatMap((part) => part.lines);
    expect(leaves.reduce((sum, line) => sum + line.micros, 0)).toBe(micros);
  }
});

test.each([
  [spotify, 'Spotify, $0.004 a stream', '38,450 × $0.004 × 5% × 5%'],
  [old, 'tidal', ''],
  [resale, 'marble #15', '75% of $180.00'],
  [royalty, 'marble #15', '10% of $180.00, 2 times'],
  [tokens, '30 tokens of Link 60', '95% of $18.00'],
  [correction, 'Correction of 12 Nov 2026, Spotify recounted: =Night Bus', '−400 streams'],
  [before, 'Earned before the books began', ''],
])('[N-EXP-03] line %j shows how its amount is computed', (line, words, sum) => {
  expect(lineWords(line, songOf)).toBe(words);
  expect(lineSum(line)).toBe(sum);
});

test('[N-EXP-03] a work shows each share when its editions grew in number within a month', () => {
  const [november] = makeStatement([spotify, { ...apple, sharePpm: 25_000 }]);
  const [night] = november?.works ?? [];
  if (!night) throw new Error('no work');
  const shares = broughtByWork(night)?.sharesPpm ?? [];
  expect(sharesText(shares)).toBe('5% + 2.5%');
});

test('[N-EXP-03] a work sums what all of its platforms earned, and lists its shares', () => {
  const [november] = makeStatement([spotify, apple, old]);
  const [night, tidal] = november?.works ?? [];
  if (!night || !tidal) throw new Error('no works');
  expect(broughtByWork(night)).toEqual({
    count: 47_770,
    grossMicros: 219_040_000,
    sharedMicros: 10_952_000,
    sharesPpm: [50_000],
  });
  // This line was stored without the parts of its sum.
  expect(broughtByWork(tidal)).toBeUndefined();
});

test('[N-EXP-03] the table has an exact row for each line, and no text is a formula', () => {
  const rows = statementCsv(lines, songOf).trimEnd().split('\r\n');
  expect(rows).toHaveLength(1 + lines.length);
  expect(rows[1]).toBe('2026-09,before,,,,,,,,,,,2.50');
  expect(rows[2]).toBe(
    `2026-11,streams,'=Night Bus,bus,,spotify,,38450,0.004,5,5,"38,450 × $0.004 × 5% × 5%",0.384498`,
  );
  expect(rows[5]).toBe('2026-11,resale,marble,marble,15,,,1,180.00,,75,75% of $180.00,135.00');
  const dollars = rows.slice(1).map((row) => Number(row.slice(row.lastIndexOf(',') + 1)));
  const micros = dollars.reduce((sum, each) => sum + Math.round(each * 1_000_000), 0);
  expect(micros).toBe(lines.reduce((sum, line) => sum + line.micros, 0));
});

test('[N-EXP-03] a line leads to its lines of the public log: the days whose streams it counts', () => {
  const row = (seq: number, over: object) =>
    JSON.stringify({ seq, at: '2026-11-14T06:00:00.000Z', datId: 'bus', ...over });
  const day = (seq: number, date: string, sharedMicros: number, platform = 'spotify') =>
    row(seq, { kind: 'streams', platform, day: date, sharedMicros });
  const log = readLogLines(
    [
      day(5, '2026-11-10', 1_000_000),
      day(9, '2026-11-12', 5_690_000),
      day(7, '2026-11-11', 2_000_000),
      day(8, '2026-11-11', 7_690_000, 'apple_music'),
      row(11, {
        kind: 'stream-correction',
        platform: 'spotify',
        day: '2026-11-12',
        sharedMicros: -80_000,
      }),
      row(12, { kind: 'resale', edition: 15, priceCents: 18_000 }),
      'no line',
      'null',
    ].join('\n'),
  );
  // 38,450 × $0.004 × 5% is $7.69: the 11th and the 12th. The 10th was someone else's.
  expect(logNumbers(spotify, log)).toEqual([7, 9]);
  expect(logNumbers(apple, log)).toEqual([]);
  expect(logNumbers(correction, log)).toEqual([11]);
  expect(logNumbers(royalty, log)).toEqual([12]);
  expect(logNumbers(old, log)).toEqual([]);
  expect(logNumbers({ ...resale, month: '2026-10' }, log)).toEqual([]);
  expect(heldText(logLines(spotify, log), 2)).toBe('11 to 12 Nov 2026, 2 editions');
  expect(heldText(logLines(apple, log), undefined)).toBe('');
});

test('[N-FIG-05] a share says how many editions it is of, but not to their creator', () => {
  const edition = (sharePpm: number) => ({ sharePpm }) as Edition;
  const dat = { creatorId: 'ada', editions: [edition(25_000), edition(25_000)] };
  expect(editionsOfShare(spotify, dat, 'fan')).toBe(2);
  expect(editionsOfShare(spotify, dat, 'ada')).toBeUndefined();
  expect(editionsOfShare(old, dat, 'fan')).toBeUndefined();
  const mixed = { ...dat, editions: [edition(25_000), edition(50_000)] };
  expect(editionsOfShare(spotify, mixed, 'fan')).toBeUndefined();
});
