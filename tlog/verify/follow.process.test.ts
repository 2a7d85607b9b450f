import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type MadeLogOptions, madeLog, secondSeed, vectorWitness } from '../testing/made-log.ts';
import { hasPython, pythonScript } from '../testing/python-verifier.ts';

const folder = mkdtempSync(join(tmpdir(), 'follow-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
async function site(options: MadeLogOptions): Promise<string> {
  made += 1;
  const place = join(folder, String(made));
  for (const [path, bytes] of await madeLog(options)) {
    const file = join(place, 'data/v1', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return place;
}

const commands: [name: string, command: string, first: string[]][] = [
  ['npm run verify', process.execPath, [join(import.meta.dirname, '../../scripts/verify.ts')]],
  ...(hasPython
    ? [['verify.py', 'python3', ['-B', pythonScript]] as [string, string, string[]]]
    : []),
];

describe.each(commands)('%s', (name, command, first) => {
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, [...first, ...words], {
      encoding: 'utf8',
    });
    return `${status} ${stdout}${stderr}`.trim();
  };
  const state = join(folder, `state of ${name}`);

  test('follows a log, and names a fork, an old backup and a log that is gone', async () => {
    const follow = async (options: MadeLogOptions) => run(await site(options), '--state', state);
    expect(await follow({ size: 3 })).toMatch(
      /^0 OK 3 lines of datchain\.example\/data\/v1\/tlog, /,
    );
    expect(await follow({ size: 300 })).toMatch(/^0 OK 300 lines /);
    expect(await follow({ size: 5 })).toMatch(
      /^3 OK 5 lines .*\nDOUBT It is smaller .*\(smaller\)$/s,
    );
    expect(await follow({ size: 301, forkedFrom: 9 })).toMatch(
      /^1 WRONG tlog\/checkpoint: .*\(fork\)\.$/,
    );
    const evidence = readdirSync(join(state, 'evidence')).map(
      (file) => readFileSync(join(state, 'evidence', file), 'utf8').split('\n')[1],
    );
    expect(evidence.sort()).toEqual(['300', '301']);
    expect(await follow({ size: 302 })).toMatch(/^0 OK 302 lines /);
    expect(run(join(folder, 'nowhere'), '--state', state)).toMatch(
      /^2 The log could not be read: /,
    );
  });

  test('uses the first policy it saw, until it is given another', async () => {
    const kept = join(folder, `policy of ${name}`);
    const old = await site({ size: 3 });
    const rekeyed = await site({ size: 4, seeds: [secondSeed] });
    expect(run(old, '--state', kept)).toMatch(/^0 OK/);
    expect(run(rekeyed, '--state', kept)).toMatch(/^1 WRONG tlog\/checkpoint: .*\(key\)\.$/);
    const policy = join(rekeyed, 'data/v1/tlog/policy');
    expect(run(rekeyed, '--state', kept, '--policy', policy)).toMatch(/^0 OK/);
    expect(run(rekeyed, '--state', kept)).toMatch(/^0 OK/);
  });

  test('reports too few witnesses, and a log that is old', async () => {
    const { seconds: _, ...unseen } = vectorWitness;
    const lonely = await site({ size: 3, witnesses: [unseen], quorum: 1 });
    expect(run(lonely)).toMatch(/^3 OK .*\nDOUBT Too few witnesses have seen it\. \(quorum\)$/s);
    const seen = await site({ size: 3, witnesses: [{ ...vectorWitness, seconds: 1_000_000_000 }] });
    expect(run(seen)).toMatch(/^0 OK .*, as of 2001-09-09T01:46:40\.000Z\. Seen by w1\.$/);
    expect(run(seen, '--stale', '26')).toMatch(/^3 OK .*\nDOUBT It is older .*\(stale\)$/s);
    expect(run(join(seen, 'data/v1/ledger.jsonl'))).toMatch(/^0 OK/);
  });
});
