import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexRows, readStoredData, snapshotOf } from '@datchain/ledger/src/snapshot.ts';
import { writeSnapshot } from '@datchain/ledger/src/snapshot-file.ts';
import { manyAssets, storedAt, storedData } from '@datchain/ledger/testing/stored-world.ts';
import { bookFigures } from '@datchain/shared/domain/public-books/figures.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from '../scripts/lib/command.ts';
import { inRepository } from '../scripts/lib/root.ts';
import { LedgerBuilder } from './build-ledger.ts';
import { fingerprint, listFiles } from './fingerprint.ts';
import { recordPage } from './page-record.ts';
import { makeWorkDir } from './work-dir.ts';

const addresses = { shareImages: {}, previews: 'https://storage.test/o/previews%2F' };

vi.setConfig({ testTimeout: 120_000 });

const folder = makeWorkDir(inRepository(''));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nothing = { openingMicros: 0, closingMicros: 0, lines: [] };
const bookDay = {
  date: '2026-11-19',
  upTo: storedAt,
  isClosed: true,
  entries: 0,
  figures: Object.fromEntries(bookFigures.map(({ key }) => [key, nothing])),
  balances: { owedMicros: 0, tokens: 0, rewardTokens: 0 },
  users: 0,
  generation: 'a',
};

/** Enough for a page of every route: one artist with several pages of works, and a day of books. */
const world = {
  ...storedData(
    manyAssets(60).map((asset) => ({
      ...asset,
      creatorId: 'maker-0',
      creatorUsername: 'artist0',
      userId: 'maker-0',
    })),
  ),
  bookDays: [{ id: bookDay.date, value: bookDay }],
};

/** What the files of a route are called. */
const filesOf = (route: string): RegExp =>
  new RegExp(
    `^${route
      .replace(/\.astro$/, '.html')
      .replace(/\.ts$/, '')
      .replaceAll(/\[\w+\]/g, '[^/]+')}$`,
  );

test('what is compiled once and drawn in several processes is to the byte what Astro builds', async () => {
  const reading = readStoredData(world);
  const rows = indexRows(reading, {}, { readAt: storedAt, fingerprint });
  const data = {
    LEDGER_SNAPSHOT: join(folder, 'snapshot.jsonl'),
    LEDGER_KEPT: join(folder, 'kept.json'),
  };
  writeSnapshot(data.LEDGER_SNAPSHOT, snapshotOf(reading, rows, addresses));
  writeFileSync(data.LEDGER_KEPT, JSON.stringify(['dat-3']));

  const site = 'https://ledger.test';
  const ours = join(folder, 'ours');
  const build = {
    snapshotFile: data.LEDGER_SNAPSHOT,
    keptFile: data.LEDGER_KEPT,
    drawers: 3,
  };
  const builder = new LedgerBuilder({ ...process.env, SITE_URL: site });
  const built = await builder.begin({ ...build, outDir: ours });
  const { records, keys } = await built.pages;
  const astros = join(folder, 'astros');
  const { output } = await runCommand({
    script: 'astro/bin/astro.mjs',
    parameters: ['build', '--silent', '--outDir', astros, '--site', site],
    folder: 'ledger',
    env: { ...data, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });

  const files = listFiles(astros);
  const routes = listFiles(inRepository('ledger/src/pages'));
  const undrawn = routes.filter((route) => !files.some((file) => filesOf(route).test(file)));
  expect(undrawn, output).toEqual([]);
  expect(listFiles(ours)).toEqual(files);
  const bytes = (dir: string, file: string) => readFileSync(join(dir, file));
  expect(files.filter((file) => !bytes(ours, file).equals(bytes(astros, file)))).toEqual([]);

  // Each page was read by the process that drew it.
  const read = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, recordPage(bytes(ours, file).toString(), sessionHintScript)] as const);
  expect([...records].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(read);

  // Lists, the pages of people and their feeds have keys; with the same ones they are taken over.
  expect([...keys.keys()].sort()).toEqual([
    'dats/2.html',
    'profile/artist0.html',
    'profile/artist0/2.html',
    'profile/artist0/feed.xml',
    'profile/lenafjeldstad.html',
    'profile/lenafjeldstad/2.html',
    'profile/maker.html',
    'profile/maker/2.html',
  ]);
  const again = join(folder, 'again');
  const changed = 'profile/artist0/2.html';
  const last = { siteDir: ours, keys: new Map([...keys, [changed, 'another']]) };
  const first = ['data/v1/dats.json', 'feed.xml'];
  const { pages, firstDrawn } = await builder.begin({ ...build, outDir: again, last, first });
  await firstDrawn;
  expect(first.filter((file) => !existsSync(join(again, file)))).toEqual([]);
  const second = await pages;
  expect(listFiles(again)).toEqual(files);
  expect(files.filter((file) => !bytes(again, file).equals(bytes(ours, file)))).toEqual([]);
  expect(new Map([...second.keys].sort())).toEqual(new Map([...keys].sort()));
  const taken = [...keys.keys()].filter((file) => file !== changed).sort();
  expect(files.filter((file) => statSync(join(again, file)).nlink > 1)).toEqual(taken);
  expect([...records.keys()].filter((file) => !second.records.has(file)).sort()).toEqual(
    taken.filter((file) => file.endsWith('.html')),
  );
});
