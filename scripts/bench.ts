import { parseArgs } from 'node:util';
import { benchColdStart } from './bench/cold-start.ts';
import { benchDoor } from './bench/door.ts';
import { benchEngines } from './bench/engines.ts';
import { benchJobs } from './bench/jobs.ts';
import { benchLargeLedger, benchLedger } from './bench/ledger.ts';
import { benchLedgerBefore } from './bench/ledger-before.ts';
import { benchLighthouse } from './bench/lighthouse.ts';
import { benchLoad } from './bench/load.ts';
import { benchPortalRoutes } from './bench/portal-routes.ts';
import { benchReads } from './bench/reads.ts';
import { type Report, writeReport } from './bench/report.ts';

/** Sizes of worlds and names of jobs, with commas between, and processes for `reconcile`; all jobs by default. */
interface Asked {
  readonly wallets?: string | undefined;
  readonly jobs?: string | undefined;
  readonly parts?: string | undefined;
}

interface Part {
  readonly about: string;
  readonly run: (rounds: number, asked: Asked) => Promise<Report>;
}

const parts: Readonly<Record<string, Part>> = {
  'cold-start': {
    about: 'processor time and memory of a new instance of the functions',
    run: benchColdStart,
  },
  door: {
    about: 'journal entries per second, in groups against one transaction each',
    run: benchDoor,
  },
  jobs: {
    about: 'what scheduled jobs read, write and hold, with 1,000 to 100,000 wallets (hours)',
    run: (_, asked) => benchJobs(asked),
  },
  ledger: {
    about: 'the rebuild of the public ledger at 100, 1,000 and 10,000 DATS',
    run: benchLedger,
  },
  'ledger-before': {
    about: 'the rebuild beside that of another commit, BENCH_BEFORE',
    run: benchLedgerBefore,
  },
  'ledger-large': {
    about: 'the same at 100,000 DATS, in ten minutes (no budget)',
    run: benchLargeLedger,
  },
  lighthouse: {
    about: 'performance, accessibility, best practices and SEO of the public pages',
    run: benchLighthouse,
  },
  load: {
    about: 'token purchases a second, and how far the summary is behind while editions are sold',
    run: benchLoad,
  },
  'portal-routes': {
    about: 'script and Firebase products of each route of the portal',
    run: benchPortalRoutes,
  },
  reads: {
    about: 'what a rebuild of the ledger reads at 1,000 and 10,000 DATS, after one change',
    run: benchReads,
  },
  // Last, because without Google's emulator it ends with instructions to install one.
  engines: {
    about: "the embedded Firestore beside Google's emulator, on a machine that has both",
    run: benchEngines,
  },
};

const help = `Runs the benchmarks that have a budget, on a separate local stack, and writes the figures into docs/bench.
Exits with 1 when a budget is exceeded.

  npm run bench                  every part but jobs, ledger-large and ledger-before
  npm run bench -- door          one part
  npm run bench -- --rounds 5    more rounds, for a busy machine (default 3)
  npm run bench -- jobs --wallets 1000,10000 --jobs reconcile,close-days --parts 4

Parts:
${Object.entries(parts)
  .map(([name, { about }]) => `  ${name.padEnd(13)} ${about}`)
  .join('\n')}`;

const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
    wallets: { type: 'string' },
    jobs: { type: 'string' },
    parts: { type: 'string' },
  },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const all = Object.keys(parts).filter((name) => name !== 'jobs' && !name.startsWith('ledger-'));
const wanted = positionals.length > 0 ? positionals : all;
const isUnclear = !(rounds >= 1) || wanted.some((name) => !Object.hasOwn(parts, name));
if (values.help || isUnclear) {
  console.log(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  for (const name of wanted) {
    console.log(`${name}: ${parts[name]?.about}`);
    const report = await parts[name]?.run(rounds, values);
    if (report && !writeReport(name, report)) process.exitCode = 1;
  }
}
