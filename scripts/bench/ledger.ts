import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { compiledLedger } from '@datchain/builder/compiled-ledger.ts';
import { inRepository } from '../lib/root.ts';
import { type BuiltLedger, buildLedger, type Measured, type Run } from './ledger-run.ts';
import { isBusy, median, type Report, table } from './report.ts';

const SIZES = [100, 1_000, 10_000];
const LARGE = 100_000;
/** Rows, histories and streams of 100,000 DATS are all in memory. */
const LARGE_HEAP_MEGABYTES = 7_000;
const CHANGES = 7;

const budget = {
  seconds: 25,
  processorSeconds: 40,
  megabytes: 1_536,
  oneChangedSeconds: 2,
  /** The time of one change among the most DATS, relative to a tenth of them. */
  oneChangedGrowth: 1.5,
  unchangedSeconds: 0.5,
  /** The cost of a further page between the larger sizes, relative to the smaller ones. */
  growth: 1.5,
};

const fixed = (value: number, digits = 1): string => value.toFixed(digits);
const count = (value: number): string => value.toLocaleString('en-US');

/**
 * Returns the seconds of a run. On a busy machine the wall time is too long, so the processor time
 * counts if it is shorter.
 */
const secondsOf = ({ wallSeconds, cpuSeconds }: Run): number =>
  isBusy ? Math.min(wallSeconds, cpuSeconds) : wallSeconds;

const millisPerPage = (small: Measured, large: Measured): number =>
  (1000 * (large.full.cpuSeconds - small.full.cpuSeconds)) / (large.pages - small.pages);

function budgetsOf(all: readonly Measured[]): Report['budgets'] {
  const [small, middle, large] = all;
  if (!small || !middle || !large) throw new Error('Three sizes are compared.');
  const [before, after] = [millisPerPage(small, middle), millisPerPage(middle, large)];
  const [few, many] = [secondsOf(middle.oneChanged), secondsOf(large.oneChanged)];
  return [
    [
      `${count(large.dats)} DATS in at most ${budget.seconds} s`,
      secondsOf(large.full) <= budget.seconds,
    ],
    [
      `in at most ${budget.processorSeconds} s of processors`,
      large.full.cpuSeconds <= budget.processorSeconds,
    ],
    [
      `with at most ${count(budget.megabytes)} MB at once`,
      large.full.peakMegabytes <= budget.megabytes,
    ],
    [
      `a further page, ${fixed(before)} ms of a processor first, costs at most ${budget.growth} × as much at the end: ${fixed(after)} ms`,
      after <= budget.growth * before,
    ],
    [
      `one changed DAT of ${count(middle.dats)} and of ${count(large.dats)} within ${budget.oneChangedSeconds} s`,
      Math.max(few, many) <= budget.oneChangedSeconds,
    ],
    [
      `the second takes no longer than the first (at most ${budget.oneChangedGrowth} ×): ${fixed(many / few)} ×`,
      many <= budget.oneChangedGrowth * few,
    ],
    [
      `an unchanged ledger stops within ${budget.unchangedSeconds} s`,
      secondsOf(large.unchanged) <= budget.unchangedSeconds,
    ],
  ];
}

const figures = (all: readonly Measured[]): string =>
  table(
    [
      'DATS',
      'pages',
      'files',
      'MB',
      'lines of the log',
      'bytes of the catalogue',
      'clock, s',
      'processors, s',
      'MB at once',
      'one changed, s',
      'unchanged, s',
    ],
    all.map((one) => [
      count(one.dats),
      count(one.pages),
      count(one.files),
      fixed(one.megabytes),
      count(one.lines),
      count(one.catalogueBytes),
      fixed(one.full.wallSeconds),
      fixed(one.full.cpuSeconds),
      fixed(one.full.peakMegabytes, 0),
      `${fixed(one.oneChanged.wallSeconds)} (${fixed(one.oneChanged.cpuSeconds)})`,
      `${fixed(one.unchanged.wallSeconds)} (${fixed(one.unchanged.cpuSeconds)})`,
    ]),
  );

async function changeInTurns(ledgers: readonly BuiltLedger[]): Promise<Measured[]> {
  const runs = ledgers.map((): Run[] => []);
  for (let round = 0; round < CHANGES; round += 1) {
    for (const [at, { change }] of ledgers.entries()) runs[at]?.push(await change());
  }
  return ledgers.map(({ measured }, at) => {
    const own = runs[at] ?? [];
    const ofAll = (what: keyof Run) => median(own.map((run) => run[what]));
    const oneChanged = {
      wallSeconds: ofAll('wallSeconds'),
      cpuSeconds: ofAll('cpuSeconds'),
      peakMegabytes: ofAll('peakMegabytes'),
    };
    return { ...measured, oneChanged };
  });
}

async function measure(sizes: readonly number[]): Promise<Measured[]> {
  // Built on the repository's disk, as in production, so that a site is moved and not copied.
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `ledger-${process.pid}-bench-`));
  try {
    await compiledLedger(process.env);
    const ledgers: BuiltLedger[] = [];
    for (const dats of sizes) {
      console.log(`${count(dats)} DATS …`);
      ledgers.push(await buildLedger(join(folder, `${dats}`), dats));
    }
    const all = await changeInTurns(ledgers);
    for (const { close } of ledgers) await close();
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function benchLedger(): Promise<Report> {
  const all = await measure(SIZES);
  return { figures: figures(all), budgets: budgetsOf(all) };
}

/**
 * Measures the rebuild at 100,000 DATS, which has no budget.
 *
 * @throws when the heap is too small, with the command to enlarge it
 */
export async function benchLargeLedger(): Promise<Report> {
  if (getHeapStatistics().heap_size_limit < LARGE_HEAP_MEGABYTES * 1e6) {
    throw new Error(
      `This takes more memory: NODE_OPTIONS=--max-old-space-size=${LARGE_HEAP_MEGABYTES} npm run bench -- ledger-large`,
    );
  }
  const all = await measure([LARGE]);
  const most = process.resourceUsage().maxRSS / 1024;
  return {
    figures: `${figures(all)}\n\nThe process that reads had ${count(Math.round(most))} MB at once.`,
    budgets: [],
  };
}
