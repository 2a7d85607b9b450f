import { scale } from '@datchain/shared/testing/scale.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256, signerOf } from '../../functions/public-log/signer.ts';
import { keysFile } from '../../shared/domain/public-log/keys.ts';
import type { Verdict } from '../../shared/domain/public-log/verdict.ts';
import {
  addCheckpoint,
  lineFor,
  type MadeLog,
  madeLog,
  rechained,
  testSigner,
} from './testing/made-log.ts';
import { nodeVerdict } from './testing/node-verifier.ts';
import { type Files, hasPython, PythonVerifier } from './testing/python-verifier.ts';

const filesOf = ({ log, checkpoints, keys }: MadeLog): Files => ({
  log: Buffer.from(log.join(''), 'latin1'),
  checkpoints: Buffer.from(checkpoints.join(''), 'latin1'),
  keys: Buffer.from(keys, 'latin1'),
});

let python: PythonVerifier | undefined;
beforeAll(() => {
  if (hasPython) python = new PythonVerifier();
});
afterAll(() => python?.close());

/** What both say of it, which must be the same. */
async function verdictOf(files: Files): Promise<Verdict> {
  const verdict = await nodeVerdict(files);
  if (python) expect(await python.check({ kept: Buffer.alloc(0), ...files })).toEqual(verdict);
  return verdict;
}

const found = async (made: MadeLog) => {
  const verdict = await verdictOf(filesOf(made));
  return verdict.ok ? 'sound' : `${verdict.where} ${verdict.line}: ${verdict.fault}`;
};

const LENGTH = 7;
const sound = () => madeLog(LENGTH, 3);

const theVerifiers = hasPython
  ? 'both verifiers'
  : 'the verifier (that in Python is SKIPPED: there is no python3)';

