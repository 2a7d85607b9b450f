import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { manyAssets, storedData } from '../ledger/testing/stored-world.ts';
import { listFiles } from './fingerprint.ts';
import { treeDir } from './log-folder.ts';
import { rebuildSite } from './rebuild.ts';
import type { RebuildOptions } from './rebuild-options.ts';

vi.setConfig({ testTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), 'ledger-log-test-'));
const siteDir = join(folder, 'site');
const tree = join(siteDir, treeDir);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rebuild = (log: PublicLog, options: Partial<RebuildOptions> = {}) =>
  rebuildSite({
    siteDir,
    log: () => {},
    read: async () => storedData(manyAssets(2)),
    openLog: async () => log,
    portalDir: join(folder, 'no-portal'),
    ...options,
  });

const builtOn = (): string =>
  utcDay(Date.parse(JSON.parse(readFileSync(join(siteDir, 'build.json'), 'utf8')).time));

const written = () =>
  listFiles(`${tree}/`)
    .filter((file) => statSync(join(tree, file)).nlink === 1)
    .sort();

test('one more line changes three files of the tree; a lost slice is made again; a truncated log is not published', async () => {
  const lines = someLines(602);
  await rebuild(await aPublicLog(lines.slice(0, 599)));
  expect(written()).toHaveLength(10);
  // Only the second version is noted as untouched.
  await rebuild(await aPublicLog(lines.slice(0, 600), [599, 600]));
  const day = builtOn();
  const longer = await aPublicLog(lines.slice(0, 601), [599, 600, 601]);
  const readFrom: (number | undefined)[] = [];
  const read = (from?: number) => {
    readFrom.push(from);
    return longer.lines(from);
  };
  await rebuild({ ...longer, lines: read });
  // Only the first rebuild of a day reads the whole log.
  expect(readFrom).toEqual([builtOn() === day ? 600 : 0]);
  expect(written()).toEqual(['checkpoint', 'tile/0/002.p/89', 'tile/entries/002.p/89']);
  const before = readFileSync(join(tree, 'checkpoint'), 'utf8');
  await expect(rebuild(await aPublicLog(lines.slice(0, 599)))).rejects.toThrow(
    'The public log is broken: it does not continue the 601 lines published as datchain.example/data/v1/tlog.',
  );
  expect(readFileSync(join(tree, 'checkpoint'), 'utf8')).toBe(before);

  const [lastDay = ''] = listFiles(join(siteDir, 'data/v1/days/')).slice(-1);
  const slice = join(siteDir, 'data/v1/days', lastDay);
  const text = readFileSync(slice, 'utf8');
  rmSync(slice);
  await rebuild(await aPublicLog(lines, [599, 600, 601, 602]));
  expect(readFileSync(slice, 'utf8')).toBe(text + lines[601]);
});
