import { cpSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookFigures } from '@datchain/shared/domain/public-books/figures.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { plannedFolders, planPages } from '../ledger/src/plan.ts';
import { briefedRows } from '../ledger/src/rows/dat-brief.ts';
import { writeOutline } from '../ledger/src/rows/outline.ts';
import { readStoredData } from '../ledger/src/snapshot.ts';
import { outlineOfRows } from '../ledger/testing/outlines.ts';
import { manyAssets, storedAt, storedData } from '../ledger/testing/stored-world.ts';
import { runCommand } from '../scripts/lib/command.ts';
import { inRepository } from '../scripts/lib/root.ts';
import { LedgerBuilder } from './build-ledger.ts';
import { listFiles } from './fingerprint.ts';
import { recordPage } from './page-record.ts';
import { RowFile } from './row-file.ts';
import { makeWorkDir } from './work-dir.ts';

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

/** Data for a page of every route: one artist with several pages of works, and a day of books. */
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

const filesOf = (route: string): RegExp =>
  new RegExp(
    `^${route
      .replace(/\.astro$/, '.html')
      .replace(/\.ts$/, '')
      .replaceAll(/\[\w+\]/g, '[^/]+')}$`,
  );

test("several processes draw the same bytes as Astro's own build", async () => {
  const reading = readStoredData(world);
  const rowsFile = join(folder, 'rows');
  const file = new RowFile(rowsFile);
  file.together(() => file.putAll(briefedRows(reading, storedAt)));
  const outline = outlineOfRows(reading, file.known());
  file.close();
  const outlineFile = join(folder, 'outline.json');
  writeOutline(outlineFile, outline);
  const planned = [...planPages(outline)].filter(({ name }) => name !== 'viewdat/dat-3.html');
  const plan = planned.map(({ group }) => group());
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, plan.map((group) => `${JSON.stringify(group)}\n`).join(''));

  const site = 'https://ledger.test';
  const ours = join(folder, 'ours');
  const build = { outlineFile, rowsFile, plan, drawers: 3, isReplacing: false };
  const builder = new LedgerBuilder({ ...process.env, SITE_URL: site });
  await builder.addFixed(ours);
  const { drawn } = await builder.begin({ ...build, outDir: ours });
  const all = [...(await drawn)];
  const astros = join(folder, 'astros');
  const { output } = await runCommand({
    script: 'astro/bin/astro.mjs',
    parameters: ['build', '--silent', '--outDir', astros, '--site', site],
    folder: 'ledger',
    env: {
      LEDGER_OUTLINE: outlineFile,
      LEDGER_ROWS: rowsFile,
      LEDGER_PLAN: planFile,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
  });

  const files = listFiles(astros);
  // The DAT files for programs are not Astro's, though planned and drawn with its pages.
  const datFiles = listFiles(join(ours, 'data'));
  expect(datFiles).toHaveLength(59);
  rmSync(join(ours, 'data'), { recursive: true });
  const routes = listFiles(inRepository('ledger/src/pages'));
  const undrawn = routes.filter((route) => !files.some((file) => filesOf(route).test(file)));
  expect(undrawn, output).toEqual([]);
  expect(listFiles(ours)).toEqual(files);
  const bytes = (dir: string, path: string) => readFileSync(join(dir, path));
  expect(files.filter((path) => !bytes(ours, path).equals(bytes(astros, path)))).toEqual([]);
  const ofPlan = planned.flatMap((pages) => pages.files()).sort();
  const isPlanned = (path: string) => plannedFolders.some((each) => path.startsWith(`${each}/`));
  expect(
    all
      .map(({ file }) => file)
      .filter(isPlanned)
      .sort(),
  ).toEqual(ofPlan);

  // Each page was read by the process that drew it.
  const read = files
    .filter((path) => path.endsWith('.html'))
    .map((file) => ({ file, record: recordPage(`${bytes(ours, file)}`, sessionHintScript) }));
  const recorded = all.filter((each) => 'record' in each);
  expect(recorded.sort((one, other) => (one.file < other.file ? -1 : 1))).toEqual(read);

  const again = join(folder, 'again');
  cpSync(ours, again, { recursive: true });
  rmSync(join(again, 'help.html'));
  linkSync(join(ours, 'help.html'), join(again, 'help.html'));
  const kept = ['help.html', 'about.html'];
  const second = await builder.begin({
    ...build,
    plan: plan.slice(0, 20),
    isReplacing: true,
    outDir: again,
    kept,
  });
  const redrawn = [...(await second.drawn)].map(({ file }) => file);
  rmSync(join(again, 'data'), { recursive: true });
  expect(listFiles(again)).toEqual(files);
  expect(files.filter((path) => !bytes(again, path).equals(bytes(ours, path)))).toEqual([]);
  expect(redrawn).not.toEqual(expect.arrayContaining([expect.stringMatching('help|about')]));
  expect(statSync(join(again, 'help.html')).nlink).toBe(2);
});