describe(theVerifiers, () => {
  test('find a log sound that is, and an empty one', async () => {
    const made = sound();
    expect(await verdictOf(filesOf(made))).toEqual({
      ok: true,
      lines: LENGTH,
      checkpoints: 3,
      head: sha256(made.log.at(-1) ?? ''),
      at: '2026-11-01T09:00:00.007Z',
    });
    expect(await found({ log: [], checkpoints: [], keys: made.keys })).toBe('sound');
  });

  test('name the first of two lines that are swapped, wherever they are', async () => {
    for (let index = 0; index < LENGTH - 1; index++) {
      const made = sound();
      const [a, b] = made.log.slice(index);
      made.log.splice(index, 2, b ?? '', a ?? '');
      expect(await found(made)).toBe(`log ${index + 1}: number`);
    }
  });

  test('name the place of a line that is dropped, or repeated', async () => {
    for (let index = 0; index < LENGTH; index++) {
      const [dropped, repeated] = [sound(), sound()];
      dropped.log.splice(index, 1);
      const isLast = index === LENGTH - 1;
      expect(await found(dropped)).toBe(`log ${index + 1}: ${isLast ? 'missing' : 'number'}`);
      repeated.log.splice(index, 0, repeated.log[index] ?? '');
      expect(await found(repeated)).toBe(`log ${index + 2}: number`);
    }
  });

  test('name a line that is appended, however well it is chained', async () => {
    const made = sound();
    made.log.push(lineFor(LENGTH + 1, sha256(made.log.at(-1) ?? '')));
    expect(await found(made)).toBe(`log ${LENGTH + 1}: unsigned`);
  });

  test('name the first line that a cut tail has lost', async () => {
    for (let length = 0; length < LENGTH; length++) {
      const made = sound();
      made.log.length = length;
      expect(await found(made)).toBe(`log ${length + 1}: missing`);
    }
  });

  test('name the line that a checkpoint has signed when all was renumbered and rechained', async () => {
    for (let index = 0; index < LENGTH; index++) {
      const made = sound();
      const forged = JSON.parse(made.log[index] ?? '');
      made.log[index] = `${JSON.stringify({ ...forged, kind: 'forged' })}\n`;
      const at = Math.min(LENGTH, 3 * Math.ceil((index + 1) / 3));
      expect(await found({ ...made, log: rechained(made.log) })).toBe(`log ${at}: head`);
    }
  });

  test('name it also when lines were put in, dropped, repeated or moved before that', async () => {
    const signedAt = (index: number) => Math.min(LENGTH, 3 * Math.ceil((index + 1) / 3));
    const changed = async (change: (log: string[]) => void) => {
      const made = sound();
      change(made.log);
      return found({ ...made, log: rechained(made.log) });
    };
    const forged = lineFor(99, '0'.repeat(64));
    for (let index = 0; index < LENGTH; index++) {
      const head = `log ${signedAt(index)}: head`;
      expect(await changed((log) => log.splice(index, 0, forged))).toBe(head);
      const isLast = index === LENGTH - 1;
      const dropped = await changed((log) => log.splice(index, 1));
      expect(dropped).toBe(isLast ? `log ${LENGTH}: missing` : head);
      const repeated = await changed((log) => log.splice(index, 0, log[index] ?? ''));
      const next = index + 1 < signedAt(index) ? signedAt(index) : signedAt(index + 1);
      expect(repeated).toBe(isLast ? `log ${LENGTH + 1}: unsigned` : `log ${next}: head`);
      if (isLast) continue;
      const moved = await changed((log) => log.push(...log.splice(index, 1)));
      expect(moved).toBe(head);
    }
  });

  test('name what stands behind the last line feed of a file, and a feed that is missing', async () => {
    const made = sound();
    const end = { log: `log ${LENGTH}`, checkpoints: 'checkpoints 3' } as const;
    for (const name of ['log', 'checkpoints'] as const) {
      const last = made[name].at(-1) ?? '';
      const cut = { ...made, [name]: [...made[name].slice(0, -1), last.slice(0, -1)] };
      expect(await found(cut)).toBe(`${end[name]}: bytes`);
      for (const tail of ['\n', ' ', '{', '\0\n', '{}\n']) {
        const said = await found({ ...made, [name]: [...made[name], tail] });
        expect(said).toMatch(
          name === 'log' ? /^log 8: (bytes|form|unsigned)$/ : /^checkpoints 4: (bytes|form)$/,
        );
      }
    }
    expect(await found({ ...made, keys: `${made.keys}\n` })).toBe('keys 1: keys');
    expect(await found({ ...made, keys: made.keys.trimEnd() })).toBe('keys 1: keys');
  });

  test('name lines of another log that has the same key', async () => {
    const [made, other] = [sound(), madeLog(LENGTH, 3)];
    const elsewhere = { ...JSON.parse(other.log[2] ?? ''), kind: 'elsewhere' };
    other.log[2] = `${JSON.stringify(elsewhere)}\n`;
    const log = rechained(other.log);
    const checkpoints: string[] = [];
    for (const length of [3, 6, 7])
      addCheckpoint(checkpoints, length, sha256(log[length - 1] ?? ''));
    expect(await found({ ...made, log, checkpoints })).toBe('sound');
    expect(await found({ ...made, log })).toBe('log 3: head');
    expect(await found({ ...made, checkpoints })).toBe('log 3: head');
    const [a = '', b = '', c = ''] = checkpoints;
    const own = made.checkpoints;
    expect(await found({ ...made, checkpoints: [own[0] ?? '', b, c] })).toBe('checkpoints 2: prev');
    expect(await found({ ...made, checkpoints: [a, own[1] ?? '', c] })).toBe('log 3: head');
  });

  test('name a checkpoint that is forged, and one that is signed by a stranger', async () => {
    const stranger = signerOf('02'.repeat(32));
    const made = sound();
    const kept = made.checkpoints.slice(0, 1);
    addCheckpoint(kept, 6, sha256(made.log[5] ?? ''), stranger);
    expect(await found({ ...made, checkpoints: kept })).toBe('checkpoints 2: key');
    const pretender = { ...stranger, id: testSigner.id };
    const signed = made.checkpoints.slice(0, 1);
    addCheckpoint(signed, 6, sha256(made.log[5] ?? ''), pretender);
    expect(await found({ ...made, checkpoints: signed })).toBe('checkpoints 2: signature');
    const keys = keysFile([{ ...stranger, id: testSigner.id }]);
    expect(await found({ ...made, keys })).toBe('keys 1: keys');
    expect(await found({ ...made, keys: keysFile([stranger]) })).toBe('checkpoints 1: key');
    expect(await found({ ...made, keys: '[]' })).toBe('keys 1: keys');
  });

  test('accept checkpoints of several keys that are all listed', async () => {
    const second = signerOf('03'.repeat(32));
    const made = madeLog(3, 3);
    made.log.push(lineFor(4, sha256(made.log[2] ?? '')));
    addCheckpoint(made.checkpoints, 4, sha256(made.log[3] ?? ''), second);
    expect(await found({ ...made, keys: keysFile([testSigner, second]) })).toBe('sound');
  });

  test('name a checkpoint that is swapped, dropped, repeated or counts backwards', async () => {
    const made = sound();
    const [a = '', b = '', c = ''] = made.checkpoints;
    const of = (...checkpoints: string[]) => found({ ...made, checkpoints });
    expect(await of(b, a, c)).toBe('checkpoints 1: number');
    expect(await of(a, c)).toBe('checkpoints 2: number');
    expect(await of(a, a, b, c)).toBe('checkpoints 2: number');
    expect(await of(a, b)).toBe('log 7: unsigned');
    const back = [a, b];
    addCheckpoint(back, 6, sha256(made.log[5] ?? ''));
    expect(await of(...back)).toBe('checkpoints 3: length');
    const elsewhere = [a];
    addCheckpoint(elsewhere, 4, sha256(made.log[3] ?? ''));
    expect(await of(a, b, elsewhere[1] ?? '')).toBe('checkpoints 3: number');
  });

  test('see by checkpoints kept from an earlier time that log and checkpoints were cut together', async () => {
    const made = sound();
    const kept = Buffer.from(made.checkpoints.join(''), 'latin1');
    const cut = { ...made, log: made.log.slice(0, 6), checkpoints: made.checkpoints.slice(0, 2) };
    expect(await found(cut)).toBe('sound');
    const missing = { ok: false, where: 'checkpoints', line: 3, fault: 'missing' };
    expect(await verdictOf({ ...filesOf(cut), kept })).toEqual(missing);
    const other = madeLog(LENGTH, 2);
    const differs = { ok: false, where: 'checkpoints', line: 1, fault: 'kept' };
    expect(await verdictOf({ ...filesOf(other), kept })).toEqual(differs);
    expect((await verdictOf({ ...filesOf(made), kept })).ok).toBe(true);
  });

  test('refuse lines that mean the same but are written differently', async () => {
    const lines = [
      (line: string) => line.replace('{"seq":1,', '{ "seq":1,'),
      (line: string) => line.replace('"seq":1,', '"seq":1.0,'),
      (line: string) => line.replace('"seq":1,', '"seq":1e0,'),
      (line: string) => line.replace('"seq":1,', '"seq":1,"seq":1,'),
      (line: string) => line.replace('"tokens":34', '"tokens":-0'),
      (line: string) => line.replace('"tokens":34', '"tokens":9007199254740993'),
      (line: string) => line.replace('"tokens":34', '"tokens":NaN'),
      (line: string) => line.replace('"tokens":34', '"tokens":true'),
      (line: string) => line.replace('"tokens":34', '"tokens":null'),
      (line: string) => line.replace('"tokens":34', '"tokens":{"a":1}'),
      (line: string) => line.replace('"tokens":34', '"__proto__":34'),
      (line: string) => line.replace('dat-1', '\\u0064at-1'),
      (line: string) => line.replace('dat-1', 'dat\\/1'),
      (line: string) => line.replace('.001Z', '.001\\u0660'),
      (line: string) => `[${line.trim()}]\n`,
      () => `${'['.repeat(3_000)}\n`,
      () => '[["seq",1]]\n',
      () => '1\n',
      () => '\n',
    ];
    for (const change of lines) {
      const made = sound();
      made.log[0] = change(made.log[0] ?? '');
      expect([made.log[0], await found(made)]).toEqual([made.log[0], 'log 1: form']);
    }
    for (const bytes of [
      `{"seq":1,"at":"é"}\n`,
      '\r\n',
      'x'.repeat(9_000),
      `${' '.repeat(8_192)}\n`,
    ]) {
      const made = sound();
      made.log[0] = bytes;
      expect(await found(made)).toBe('log 1: bytes');
    }
  });
});

