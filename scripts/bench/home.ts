import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '@datchain/emulators/database/server.ts';
import { databaseUrl, demoProjectId } from '@datchain/emulators/stack/environment.ts';
import { freePorts } from '@datchain/emulators/stack/ports.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { launchChromium } from '@datchain/shared/ui/testing/find-chromium.ts';
import type { Page } from '@playwright/test';
import { rebuildSite } from '../../builder/rebuild.ts';
import { inRepository } from '../lib/root.ts';
import { hostSite } from './host-site.ts';
import { aLedgerOf } from './ledger-world.ts';
import { isBusy, machine, table, writeReport } from './report.ts';

const SECONDS = 10;
const RATES = [0, 100, 1_000];
const WRITES_A_SECOND = 50;
const BLOCKS = Array.from({ length: 20 }, (_, index) => 36 + index);

/** A page is smooth while no task holds it longer than this; browsers call 50 ms long. */
const LONGEST_TASK_MILLIS = 100;

interface Measured {
  readonly rate: number;
  readonly changes: number;
  readonly frames: number;
  readonly longTasks: number;
  readonly longestTask: number;
}

const block = (platformRemaining: number) => ({ price: 0.5, platformRemaining, sellQty: 0 });

/** Counts a page's frames and the tasks that hold it for more than 50 ms, from now on. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { frames: 0, tasks: [] as number[] };
    const onFrame = () => {
      seen.frames += 1;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: 'longtask' });
    Object.assign(window, { seen });
  });

/** Changes `rate` values a second for a while, each an event of its own path. */
async function change(databaseURL: string, rate: number): Promise<number> {
  const started = performance.now();
  let changes = 0;
  for (let write = 0; write < SECONDS * WRITES_A_SECOND; write += 1) {
    const due = started + (write * 1000) / WRITES_A_SECOND;
    await new Promise((wake) => setTimeout(wake, Math.max(0, due - performance.now())));
    const count = rate / WRITES_A_SECOND;
    const paths = Array.from({ length: count }, (_, index) => {
      const id = BLOCKS[(write * count + index) % BLOCKS.length];
      return [`${id}/platformRemaining`, 10_000 - write] as const;
    });
    if (count === 0) continue;
    const response = await fetch(databaseRestUrl({ databaseURL }, 'tokenBlocks'), {
      method: 'PATCH',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify(Object.fromEntries(paths)),
    });
    if (!response.ok) throw new Error(`The database answered ${response.status}.`);
    changes += count;
  }
  return changes;
}

async function measure(page: Page, databaseURL: string, rate: number): Promise<Measured> {
  await watch(page);
  const changes = await change(databaseURL, rate);
  const { frames, tasks } = await page.evaluate(
    () => (window as unknown as { seen: { frames: number; tasks: number[] } }).seen,
  );
  return {
    rate,
    changes,
    frames,
    longTasks: tasks.length,
    longestTask: tasks.reduce((a, b) => Math.max(a, b), 0),
  };
}

async function withHome<T>(run: (page: Page, databaseURL: string) => Promise<T>): Promise<T> {
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `ledger-${process.pid}-home-`));
  const ports = await freePorts();
  const siteDir = join(folder, 'site');
  await rebuildSite({ siteDir, log: () => {}, read: async () => aLedgerOf(100) });
  const database = await startDatabase({
    port: ports.database,
    projectId: demoProjectId,
    rules: readFileSync(inRepository('rules/database.rules.json'), 'utf8'),
  });
  const hosting = await hostSite(siteDir, ports);
  const browser = await launchChromium();
  try {
    const databaseURL = databaseUrl(demoProjectId, ports);
    await fetch(databaseRestUrl({ databaseURL }, 'tokenBlocks'), {
      method: 'PUT',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify(Object.fromEntries(BLOCKS.map((id) => [id, block(10_000)]))),
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${hosting.port}/home`);
    await page.getByText(/^Live, /).waitFor();
    return await run(page, databaseURL);
  } finally {
    await browser.close();
    await hosting.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isMet = (all: readonly Measured[]): boolean =>
  all.every(({ longestTask }) => longestTask <= LONGEST_TASK_MILLIS);

const figures = (all: readonly Measured[]): string =>
  table(
    ['changes/s', 'changes', 'frames/s', 'tasks over 50 ms', 'longest, ms'],
    all.map((one) => [
      `${one.rate}`,
      `${one.changes}`,
      (one.frames / SECONDS).toFixed(0),
      `${one.longTasks}`,
      one.longestTask.toFixed(0),
    ]),
  );

const report = (all: readonly Measured[]): string => `
# /home while the market changes

Written by \`npm run bench -- home\`: ${BLOCKS.length} price blocks in Chromium, whose stock changes in the live
database for ${SECONDS} seconds, in ${WRITES_A_SECOND} writes a second. ${machine()}.

${figures(all)}

Budget, no task longer than ${LONGEST_TASK_MILLIS} ms: ${isMet(all) ? 'met' : 'NOT met'}${isBusy ? ' (the machine was busy: compare with the row without changes)' : ''}.
`;

/**
 * Measures how smooth /home stays and writes docs/bench/home.md.
 *
 * @returns whether no task was too long
 */
export async function benchHome(): Promise<boolean> {
  const all = await withHome(async (page, databaseURL) => {
    const measured: Measured[] = [];
    for (const rate of RATES) measured.push(await measure(page, databaseURL, rate));
    return measured;
  });
  console.log(`\n${figures(all)}\n`);
  writeReport('home', report(all));
  return isMet(all);
}
