import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compiledLedger } from '../../builder/compiled-ledger.ts';
import { inRepository } from '../lib/root.ts';
import { type BuiltLedger, buildLedger, type Measured, type Run } from './ledger-run.ts';
import { askServedSite, type SearchTimes, timeSearch } from './ledger-served.ts';
import { isBusy, machine, median, table, writeReport } from './report.ts';

const SIZES = [100, 1_000, 10_000];
/** How often each of them is changed. */
const CHANGES = 7;

const budget = {
  seconds: 25,
  processorSeconds: 40,
  megabytes: 1_536,
  oneChangedSeconds: 2,
  /** One change among the most DATS, against one among a tenth of them. */
  oneChangedGrowth: 1.5,
  unchangedSeconds: 0.5,
  /** What a further page costs between the larger sizes, against between the smaller ones. */
  growth: 1.5,
};

const fixed = (value: number, digits = 1): string => value.toFixed(digits);
const count = (value: number): string => value.toLocaleString('en-US');

/** Beside other work the clock can only say too much: then what the processors did counts too. */
const secondsOf = ({ wallSeconds, cpuSeconds }: Run): number =>
  isBusy ? Math.min(wallSeconds, cpuSeconds) : wallSeconds;

/** Processor milliseconds for each page that the larger of two sites has more. */
const millisPerPage = (small: Measured, large: Measured): number =>
  (1000 * (large.full.cpuSeconds - small.full.cpuSeconds)) / (large.pages - small.pages);

interface Outcome {
  readonly all: readonly Measured[];
  readonly asked: number;
  readonly search: SearchTimes;
}

function growthOf(all: readonly Measured[]) {
  const [small, middle, large] = all;
  if (!small || !middle || !large) throw new Error('Three sizes are compared.');
  return { before: millisPerPage(small, middle), after: millisPerPage(middle, large) };
}

function verdicts({ all }: Outcome): [text: string, isMet: boolean][] {
  const largest = all.at(-1);
  if (!largest) return [];
  const { before, after } = growthOf(all);
  const most = largest.full.peakMegabytes;
  const [, middle = largest] = all;
  const changes = [middle, largest].map(({ oneChanged }) => secondsOf(oneChanged));
  const [few = 0, many = 0] = changes;
  return [
    [
      `${count(largest.dats)} DATS in at most ${budget.seconds} s`,
      secondsOf(largest.full) <= budget.seconds,
    ],
    [
      `in at most ${budget.processorSeconds} s of processors`,
      largest.full.cpuSeconds <= budget.processorSeconds,
    ],
    [`with at most ${count(budget.megabytes)} MB at once`, most <= budget.megabytes],
    [
      `a further page costs no more at the end than at the beginning (at most ${budget.growth} ×)`,
      after <= budget.growth * before,
    ],
    [
      `one changed DAT of ${count(middle.dats)} and of ${count(largest.dats)} within ${budget.oneChangedSeconds} s`,
      Math.max(few, many) <= budget.oneChangedSeconds,
    ],
    [
      `the second takes no longer than the first (at most ${budget.oneChangedGrowth} ×): ${(many / few).toFixed(1)} ×`,
      many <= budget.oneChangedGrowth * few,
    ],
    [
      `an unchanged ledger stops within ${budget.unchangedSeconds} s`,
      secondsOf(largest.unchanged) <= budget.unchangedSeconds,
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
      fixed(one.full.wallSeconds),
      fixed(one.full.cpuSeconds),
      fixed(one.full.peakMegabytes, 0),
      `${fixed(one.oneChanged.wallSeconds)} (${fixed(one.oneChanged.cpuSeconds)})`,
      `${fixed(one.unchanged.wallSeconds)} (${fixed(one.unchanged.cpuSeconds)})`,
    ]),
  );

function report(outcome: Outcome): string {
  const { all, asked, search } = outcome;
  const { before, after } = growthOf(all);
  const largest = all.at(-1);
  const perDat = (largest?.catalogueBytes ?? 0) / (largest?.dats ?? 1);
  const lines = verdicts(outcome).map(([text, isMet]) => `- ${text}: ${isMet ? 'met' : 'NOT met'}`);
  return `
# The rebuild of the ledger, by size

Written by \`npm run bench -- ledger\`: \`rebuildSite\` on generated data (20 editions, credits, history,
streams and an artwork address for each DAT, a public log of their releases and sales), from a copy of
what the databases hold to the published folder.
${machine()}.

${figures(all)}

"Processors" is what all processes of the rebuild have used together; other work on the machine
lengthens it too, but less than the clock. "MB at once" is the most that one of the processes which make the pages ever had.
In brackets: processor seconds. "One changed" is a rebuild after one DAT was renamed, of an artist with few others,
which takes over whatever did not change with it: the median of ${CHANGES}, which the sizes take in turns when all of
them were built, because a machine that has just worked for a minute is slower. "Unchanged" is a rebuild that finds
nothing new. Pictures beside shared links are not drawn here: the artwork's addresses lead nowhere. Every site was crawled from
its landing before it was published: no broken link, every page reached. Of the largest, ${count(asked)} pages all
over it were asked for over HTTP and came as they were built.

A further page costs ${fixed(before)} ms of a processor from ${count(all[0]?.pages ?? 0)} to ${count(all[1]?.pages ?? 0)} pages, and ${fixed(after)} ms from there to ${count(all[2]?.pages ?? 0)}.

The catalogue that the filter of /dats loads has ${fixed(perDat, 0)} bytes a DAT as it travels (${count(largest?.catalogueBytes ?? 0)} in all). Read in
${fixed(search.readMillis, 0)} ms; a search takes ${fixed(search.findMillis)} ms.

Budget${isBusy ? ', by the clock or by the processors, because the machine had other work' : ''}:

${lines.join('\n')}
`;
}

/** What one change takes in each of these ledgers. */
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

/**
 * Measures the rebuild at 100, 1,000 and 10,000 DATS and writes docs/bench/ledger.md.
 *
 * @returns whether every budget was met
 */
export async function benchLedger(): Promise<boolean> {
  // On the disk of the repository, as in real life: there a site is moved, not copied.
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `ledger-${process.pid}-bench-`));
  try {
    // Once for each state of the sources, whatever the size.
    await compiledLedger(process.env);
    const ledgers: BuiltLedger[] = [];
    for (const dats of SIZES) {
      console.log(`${count(dats)} DATS …`);
      ledgers.push(await buildLedger(join(folder, `${dats}`), dats));
    }
    const all = await changeInTurns(ledgers);
    for (const { close } of ledgers) await close();
    const largest = join(folder, `${SIZES.at(-1)}`, 'site');
    const outcome = { all, asked: await askServedSite(largest), search: timeSearch(largest) };
    console.log(`\n${figures(all)}\n`);
    writeReport('ledger', report(outcome));
    for (const [text, isMet] of verdicts(outcome))
      console.log(`${isMet ? 'met' : 'NOT met'}: ${text}`);
    return verdicts(outcome).every(([, isMet]) => isMet);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
