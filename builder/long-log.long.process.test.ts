import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerFiles } from '@datchain/shared/domain/public-log/ledger-files.ts';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { readLiveCheckpoint } from './live-checkpoint.ts';
import { addLog } from './log-files.ts';
import { SiteTree } from './site-tree.ts';

vi.setConfig({ testTimeout: 240_000 });

const top = mkdtempSync(join(tmpdir(), 'long-log-'));
afterAll(() => rmSync(top, { recursive: true }));

test('a log that becomes too long for one file is split into several, which later lines continue', async () => {
  const lines = someLines(250_002);
  const site = SiteTree.empty(join(top, 'site'));
  const readFrom: number[] = [];
  const steps = [
    [249_999, 1],
    [250_000, 4],
    [250_002, 4],
  ] as const;
  for (const [size, count] of steps) {
    const log = await aPublicLog(lines.slice(0, size));
    const problem = await addLog(
      site,
      {
        ...log,
        lines: (from = 0) => {
          readFrom.push(from);
          return log.lines(from);
        },
      },
      {
        work: join(top, 'work'),
        live: readLiveCheckpoint(site.dir),
        isContinued: true,
        witnesses: '',
        log: () => {},
      },
    );
    expect(problem).toBeUndefined();
    const exports = ledgerFiles(size).map(({ path }) => path);
    expect(exports).toHaveLength(count);
    const found = site.filesIn('data/v1').filter((name) => /^ledger.*jsonl$/.test(name));
    expect(found.sort()).toEqual(exports);
    const text = exports.map((name) => readFileSync(join(site.dir, 'data/v1', name), 'utf8'));
    expect(text.join('') === lines.slice(0, size).join('')).toBe(true);
  }
  expect(readFrom).toEqual([0, 0, 250_000]);
});