/** The line of a file that an offset lies in, from 1. */
const lineAt = (file: Buffer, offset: number): number =>
  file.subarray(0, offset).filter((byte) => byte === 10).length + 1;

/** What they say of each of the files that have one bit changed, and the line the bit is in. */
/** Every seventh meets each of a byte's bits, and every byte. */
const EACH_BIT = scale(7, 1);

async function* withEachBitChanged(made: MadeLog, name: 'log' | 'checkpoints' | 'keys') {
  const files = filesOf(made);
  await python?.check({ kept: Buffer.alloc(0), ...files });
  for (let bit = 0; bit < files[name].length * 8; bit += EACH_BIT) {
    const changed = Buffer.from(files[name]);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const verdict = await nodeVerdict({ ...files, [name]: changed });
    if (python) expect(await python.check({ [name]: changed })).toEqual(verdict);
    yield { bit, verdict, line: lineAt(files[name], bit >> 3) };
  }
}

describe(`of a small log, with ${EACH_BIT === 1 ? 'every single bit' : 'every seventh bit'} changed, ${theVerifiers}`, () => {
  test('name the line of the log that the bit is in', { timeout: 240_000 }, async () => {
    for await (const { bit, verdict, line } of withEachBitChanged(madeLog(5, 3), 'log')) {
      expect([bit, verdict]).toMatchObject([bit, { ok: false, where: 'log', line }]);
    }
  });

  test('name the checkpoint that the bit is in', { timeout: 240_000 }, async () => {
    for await (const { bit, verdict, line } of withEachBitChanged(madeLog(3, 2), 'checkpoints')) {
      expect([bit, verdict]).toMatchObject([bit, { ok: false, where: 'checkpoints', line }]);
    }
  });

  test('refuse the list of keys', { timeout: 240_000 }, async () => {
    for await (const { bit, verdict } of withEachBitChanged(madeLog(1, 1), 'keys')) {
      expect([bit, verdict]).toMatchObject([bit, { ok: false, where: 'keys', fault: 'keys' }]);
    }
  });
});
