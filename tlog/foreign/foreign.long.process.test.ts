import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readVkey } from '../keys.ts';
import { madeLog, type PublishedLog, vectorWitness, withBit } from '../testing/made-log.ts';
import { vector } from '../testing/vector.ts';
import { askGo, buildGo, hasGo } from './programs.ts';
import { verifyForeign } from './verify-foreign.ts';

const folder = mkdtempSync(join(tmpdir(), 'foreign-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(log: PublishedLog): string {
  for (const [path, bytes] of log) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return folder;
}

test.each([0, 1, 3, 256, 257, 600])(
  'foreign programs find a log of %i lines sound',
  async (size) => {
    const said = await verifyForeign(write(await madeLog({ size, witnesses: [vectorWitness] })));
    expect(said.map(({ program, is }) => `${program} ${is}`)).toEqual([
      'OpenSSL OK',
      '@sigstore/verify OK',
      `Go's x/mod ${hasGo ? 'OK' : 'SKIPPED'}`,
    ]);
  },
  120_000,
);

test('each foreign program refuses a changed signature', async () => {
  const log = await madeLog({ size: 3 });
  const note = new TextDecoder().decode(log.get('tlog/checkpoint'));
  const at = note.lastIndexOf('=') - 20;
  const bit = new TextEncoder().encode(note.slice(0, at)).length * 8;
  const said = await verifyForeign(write(withBit(log, 'tlog/checkpoint', bit)));
  for (const { program, is } of said) {
    expect([program, is]).toEqual([
      program,
      program.startsWith('Go') && !hasGo ? 'SKIPPED' : 'WRONG',
    ]);
  }
}, 120_000);

/**
 * Decodes a checkpoint with one signature like Go, which ignores the spare bits of Base64. Our own programs
 * refuse such a text.
 */
function readByGo(checkpoint: Uint8Array): string | undefined {
  const signed = /^(.+ )([A-Za-z0-9+/]+=*)\n$/s.exec(Buffer.from(checkpoint).toString('latin1'));
  return signed?.[1] && signed[1] + Buffer.from(signed[2] ?? '', 'base64').toString('hex');
}

test.skipIf(!hasGo)(
  "every flipped bit of the tree is refused by Go's x/mod (skipped without it)",
  async () => {
    const built = buildGo(folder);
    const key = readVkey(vector.logKey);
    if (!key) throw new Error('unreachable: the vector has a key');
    const log = await madeLog({ size: 2 });
    const place = join(write(log), 'tlog');
    expect(askGo(built, place, key).is).toBe('OK');
    for (const path of ['tlog/checkpoint', 'tlog/tile/0/000.p/2', 'tlog/tile/entries/000.p/2']) {
      for (let bit = 0; bit < (log.get(path)?.length ?? 0) * 8; bit++) {
        const changed = withBit(log, path, bit);
        write(changed);
        const [before, now] = [log, changed].map((each) =>
          readByGo(each.get('tlog/checkpoint') as Uint8Array),
        );
        const isChange = path !== 'tlog/checkpoint' || before !== now;
        expect([path, bit, askGo(built, place, key).is]).toEqual([
          path,
          bit,
          isChange ? 'WRONG' : 'OK',
        ]);
      }
      write(log);
    }
  },
  600_000,
);
