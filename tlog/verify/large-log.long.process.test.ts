import { afterAll, expect, test } from 'vitest';
import { compareVerdicts } from '../testing/both.ts';
import { madeLog, withBit } from '../testing/made-log.ts';
import { hasPython, PythonVerifier } from '../testing/python-verifier.ts';

const python = hasPython ? new PythonVerifier() : undefined;
afterAll(() => python?.close());

test('a log with three levels of tiles is sound, and a changed hash of each is named', async () => {
  const log = await madeLog({ size: 65_536 + 300 });
  expect(await compareVerdicts(python, log)).toBe('sound');
  for (const [path, said] of [
    ['tlog/tile/0/128', 'tlog/tile/0/128 1 hash'],
    ['tlog/tile/1/000', 'tlog/tile/1/000 1 block'],
    ['tlog/tile/1/001.p/1', 'tlog/tile/1/001.p/1 1 block'],
    ['tlog/tile/2/000.p/1', 'tlog/tile/2/000.p/1 1 block'],
  ] as const) {
    expect(await compareVerdicts(python, withBit(log, path, 0))).toBe(said);
  }
}, 600_000);
