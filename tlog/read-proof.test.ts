import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfText, textOfBytes } from './bytes.ts';
import { checkProof } from './check-proof.ts';
import { inclusionRanges } from './merkle.ts';
import type { Policy } from './policy.ts';
import { proofText } from './proof-file.ts';
import { beginsWith, readLatest, readProof } from './read-proof.ts';
import { readRanges } from './read-tree.ts';
import { noteSigner } from './signer.ts';
import { madeLines, madeLog, makeLogReader, vectorWitness } from './testing/made-log.ts';
import { vector } from './testing/vector.ts';

const log = await noteSigner(vector.origin, 'log', vector.logSeed);
const witness = await noteSigner(vector.witnessName, 'witness', vector.witnessSeed);
const policy: Policy = {
  logs: [log],
  witnesses: [{ name: 'w1', key: witness, url: '' }],
  groups: [],
  quorum: 'w1',
};

function askedOf(files: ReadonlyMap<string, Uint8Array>) {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path);
    return Promise.resolve(files.get(path));
  };
  return { read, asked };
}

async function proofOf(lines: readonly string[], index: number): Promise<string> {
  const read = makeLogReader(await madeLog({ lines, witnesses: [vectorWitness], quorum: 'w1' }));
  const entry = bytesOfText(lines[index] as string);
  return proofText(await readProof(read, await readLatest(read), { index, entry }));
}

test('the proof of the vector’s second line consists of its neighbours and its checkpoint', async () => {
  const text = await proofOf(vector.lines, 1);
  expect(text.split('\n')).toHaveLength(6 + vector.note.split('\n').length);
  expect(text.endsWith(vector.note)).toBe(true);
  const verdict = await checkProof(text, policy);
  expect(verdict).toMatchObject({
    ok: true,
    line: vector.lines[1],
    number: 2,
    checkpoint: { size: 3 },
  });
  expect(verdict).toMatchObject({
    seen: [{ name: 'w1', keyName: vectorWitness.name, seconds: vector.cosignedSeconds }],
    isEnough: true,
  });
});

test('any line of a tree of any size up to 600 can be proven', async () => {
  const sizes = fc.integer({ min: 1, max: 600 });
  await fc.assert(
    fc.asyncProperty(
      sizes.chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) })),
      async ({ size, index }) => {
        const verdict = await checkProof(await proofOf(madeLines(size), index), policy);
        expect(verdict).toMatchObject({ ok: true, number: index + 1 });
      },
    ),
    { numRuns: 25 },
  );
});

test('a proof in a log of 110,000 lines reads four tiles', async () => {
  const asked = new Set<string>();
  const read = async (path: string) => {
    asked.add(path);
    return new Uint8Array(32 * Number(path.match(/\.p\/(\d+)$/)?.[1] ?? 256));
  };
  await readRanges(read, 110_000, inclusionRanges(41_234, 110_000));
  expect([...asked].sort()).toEqual([
    'tlog/tile/0/161',
    'tlog/tile/0/429.p/176',
    'tlog/tile/1/000',
    'tlog/tile/1/001.p/173',
  ]);
});

test('any changed bit of a proof is refused, or its witness no longer counts', async () => {
  const bytes = bytesOfText(await proofOf(vector.lines, 1));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    const changed = bytes.with(at, (bytes[at] as number) ^ (1 << (bit & 7)));
    const verdict = await checkProof(textOfBytes(changed) ?? '', policy);
    const isAccepted = verdict.ok && verdict.isEnough;
    expect(isAccepted, `bit ${bit}`).toBe(false);
  }
});

test('a truncated proof is never accepted', async () => {
  const text = await proofOf(vector.lines, 1);
  for (let length = 0; length < text.length; length++) {
    const verdict = await checkProof(text.slice(0, length), policy);
    expect(verdict.ok && verdict.isEnough, `${length} letters`).toBe(false);
  }
});

test.each([
  ['another log', { ...policy, logs: [{ ...log, name: 'other.example' }] }, 'stranger'],
  ['another key', { ...policy, logs: [{ ...witness, name: log.name, type: 'log' }] }, 'key'],
] as const)('a proof is refused by a policy of %s', async (_what, other, fault) => {
  const verdict = await checkProof(await proofOf(vector.lines, 1), other);
  expect(verdict).toEqual({ ok: false, fault });
});

test('a partial tile that is gone is read from the full one', async () => {
  const lines = madeLines(600);
  const files = await madeLog({ lines: lines.slice(0, 300) });
  files.delete('tlog/tile/0/001.p/44');
  const full = (await madeLog({ lines })).get('tlog/tile/0/001') as Uint8Array;
  const { read, asked } = askedOf(files.set('tlog/tile/0/001', full));
  const entry = bytesOfText(lines[290] as string);
  const proof = await readProof(read, await readLatest(read), { index: 290, entry });
  expect(asked).toContain('tlog/tile/0/001.p/44');
  expect((await checkProof(proofText(proof), { ...policy, quorum: 'none' })).ok).toBe(true);
});

test('no proof is made for another entry, or from a wrong or missing tile', async () => {
  const files = await madeLog({ lines: vector.lines });
  const prove = async (changed: ReadonlyMap<string, Uint8Array>, at = 1) => {
    const { read } = askedOf(changed);
    const entry = bytesOfText(vector.lines[at] as string);
    return readProof(read, await readLatest(read), { index: 1, entry });
  };
  const tile = 'tlog/tile/0/000.p/3';
  await expect(prove(files, 0)).rejects.toThrow('does not have this entry');
  await expect(prove(new Map([...files, [tile, new Uint8Array(96)]]))).rejects.toThrow('entry');
  await expect(prove(new Map([...files, [tile, new Uint8Array(95)]]))).rejects.toThrow('tile of 3');
  files.delete(tile);
  await expect(prove(files)).rejects.toThrow('is missing');
});

test('a tree begins with each of its earlier ones, and not with another', async () => {
  const read = makeLogReader(await madeLog({ size: 300 }));
  const { tree } = await readLatest(read);
  const treeOf = async (options: { size: number; forkedFrom?: number }) =>
    (await readLatest(makeLogReader(await madeLog(options)))).tree;
  for (const size of [1, 2, 255, 256, 257, 300]) {
    expect(await beginsWith(read, tree, await treeOf({ size })), `${size}`).toBe(true);
  }
  expect(await beginsWith(read, tree, await treeOf({ size: 100, forkedFrom: 99 }))).toBe(false);
  expect(await beginsWith(read, tree, await treeOf({ size: 301 }))).toBe(false);
});
