import { describe, expect, test } from 'vitest';
import { nodeProofs } from '../../../functions/public-log/node-proofs.ts';
import { sha256, signerOf } from '../../../functions/public-log/signer.ts';
import {
  addCheckpoint,
  lineFor,
  type MadeLog,
  madeLog,
  rechained,
  testSigner,
} from '../../../scripts/verify/testing/made-log.ts';
import { checkLog } from './check.ts';
import { keysFile, readKeys } from './keys.ts';
import { logLine, noHash } from './lines.ts';
import type { Verdict } from './verdict.ts';

async function* each(lines: readonly string[]) {
  yield* lines;
}

async function verdictOf(
  { log, checkpoints, keys }: MadeLog,
  kept?: readonly string[],
): Promise<Verdict> {
  const known = (await readKeys(keys, sha256)) as ReadonlyMap<string, string>;
  const files = { log: each(log), checkpoints: each(checkpoints), keys: known };
  return checkLog(kept ? { ...files, kept: each(kept) } : files, nodeProofs);
}

const found = async (...asked: Parameters<typeof verdictOf>): Promise<string> => {
  const verdict = await verdictOf(...asked);
  return verdict.ok ? 'sound' : `${verdict.where} ${verdict.line}: ${verdict.fault}`;
};

/** Seven lines, with checkpoints after the third, the sixth and the last one. */
const sound = () => madeLog(7, 3);

/** What is said of that log with some of its lines in place of others, by their numbers. */
const withLines = (lines: Readonly<Record<number, string>>): Promise<string> => {
  const made = sound();
  return found({ ...made, log: made.log.map((line, index) => lines[index + 1] ?? line) });
};

const change = (line: string | undefined, changes: Record<string, string | number>): string => {
  const { seq, at, kind, prev, ...rest } = { ...JSON.parse(line ?? ''), ...changes };
  return logLine(seq, { at: Date.parse(at), kind, fields: rest }, prev);
};

test('a sound log is told with how far it goes', async () => {
  const made = sound();
  expect(await verdictOf(made)).toEqual({
    ok: true,
    lines: 7,
    checkpoints: 3,
    head: sha256(made.log[6] ?? ''),
    at: '2026-11-01T09:00:00.007Z',
  });
  const empty = { log: [], checkpoints: [], keys: made.keys };
  const nothing = { ok: true, lines: 0, checkpoints: 0, head: noHash, at: '' };
  expect(await verdictOf(empty)).toEqual(nothing);
});

describe('of two lines that disagree', () => {
  const { log } = sound();
  const elsewhere = { prev: 'f'.repeat(64) };

  test('the first is changed where the one after confirms the second', async () => {
    expect(await withLines({ 1: change(log[0], { kind: 'forged' }) })).toBe('log 1: changed');
  });

  test('the first is changed where a checkpoint has signed the second', async () => {
    expect(await withLines({ 2: change(log[1], { kind: 'forged' }) })).toBe('log 2: changed');
  });

  test('the second is wrong where nothing confirms it', async () => {
    const second = change(log[1], elsewhere);
    expect(await withLines({ 2: second })).toBe('log 2: prev');
    expect(await withLines({ 2: second, 3: 'no line\n' })).toBe('log 2: prev');
    expect(await found({ ...sound(), log: [log[0] ?? '', second] })).toBe('log 2: prev');
  });

  test('the second is wrong where a checkpoint has signed another one', async () => {
    expect(await withLines({ 3: change(log[2], elsewhere) })).toBe('log 3: prev');
  });

  test('the second is wrong where the first was signed, whatever comes after', async () => {
    const fourth = change(log[3], elsewhere);
    expect(await withLines({ 4: fourth })).toBe('log 4: prev');
    const fifth = change(log[4], { prev: sha256(fourth) });
    expect(await withLines({ 4: fourth, 5: fifth })).toBe('log 4: prev');
  });
});

