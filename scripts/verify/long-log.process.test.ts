import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../lib/root.ts';
import { madeLog } from './testing/made-log.ts';
import { hasPython, pythonScript } from './testing/python-verifier.ts';

const folder = mkdtempSync(join(tmpdir(), 'long-log-'));
const logOf = (lines: number) => join(folder, String(lines), 'ledger.jsonl');

function write(lines: number): void {
  const made = madeLog(lines, 1_000);
  mkdirSync(join(folder, String(lines)));
  const files = {
    'ledger.jsonl': made.log.join(''),
    'checkpoints.jsonl': made.checkpoints.join(''),
  };
  for (const [name, text] of Object.entries({ ...files, 'log-keys.json': made.keys })) {
    writeFileSync(join(folder, String(lines), name), text);
  }
}

/** Ends with the most memory it has had, in KiB. */
const runs: Record<string, (place: string) => [command: string, parameters: string[]]> = {
  'npm run verify': (place) => [
    process.execPath,
    [
      // The file has 20 MB: who keeps its lines ends here. And a collector in no hurry hides growth.
      '--max-old-space-size=20',
      '--max-semi-space-size=1',
      '--input-type=module',
      '--eval',
      `process.argv.splice(1, 0, 'verify');
       const { sentence, verifyLog } = await import(${JSON.stringify(inRepository('scripts/verify.ts'))});
       console.log(sentence(await verifyLog(process.argv[2], {})));
       console.log(process.resourceUsage().maxRSS);`,
      place,
    ],
  ],
  'verify.py': (place) => [
    'python3',
    [
      '-B',
      '-c',
      `import resource, runpy, sys
sys.argv.pop(0)
try: runpy.run_path(sys.argv[0], run_name='__main__')
except SystemExit: pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)`,
      pythonScript,
      place,
    ],
  ],
};

function run(name: string, lines: number): { says: string; kib: number } {
  const [command, parameters] = runs[name]?.(logOf(lines)) ?? ['', []];
  const [says = '', kib = ''] = execFileSync(command, parameters).toString().trim().split('\n');
  return { says, kib: Number(kib) };
}

/** Reading the longer file at once takes 18 MB for its bytes alone, and as much for its texts. */
const GROWTH_KIB = 24_000;

/** Not on a quiet machine. */
const slow = { timeout: 240_000 };

describe('a log of 100,000 lines', () => {
  beforeAll(() => {
    write(10_000);
    write(100_000);
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is found sound by npm run verify, in no more memory than one of 10,000', slow, () => {
    const [short, long] = [run('npm run verify', 10_000), run('npm run verify', 100_000)];
    expect(long.says).toMatch(/^OK 100000 lines, 100 checkpoints, /);
    expect(long.kib - short.kib).toBeLessThan(GROWTH_KIB);
  });

  test.skipIf(!hasPython)(
    'and by verify.py, which says the same (skipped without python3)',
    slow,
    () => {
      const [short, long] = [run('verify.py', 10_000), run('verify.py', 100_000)];
      expect(long.says).toBe(run('npm run verify', 100_000).says);
      expect(long.kib - short.kib).toBeLessThan(GROWTH_KIB);
    },
  );
});
