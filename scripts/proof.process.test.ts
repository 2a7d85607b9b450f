import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { proofText } from '@datchain/tlog/proof-file.ts';
import { readLatest, readProof } from '@datchain/tlog/read-proof.ts';
import {
  type MadeWitness,
  madeLog,
  makeLogReader,
  vectorWitness,
} from '@datchain/tlog/testing/made-log.ts';
import { vector } from '@datchain/tlog/testing/vector.ts';
import { afterAll, expect, test } from 'vitest';
import { inRepository } from './lib/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'proof-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const made = await madeLog({ lines: vector.lines, witnesses: [vectorWitness], quorum: 'w1' });
const policy = write('policy', Buffer.from(made.get('tlog/policy') ?? []).toString());

async function proofSeenBy(witnesses: readonly MadeWitness[]): Promise<string> {
  const read = makeLogReader(await madeLog({ lines: vector.lines, witnesses }));
  const entry = bytesOfText(vector.lines[1]);
  return proofText(await readProof(read, await readLatest(read), { index: 1, entry }));
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRepository('scripts/proof.ts'), ...args],
    { encoding: 'utf8' },
  );
  return { status, said: `${stdout}${stderr}` };
}

test('a proof is checked without the log: its line, its signature and its witnesses with their times', async () => {
  const file = write('sound', await proofSeenBy([vectorWitness]));
  expect(run(file, '--policy', policy)).toEqual({
    status: 0,
    said: [
      'OK Line 2 is in the log as it was with 3 lines.',
      vector.lines[1].trimEnd(),
      `Signed by ${vector.origin}.`,
      `Seen by ${vector.witnessName} (independent) at ${new Date(vector.cosignedSeconds * 1_000).toISOString()}.`,
      'Newer lines may exist.',
      '',
    ].join('\n'),
  });
});

test('wrong proofs, unreadable ones and ones seen by too few witnesses have different exit codes', async () => {
  const sound = await proofSeenBy([vectorWitness]);
  const wrong = write('wrong', sound.replace('index 1', 'index 0'));
  expect(run(wrong, '--policy', policy)).toMatchObject({
    status: 1,
    said: 'WRONG The proof does not show that the log has this line (inclusion).\n',
  });
  expect(run(write('text', 'hello'), '--policy', policy).status).toBe(2);
  expect(run(join(folder, 'none'), '--policy', policy).status).toBe(2);
  expect(run(write('again', sound)).status).toBe(2);
  const unseen = run(write('unseen', await proofSeenBy([])), '--policy', policy);
  expect(unseen.status).toBe(3);
  expect(unseen.said).toContain('fewer witnesses than the policy asks for');
});
