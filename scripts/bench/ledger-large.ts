import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { inRepository } from '../lib/root.ts';
import { type Measured, measureLedger } from './ledger-run.ts';
import { machine, writeReport } from './report.ts';

const DATS = 100_000;
/** Rows, histories and streams of all DATS are read into memory at once. */
const HEAP_MEGABYTES = 7_000;

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;

function report({ full, oneChanged, unchanged, ...made }: Measured): string {
  const rows = [
    ['pages', count(made.pages)],
    ['files', count(made.files)],
    ['MB', count(made.megabytes)],
    ['lines of the log', count(made.lines)],
    ['all of it', `${minutes(full.wallSeconds)} (${minutes(full.cpuSeconds)} of processors)`],
    ['MB at once, of a process that makes pages', count(full.peakMegabytes)],
    ['MB at once, of the process that reads', count(process.resourceUsage().maxRSS / 1024)],
    [
      'one changed DAT',
      `${minutes(oneChanged.wallSeconds)} (${minutes(oneChanged.cpuSeconds)} of processors)`,
    ],
    ['nothing changed', `${unchanged.wallSeconds.toFixed(1)} s`],
  ];
  return `
# The rebuild of the ledger with ${count(DATS)} DATS

Written by \`NODE_OPTIONS=--max-old-space-size=${HEAP_MEGABYTES} npm run bench -- ledger-large\`, which takes
ten minutes: the same as [ledger.md](ledger.md), once, at a size that has no budget.
${machine()}.

| what | how much |
|---|--:|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

/**
 * Measures the rebuild at 100,000 DATS and writes docs/bench/ledger-large.md. There is no budget.
 *
 * @throws when the heap is too small, and how to make it larger
 */
export async function benchLargeLedger(): Promise<boolean> {
  if (getHeapStatistics().heap_size_limit < HEAP_MEGABYTES * 1e6) {
    throw new Error(
      `This takes more memory: NODE_OPTIONS=--max-old-space-size=${HEAP_MEGABYTES} npm run bench -- ledger-large`,
    );
  }
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `ledger-${process.pid}-bench-`));
  try {
    writeReport('ledger-large', report(await measureLedger(folder, DATS, console.log)));
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
