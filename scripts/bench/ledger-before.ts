import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { inRepository } from '../lib/root.ts';
import { machine, median, table, tellVerdicts, writeReport } from './report.ts';

/** The last commit whose rebuild was one process that drew, read and checked everything each time. */
const BEFORE = '2ccf4912f7a9b8832fdb6e2766915d6ba8e05ae0';

/** What a whole rebuild at this commit took on two free cores, when it was decided to make it quicker. */
const firstMeasured = { wallSeconds: 52, cpuSeconds: 62 };

/** What it is to take on the same machine. */
const budget = { wallSeconds: 20, cpuSeconds: 40 };

const DATS = 10_000;
/** Ledgers that each has built before it is measured: by then it is compiled. */
const FEW = 100;

const run = v.object({ wallSeconds: v.number(), cpuSeconds: v.number() });
const measured = v.object({
  pages: v.number(),
  files: v.number(),
  full: run,
  oneChanged: run,
  unchanged: run,
});
type Measured = v.InferOutput<typeof measured>;

const program = fileURLToPath(new URL('./measure-ledger.mjs', import.meta.url));

/** The rebuild of a repository, in a process of its own. The last line that it prints are its figures. */
function measure(repository: string, folder: string, dats: number): Measured {
  const printed = execFileSync(process.execPath, [program, repository, folder, `${dats}`], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return v.parse(measured, JSON.parse(printed.trim().split('\n').at(-1) ?? ''));
}

/** A repository as it was, with what it needs. @throws when the commit is not in the history */
function checkOut(commit: string, folder: string): string {
  const git = (...words: readonly string[]) => execFileSync('git', words, { stdio: 'pipe' });
  git('clone', '--quiet', '--no-checkout', inRepository('.'), folder);
  git('-C', folder, 'checkout', '--quiet', commit);
  execFileSync('npm', ['ci', '--silent'], {
    cwd: folder,
    stdio: 'pipe',
    shell: process.platform === 'win32',
  });
  return folder;
}

type What = 'full' | 'oneChanged' | 'unchanged';
type Seconds = keyof typeof firstMeasured;

const medianOf = (runs: readonly Measured[], what: What, seconds: Seconds): number =>
  median(runs.map((one) => one[what][seconds]));

interface Outcome {
  readonly before: readonly Measured[];
  readonly now: readonly Measured[];
}

/** What now takes where the former was first measured: the same part of it as here. */
const there = ({ before, now }: Outcome, seconds: Seconds): number =>
  (firstMeasured[seconds] * medianOf(now, 'full', seconds)) / medianOf(before, 'full', seconds);

const verdicts = (outcome: Outcome): [text: string, isMet: boolean][] =>
  (['wallSeconds', 'cpuSeconds'] as const).map((seconds) => {
    const found = there(outcome, seconds);
    const [most, first] = [budget[seconds], firstMeasured[seconds]];
    const of = seconds === 'wallSeconds' ? '' : ' of processors';
    return [
      `at most ${most} s${of} where the former took ${first}: ${found.toFixed(1)} s`,
      found <= most,
    ];
  });

function figures({ before, now }: Outcome): string {
  const row = (title: string, what: What, seconds: Seconds) => {
    const [former, latter] = [before, now].map((runs) => medianOf(runs, what, seconds));
    const [from = 0, to = 0] = [former, latter];
    return [title, from.toFixed(1), to.toFixed(1), `${(to / from).toFixed(2)} ×`];
  };
  return table(
    [`${DATS.toLocaleString('en-US')} DATS`, 'before', 'now', 'ratio'],
    [
      row('whole, s', 'full', 'wallSeconds'),
      row('whole, s of processors', 'full', 'cpuSeconds'),
      row('one changed, s', 'oneChanged', 'wallSeconds'),
      row('unchanged, s', 'unchanged', 'wallSeconds'),
    ],
  );
}

function report(outcome: Outcome): string {
  const { before, now } = outcome;
  const sizes = (runs: readonly Measured[]) =>
    `${runs[0]?.pages.toLocaleString('en-US')} pages, ${runs[0]?.files.toLocaleString('en-US')} files`;
  const lines = verdicts(outcome).map(([text, isMet]) => `- ${text}: ${isMet ? 'met' : 'NOT met'}`);
  return `
# The rebuild of the ledger, beside the one before

Written by \`npm run bench -- ledger-before\`, which takes ten minutes and needs the history of the
repository. Commit \`${BEFORE.slice(0, 8)}\`, in which one process drew, read and checked everything each time, and
the working copy were measured ${now.length} times in turns. The median of each counts.
${machine()}.

${figures(outcome)}

Before: ${sizes(before)}. Now: ${sizes(now)}. Each had built a small
ledger already. The former is given its data; now they are read from a copy of the databases, and that is
measured too.

Machines differ, and the same one is not always as fast: seconds in other reports are those of their moment.
Two that were measured in turns can be compared. When it was decided to make the rebuild quicker, the former
took ${firstMeasured.wallSeconds} s, and ${firstMeasured.cpuSeconds} s of processors, on two free cores. The ratios above say what that is now:

${lines.join('\n')}
`;
}

/**
 * Measures the rebuild beside the one before and writes docs/bench/ledger-before.md.
 *
 * @returns whether both budgets are met on the machine on which the former was first measured
 * @throws when the history of the repository is not there
 */
export async function benchLedgerBefore(rounds: number): Promise<boolean> {
  // On the disk of the repository, as in real life: there a site is moved, not copied.
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `ledger-${process.pid}-bench-`));
  try {
    const former = checkOut(BEFORE, join(folder, 'before'));
    const latter = inRepository('.');
    // All are removed at the end: for minutes after so many files were removed, others are written slowly.
    let sites = 0;
    const next = () => {
      sites += 1;
      return join(folder, `site-${sites}`);
    };
    for (const repository of [former, latter]) measure(repository, next(), FEW);
    const outcome = { before: [] as Measured[], now: [] as Measured[] };
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`Round ${round} of ${rounds} …`);
      outcome.before.push(measure(former, next(), DATS));
      outcome.now.push(measure(latter, next(), DATS));
    }
    console.log(`\n${figures(outcome)}\n`);
    writeReport('ledger-before', report(outcome));
    return tellVerdicts(verdicts(outcome));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
