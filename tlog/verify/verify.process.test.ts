import { scale } from '@datchain/testing/pure/scale.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOfText } from '../bytes.ts';
import { compareVerdicts } from '../testing/both.ts';
import {
  madeLines,
  madeLog,
  type PublishedLog,
  secondSeed,
  vectorWitness,
  withBit,
} from '../testing/made-log.ts';
import { hasPython, PythonVerifier } from '../testing/python-verifier.ts';

let python: PythonVerifier | undefined;
beforeAll(() => {
  if (hasPython) python = new PythonVerifier();
});
afterAll(() => python?.close());

const found = (log: PublishedLog, kept?: Uint8Array) => compareVerdicts(python, log, kept);
const noteOf = (log: PublishedLog) => log.get('tlog/checkpoint') as Uint8Array;
const withFile = (log: PublishedLog, path: string, text: string | Uint8Array) =>
  new Map(log).set(path, typeof text === 'string' ? bytesOfText(text) : text);

const theVerifiers = hasPython
  ? 'both verifiers'
  : 'the verifier (that in Python is SKIPPED: there is no python3)';

describe(theVerifiers, () => {
  test.each([0, 1, 2, 255, 256, 257, 600])('find a log of %i lines sound', async (size) => {
    expect(await found(await madeLog({ size, witnesses: [vectorWitness] }))).toBe('sound');
  });

  test('name a fork, wherever it begins, and a log that is smaller than it was', async () => {
    for (const [before, now] of [
      [3, 3],
      [3, 4],
      [255, 257],
    ] as const) {
      const kept = noteOf(await madeLog({ size: before }));
      expect(await found(await madeLog({ size: now }), kept)).toBe('sound');
      for (const forkedFrom of [1, before]) {
        const fork = await madeLog({ size: now, forkedFrom });
        expect(await found(fork, kept)).toBe('tlog/checkpoint 0 fork');
      }
      const later = noteOf(await madeLog({ size: now + 1 }));
      expect(await found(await madeLog({ size: now }), later)).toBe('smaller');
    }
  });

  test('name lines and tiles that were swapped, dropped or repeated', async () => {
    const log = await madeLog({ size: 5 });
    const lines = madeLines(5);
    const ledger = (...order: number[]) =>
      found(withFile(log, 'ledger.jsonl', order.map((at) => lines[at]).join('')));
    expect(await ledger(0, 2, 1, 3, 4)).toBe('ledger.jsonl 2 line');
    expect(await ledger(0, 1, 1, 2, 3, 4)).toBe('ledger.jsonl 3 line');
    expect(await ledger(0, 1, 3, 4)).toBe('ledger.jsonl 3 line');
    expect(await ledger(0, 1, 2, 3)).toBe('ledger.jsonl 5 missing');
    expect(await ledger(0, 1, 2, 3, 4, 0)).toBe('ledger.jsonl 6 unsigned');
    const longer = await madeLog({ size: 300 });
    const hashes = longer.get('tlog/tile/0/000') as Uint8Array;
    const moved = Uint8Array.from([...hashes.slice(32), ...hashes.slice(0, 32)]);
    const swapped = withFile(longer, 'tlog/tile/0/000', moved);
    expect(await found(swapped)).toBe('tlog/tile/0/000 1 hash');
    for (const path of longer.keys()) {
      const without = new Map(longer);
      without.delete(path);
      if (!/checkpoint|policy/.test(path)) {
        expect(await found(without)).toBe(`${path} 0 missing`);
      }
    }
  });

  test('name tiles that are too short or too long', async () => {
    const log = await madeLog({ size: 3 });
    for (const [path, fault] of [
      ['tlog/tile/0/000.p/3', 'tile'],
      ['tlog/tile/entries/000.p/3', 'bundle'],
    ] as const) {
      const bytes = log.get(path) as Uint8Array;
      for (const changed of [
        bytes.slice(0, -1),
        Uint8Array.from([...bytes, 0]),
        bytes.slice(0, 0),
      ]) {
        expect(await found(withFile(log, path, changed))).toBe(`${path} 0 ${fault}`);
      }
    }
  });

  test('name a log whose lines, hashes and tiles were all rebuilt, but not the signature', async () => {
    const [log, other] = [
      await madeLog({ size: 300 }),
      await madeLog({ size: 300, forkedFrom: 9 }),
    ];
    expect(await found(withFile(other, 'tlog/checkpoint', noteOf(log)))).toBe(
      'tlog/checkpoint 0 root',
    );
  });

  test('name another key, another log, too few witnesses and an invalid policy', async () => {
    const log = await madeLog();
    const under = (policy: PublishedLog, note: PublishedLog) =>
      found(withFile(policy, 'tlog/checkpoint', noteOf(note)));
    expect(await under(log, await madeLog({ origin: 'else.example/x' }))).toBe(
      'tlog/checkpoint 0 stranger',
    );
    const rekeyed = await madeLog({ seeds: [secondSeed] });
    expect(await under(log, rekeyed)).toBe('tlog/checkpoint 0 key');
    expect(await under(await madeLog({ listed: [secondSeed] }), rekeyed)).toBe('sound');
    const { seconds: _, ...unseen } = vectorWitness;
    const witnesses = [vectorWitness, { ...unseen, name: 'other.example/w', seed: secondSeed }];
    expect(await found(await madeLog({ witnesses, quorum: 1 }))).toBe('sound');
    expect(await found(await madeLog({ witnesses, quorum: 2 }))).toBe('quorum');
    const policy = new TextDecoder().decode(log.get('tlog/policy'));
    for (const [text, at] of [
      ['', 0],
      [`${policy}${policy}`, 3],
      [policy.replace('quorum none', 'quorum some'), 2],
      [`${policy}group g constructor\n`, 3],
      [`${policy}group g all\n`, 3],
      [`${policy}unknown\n`, 3],
      [`# a comment\n\n${policy}witness none none\n`, 5],
    ] as const) {
      expect(await found(withFile(log, 'tlog/policy', text))).toBe(`tlog/policy ${at} policy`);
    }
  });

  test('refuse lines that mean the same but are written differently', async () => {
    const [line = ''] = madeLines(1);
    for (const changed of [
      line.replace('{"seq":1,', '{ "seq":1,'),
      line.replace('"seq":1,', '"seq":1.0,'),
      line.replace('"seq":1,', '"seq":1e0,'),
      line.replace('"seq":1,', '"seq":1,"seq":1,'),
      line.replace('"seq":1,', '"seq":"1",'),
      line.replace(':1000}', ':-0}'),
      line.replace(':1000}', ':9007199254740993}'),
      line.replace(':1000}', ':NaN}'),
      line.replace(':1000}', ':true}'),
      line.replace(':1000}', ':null}'),
      line.replace(':1000}', ':{"a":1}}'),
      line.replace('"priceCents"', '"__proto__"'),
      line.replace('"priceCents"', '"Price"'),
      line.replace('"d2"', '"\\u00642"'),
      line.replace('"d2"', '"d\\/2"'),
      line.replace('.000Z', 'Z'),
      line.replace('listing', 'Listing'),
      `[${line.trim()}]\n`,
      `${'['.repeat(3_000)}\n`,
      '[["seq",1]]\n',
      '1\n',
      '\n',
    ]) {
      const log = await madeLog({ lines: [changed] });
      expect([changed, await found(log)]).toEqual([changed, 'ledger.jsonl 1 form']);
    }
    for (const changed of [line.replace('d2', 'é'), `${'x'.repeat(8_192)}\n`]) {
      expect(await found(await madeLog({ lines: [changed] }))).toBe('ledger.jsonl 1 bytes');
    }
    const second = await madeLog({ lines: madeLines(2).slice(1) });
    expect(await found(second)).toBe('ledger.jsonl 1 number');
  });
});

