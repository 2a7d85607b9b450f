import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../lib/root.ts';
import type { Measured, Run } from './ledger-run.ts';
import { median, type Report, table } from './report.ts';

const SIZES = [1_000, 10_000];
const { BENCH_BEFORE: before = 'HEAD' } = process.env;

/** The limits: ratios to the commit before, and seconds. One change may take twice as long. */
const budget = {
  whole: 1.3,
  memory: 1.1,
  oneChanged: 2,
  growth: 1.5,
  unchangedSeconds: 0.5,
};

type Worked = Omit<Measured, 'oneChanged'> & { readonly changes: readonly Run[] };

const run = (program: string, parameters: readonly string[], cwd = inRepository('.')): string =>
  execFileSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function work(
  folder: string,
  checkouts: readonly string[],
  dats: number,
  rounds: number,
): Worked[][] {
  const results = checkouts.map((): Worked[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, checkout] of checkouts.entries()) {
      const dir = join(checkout, 'ledger/.astro/builds', `bench-${process.pid}`);
      mkdirSync(dir, { recursive: true });
      const worker = join(import.meta.dirname, 'ledger-worker.mjs');
      results[at]?.push(
        JSON.parse(run(process.execPath, [worker, checkout, dir, `${dats}`], folder)),
      );
      rmSync(dir, { recursive: true });
    }
  }
  return results;
}

function figuresOf(worked: readonly Worked[]) {
  const of = (figure: (one: Worked) => number) => median(worked.map(figure));
  const change = (what: keyof Run) => of(({ changes }) => median(changes.map((one) => one[what])));
  return {
    wholeSeconds: of(({ full }) => full.wallSeconds),
    wholeCpuSeconds: of(({ full }) => full.cpuSeconds),
    megabytes: of(({ full }) => full.peakMegabytes),
    oneChangedSeconds: change('wallSeconds'),
    oneChangedCpuSeconds: change('cpuSeconds'),
    unchangedSeconds: of(({ unchanged }) => unchanged.wallSeconds),
  };
}

const count = (value: number): string => value.toLocaleString('en-US');

/**
 * Builds the same ledgers with this checkout and with another commit (`BENCH_BEFORE`, by default
 * HEAD), alternating.
 */
export async function benchLedgerBefore(rounds: number): Promise<Report> {
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `before-${process.pid}-`));
  const checkout = join(folder, 'checkout');
  try {
    run('git', ['worktree', 'add', '--detach', checkout, before]);
    run('npm', ['ci', '--no-audit', '--no-fund'], checkout);
    const all = SIZES.map((dats) => {
      console.log(`${count(dats)} DATS …`);
      const [old = [], own = []] = work(folder, [checkout, inRepository('.')], dats, rounds);
      return { dats, old: figuresOf(old), own: figuresOf(own) };
    });
    const rows = all.flatMap(({ dats, old, own }) =>
      Object.entries(own).map(([name, value]) => {
        const was = old[name as keyof typeof old];
        return [count(dats), name, was.toFixed(2), value.toFixed(2), (value / was).toFixed(2)];
      }),
    );
    const [small, large] = all;
    if (!small || !large) throw new Error('Two sizes are compared.');
    const ratio = (figure: keyof typeof large.own) => large.own[figure] / large.old[figure];
    const growth = large.own.oneChangedSeconds / small.own.oneChangedSeconds;
    return {
      figures: table(['DATS', 'figure', 'before', 'now', 'ratio'], rows),
      budgets: [
        [
          `10,000 DATS whole in at most ${budget.whole} × the clock`,
          ratio('wholeSeconds') <= budget.whole,
        ],
        ['and of the processors', ratio('wholeCpuSeconds') <= budget.whole],
        [`with at most ${budget.memory} × the memory`, ratio('megabytes') <= budget.memory],
        [
          `one changed of 10,000 in at most ${budget.oneChanged} × the clock`,
          ratio('oneChangedSeconds') <= budget.oneChanged,
        ],
        [`at most ${budget.growth} × that of 1,000: ${growth.toFixed(2)}`, growth <= budget.growth],
        [
          `unchanged in ${budget.unchangedSeconds} s`,
          large.own.unchangedSeconds <= budget.unchangedSeconds,
        ],
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    run('git', ['worktree', 'prune']);
  }
}
