import { publicEntries } from '@datchain/shared/domain/public-log/entries.ts';
import { expect, test } from 'vitest';
import { checkLog } from './check.ts';
import type { CheckOptions } from './check-tree.ts';
import { failureText } from './faults.ts';
import {
  madeLog,
  makeLogReader,
  type PublishedLog,
  vectorWitness,
  withBit,
} from './testing/made-log.ts';

const check = (log: PublishedLog, options: Partial<CheckOptions> = {}) =>
  checkLog(makeLogReader(log), { entries: publicEntries, ...options });

async function said(log: PublishedLog, options: Partial<CheckOptions> = {}): Promise<string> {
  const verdict = await check(log, options);
  if (!verdict.ok) return `${verdict.where} ${verdict.at} ${verdict.fault}`;
  return verdict.doubts.join() || 'sound';
}

const treeOf = async (log: PublishedLog) => {
  const verdict = await check(log);
  if (!verdict.ok) throw new Error(failureText(verdict));
  return verdict;
};

test('the verdict lists the witnesses of the checkpoint with their times', async () => {
  const verdict = await treeOf(await madeLog({ size: 3, witnesses: [vectorWitness] }));
  const { name: keyName, seconds } = vectorWitness;
  expect(verdict.seen).toEqual([{ name: 'w1', keyName, seconds }]);
  expect(verdict.asOfMillis).toBe((vectorWitness.seconds ?? 0) * 1_000);
});

test('a missed quorum and an old log are doubts', async () => {
  const { seconds: _, ...unseen } = vectorWitness;
  expect(await said(await madeLog({ witnesses: [unseen], quorum: 1 }))).toBe('quorum');
  const stale = { nowMillis: Date.UTC(2026, 10, 21, 9), hours: 23 };
  expect(await said(await madeLog(), { stale })).toBe('stale');
  expect(await said(await madeLog(), { stale: { ...stale, hours: 25 } })).toBe('sound');
});

test.each([
  ['tlog/tile/0/000', 'tlog/tile/0/000 1 hash'],
  ['tlog/tile/1/000.p/1', 'tlog/tile/1/000.p/1 1 block'],
  ['tlog/tile/entries/000', 'tlog/tile/entries/000 0 bundle'],
  ['ledger.jsonl', 'ledger.jsonl 1 line'],
])('a changed bit of %s is named', async (path, named) => {
  expect(await said(withBit(await madeLog({ size: 300 }), path, 0))).toBe(named);
});

test('an entry that differs from its hash and its line is named', async () => {
  const changed = withBit(await madeLog({ size: 3 }), 'tlog/tile/entries/000.p/3', 8 * 20);
  expect(await said(changed)).toBe('tlog/tile/entries/000.p/3 1 entry');
});

test('a partial tile that was replaced by the full one is read from the full one', async () => {
  const [older, newer] = [await madeLog({ size: 255 }), await madeLog({ size: 256 })];
  const mixed = new Map(newer);
  for (const path of ['tlog/checkpoint', 'ledger.jsonl']) {
    mixed.set(path, older.get(path) as Uint8Array);
  }
  expect(await said(mixed)).toBe('sound');
});

test.each([
  ['bytes', '{"seq":1,"at":"2026-11-20T09:00:00.000Z","kind":"é"}\n'],
  ['form', '{"seq":1,"at":"2026-11-20T09:00:00.000Z","kind": "a"}\n'],
  ['number', '{"seq":2,"at":"2026-11-20T09:00:00.000Z","kind":"a"}\n'],
])('a signed line with wrong %s is named', async (fault, line) => {
  expect(await said(await madeLog({ lines: [line] }))).toBe(`ledger.jsonl 1 ${fault}`);
});
