import type { Policy } from '@datchain/tlog/policy.ts';
import { expect, test } from 'vitest';
import { ago, checkSize, comparisonSaid, stateSentence, witnessRows } from './log-words.ts';

const now = Date.UTC(2026, 10, 20, 10);
const minutesAgo = (minutes: number) => now / 1_000 - minutes * 60;
const witness = (name: string, keyName: string) => ({ name, key: { name: keyName }, url: '' });
const policy = {
  witnesses: [
    witness('w1', 'witness.example/w1'),
    witness('own-2', 'we.example/w'),
    witness('w3', 'third.example'),
  ],
} as unknown as Policy;
const state = { policy, size: 770, seen: [], isSigned: true };
const seen = [
  { name: 'w1', keyName: 'witness.example/w1', seconds: minutesAgo(200) },
  { name: 'own-2', keyName: 'we.example/w', seconds: minutesAgo(4) },
];

test('the log says how long it is, how many have seen it and when the last did', () => {
  expect(stateSentence({ ...state, seen }, now)).toBe(
    '770 lines. Seen by 2 of 3 witnesses, last 4 minutes ago.',
  );
});

test('our own witness is not passed off as an independent one', () => {
  expect(stateSentence({ ...state, seen: seen.slice(1) }, now)).toBe(
    '770 lines. Seen by 1 of 3 witnesses, last 4 minutes ago. None is independent of us.',
  );
  expect(witnessRows({ ...state, seen }, now)).toEqual([
    { name: 'witness.example/w1', whose: 'independent', seen: 'seen 3 hours ago' },
    { name: 'we.example/w', whose: 'our own', seen: 'seen 4 minutes ago' },
    { name: 'third.example', whose: 'independent', seen: 'not seen by it' },
  ]);
});

test('a log without witnesses, or seen by none, says that only we have signed', () => {
  const alone = { ...policy, witnesses: [] };
  expect(stateSentence({ ...state, policy: alone }, now)).toBe(
    '770 lines, signed by us. Nobody else has signed yet.',
  );
  expect(stateSentence(state, now)).toBe(
    '770 lines, signed by us. Seen by none of 3 witnesses. Nobody else has signed yet.',
  );
});

test('a browser that cannot check signatures says so, and claims no witness', () => {
  const unsigned = { ...state, isSigned: false };
  expect(stateSentence(unsigned, now)).toContain('This browser cannot check signatures');
  expect(witnessRows(unsigned, now)[0]?.seen).toBe('not checked');
});

test.each([
  [0, 'just now'],
  [1, '1 minute ago'],
  [119, '1 hour ago'],
  [60 * 49, '2 days ago'],
])('a time %i minutes ago is written as "%s"', (minutes, said) => {
  expect(ago(now - minutes * 60_000, now)).toBe(said);
});

test('a fork and a smaller log raise an alarm, and a longer log does not', () => {
  const alarms = (['same', 'grown', 'smaller', 'fork', 'other'] as const).filter(
    (each) => comparisonSaid(each, 7, 'this browser last saw it').isAlarm,
  );
  expect(alarms).toEqual(['smaller', 'fork']);
});

test.each([
  [770, '0.2 MB'],
  [3, '0.1 MB'],
  [110_000, '33.0 MB'],
])('a check of %i lines reads about %s', (size, said) => {
  expect(checkSize(size)).toBe(said);
});