describe('a line is wrong', () => {
  const { log } = sound();

  test('whose hash is not the one that was signed', async () => {
    expect(await withLines({ 3: change(log[2], { kind: 'forged' }) })).toBe('log 3: head');
    const forged = [change(log[0], { kind: 'forged' }), ...log.slice(1)];
    expect(await found({ ...sound(), log: rechained(forged) })).toBe('log 3: head');
  });

  test.each([
    ['without its line feed', log[1]?.trimEnd() ?? ''],
    ['with another line feed in it', `{\n${log[1]}`],
    ['with something behind its line feed', `${log[1]} `],
    ['with a letter outside ASCII', `é${log[1]}`],
    ['that is too long', `${'x'.repeat(8_192)}\n`],
  ])('%s', async (_what, line) => {
    expect(await withLines({ 2: line })).toBe('log 2: bytes');
  });

  test('that has not its form', async () => {
    expect(await withLines({ 2: '{"seq":2}\n' })).toBe('log 2: form');
    expect(await withLines({ 2: '\n' })).toBe('log 2: form');
    expect(await withLines({ 2: `${'x'.repeat(8_191)}\n` })).toBe('log 2: form');
  });

  test('that is not in its place', async () => {
    expect(await withLines({ 2: log[2] ?? '', 3: log[1] ?? '' })).toBe('log 2: number');
  });

  test('that was signed and is gone', async () => {
    expect(await found({ ...sound(), log: log.slice(0, 4) })).toBe('log 5: missing');
    expect(await found({ ...sound(), log: [] })).toBe('log 1: missing');
  });

  test('that no one has signed, whatever it is', async () => {
    const next = lineFor(8, sha256(log[6] ?? ''));
    expect(await found({ ...sound(), log: [...log, next] })).toBe('log 8: unsigned');
    expect(await found({ ...sound(), log: [...log, 'x'] })).toBe('log 8: bytes');
  });
});

describe('a checkpoint is wrong', () => {
  const { log, checkpoints } = sound();
  const [a = '', b = '', c = ''] = checkpoints;
  const of = (...own: string[]) => found({ ...sound(), checkpoints: own });

  test('that is not written as one', async () => {
    expect(await of(a, b.trimEnd(), c)).toBe('checkpoints 2: bytes');
    expect(await of(a, '{}\n', c)).toBe('checkpoints 2: form');
  });

  test('that is not in its place', async () => {
    expect(await of(a, c)).toBe('checkpoints 2: number');
    expect(await of(b)).toBe('checkpoints 1: number');
  });

  test('that does not give the hash of the one before', async () => {
    const other = madeLog(7, 2).checkpoints.slice(0, 1);
    addCheckpoint(other, 6, sha256(log[5] ?? ''));
    expect(await of(a, other[1] ?? '')).toBe('checkpoints 2: prev');
  });

  test.each([2, 3])('that counts %i lines after one that counts 3', async (length) => {
    const own = [a];
    addCheckpoint(own, length, sha256(log[length - 1] ?? ''));
    expect(await of(...own)).toBe('checkpoints 2: length');
  });

  test('that a stranger has signed, under his own name or under ours', async () => {
    const stranger = signerOf('02'.repeat(32));
    const [own, pretended] = [[a], [a]];
    addCheckpoint(own, 6, sha256(log[5] ?? ''), stranger);
    expect(await of(...own)).toBe('checkpoints 2: key');
    addCheckpoint(pretended, 6, sha256(log[5] ?? ''), { ...stranger, id: testSigner.id });
    expect(await of(...pretended)).toBe('checkpoints 2: signature');
    const keys = keysFile([testSigner, stranger]);
    const six = { log: log.slice(0, 6), checkpoints: own, keys };
    expect(await found(six)).toBe('sound');
  });

  test('that is not the one that was kept from an earlier time, or that is gone since', async () => {
    const other = madeLog(7, 2).checkpoints;
    expect(await found(sound(), [a, b])).toBe('sound');
    expect(await found(sound(), [a, other[1] ?? ''])).toBe('checkpoints 2: kept');
    const cut = { ...sound(), log: log.slice(0, 6), checkpoints: [a, b] };
    expect(await found(cut)).toBe('sound');
    expect(await found(cut, checkpoints)).toBe('checkpoints 3: missing');
  });
});
