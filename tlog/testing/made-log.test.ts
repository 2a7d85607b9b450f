import { expect, test } from 'vitest';
import { textOfBytes } from '../bytes.ts';
import { madeLog, vectorWitness } from './made-log.ts';
import { vector } from './vector.ts';

test('a log made of the test vector’s lines has the vector’s checkpoint, to the byte', async () => {
  const log = await madeLog({ lines: vector.lines, witnesses: [vectorWitness] });
  expect(textOfBytes(log.get('tlog/checkpoint') as Uint8Array)).toBe(vector.note);
  expect([...log.keys()].sort()).toEqual([
    'ledger.jsonl',
    'tlog/checkpoint',
    'tlog/policy',
    'tlog/tile/0/000.p/3',
    'tlog/tile/entries/000.p/3',
  ]);
});

test('a longer log has tiles of several levels', async () => {
  const log = await madeLog({ size: 600 });
  expect([...log.keys()].filter((path) => path.includes('tile')).sort()).toEqual([
    'tlog/tile/0/000',
    'tlog/tile/0/001',
    'tlog/tile/0/002.p/88',
    'tlog/tile/1/000.p/2',
    'tlog/tile/entries/000',
    'tlog/tile/entries/001',
    'tlog/tile/entries/002.p/88',
  ]);
});