/** Every seventh bit covers each position within a byte, and every byte. */
const EACH_BIT = scale(7, 1);
const which = EACH_BIT === 1 ? 'every single bit' : 'every seventh bit';

describe(`on a small log with ${which} of a file changed, ${theVerifiers}`, () => {
  test.each([
    ['ledger.jsonl', /^ledger\.jsonl [12] line$/],
    ['tlog/tile/0/000.p/2', /^tlog\/tile\/0\/000\.p\/2 [12] hash$/],
    ['tlog/tile/entries/000.p/2', /^tlog\/tile\/entries\/000\.p\/2 (0 bundle|[12] entry)$/],
    ['tlog/checkpoint', /^tlog\/checkpoint 0 (note|key|stranger|signature)$|^quorum$/],
    ['tlog/policy', /^tlog\/policy \d policy$|^tlog\/checkpoint 0 (key|stranger)$|^quorum$/],
  ])(
    'find the change in %s',
    async (path, said) => {
      const log = await madeLog({ size: 2, witnesses: [vectorWitness], quorum: 1 });
      for (let bit = 0; bit < (log.get(path)?.length ?? 0) * 8; bit += EACH_BIT) {
        expect([bit, await found(withBit(log, path, bit))]).toEqual([
          bit,
          expect.stringMatching(said),
        ]);
      }
    },
    240_000,
  );
});
