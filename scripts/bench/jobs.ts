import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JobName, type Schedule, schedules } from '@datchain/functions/jobs/jobs.ts';
import { services } from '@datchain/functions/services.ts';
import { DAY_MILLIS, startOfDay, utcDay } from '@datchain/shared/domain/time.ts';
import { playCell, WALLETS_A_CELL } from './jobs-cell.ts';
import { makeChanges } from './jobs-changes.ts';
import { bundleWorker, type Outcome, runJob } from './jobs-processes.ts';
import { budgetsOf, figuresOf, type JobRun, type World } from './jobs-report.ts';
import { type JobPlace, makePlace, startJobStack } from './jobs-stack.ts';
import { type Cell, copiesOf, readCell, writeWorld } from './jobs-world.ts';
import type { Report } from './report.ts';

const SIZES = [1_000, 10_000, 100_000];
const LIMIT_SECONDS = 900;
/** Memory of the emulated Firestore, which holds a world. */
const FIRESTORE_MB = 14_000;

interface Asked {
  readonly wallets?: string | undefined;
  readonly jobs?: string | undefined;
  /** The number of parts of `reconcile`, side by side. */
  readonly parts?: string | undefined;
}

interface Job {
  readonly name: JobName;
  readonly megabytes: number;
  readonly parts: number;
}

const readMemory = (text: string): number =>
  Number.parseInt(text, 10) * (text.endsWith('GiB') ? 1_024 : 1);

/** Lists the scheduled jobs, each with the memory of its function. */
function listJobs(wanted: string | undefined, parts: number): Job[] {
  const all = Object.values<Schedule>(schedules).flatMap(({ does, machine }) =>
    does.map((name) => ({
      name,
      megabytes: readMemory(String(machine.memory)),
      parts: name === 'reconcile' ? parts : 1,
    })),
  );
  const names = wanted?.split(',');
  const unknown = names?.find((each) => !all.some(({ name }) => name === each));
  if (unknown) throw new Error(`There is no scheduled job ${unknown}.`);
  return all.filter(({ name }) => !names || names.includes(name));
}

async function play(place: JobPlace): Promise<Cell> {
  const stack = await startJobStack(place);
  try {
    const todayMillis = startOfDay(utcDay(Date.now()));
    await playCell(todayMillis);
    const dir = join(place.folder, 'cell');
    await stack.services.save(dir);
    return await readCell(dir, todayMillis);
  } finally {
    await stack.close();
  }
}

const sayOutcome = (what: string, { end, reads, writes, seconds, megabytes }: Outcome): void =>
  console.log(
    `  ${what}: ${end}, ${reads} read, ${writes} written, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
  );

interface Setting {
  readonly place: JobPlace;
  readonly cell: Cell;
  readonly jobs: readonly Job[];
  readonly worker: string;
}

async function measureWorld(setting: Setting, wallets: number): Promise<World> {
  const { place, cell, jobs, worker } = setting;
  const cells = Math.max(1, Math.round(wallets / WALLETS_A_CELL));
  const dir = join(place.folder, `world-${wallets}`);
  console.log(`${wallets} wallets …`);
  const documents = await writeWorld(cell, dir, cells);
  const stack = await startJobStack(place, dir);
  rmSync(dir, { recursive: true });
  const runs: JobRun[] = [];
  const runAll = async (run: JobRun['run'], offsetMillis: number) => {
    for (const { name, megabytes, parts } of jobs) {
      const limits = { megabytes, seconds: LIMIT_SECONDS };
      const runTask = async (index: number): Promise<JobRun> => {
        const env = {
          ...place.env,
          BENCH_CLOCK_OFFSET: String(offsetMillis),
          CLOUD_RUN_TASK_INDEX: String(index),
          CLOUD_RUN_TASK_COUNT: String(parts),
        };
        const outcome = await runJob(worker, name, limits, env);
        const part = parts > 1 ? `, part ${index + 1} of ${parts}` : '';
        sayOutcome(`${name}${part}, ${run} run`, outcome);
        for (const problem of outcome.problems.slice(0, 5)) console.log(`    ${problem}`);
        return { name, part, run, megabytesOfFunction: megabytes, outcome };
      };
      runs.push(...(await Promise.all([...Array(parts).keys()].map(runTask))));
    }
  };
  try {
    await services().projector.projectWhole(['block:36', 'supply'], []);
    await runAll('first', 0);
    const changes = await makeChanges(cells, copiesOf(cell, cells).rename);
    console.log(`  ${changes} changes`);
    // The changes are a day old, so that the daily jobs have something to do.
    stack.clock.offsetMillis = DAY_MILLIS;
    await runAll('second', DAY_MILLIS);
    return { wallets: cells * WALLETS_A_CELL, works: cells, documents, changes, runs };
  } finally {
    await stack.close();
  }
}

/** Measures each scheduled job in worlds of several sizes, before and after the same changes. */
export async function benchJobs(asked: Asked): Promise<Report> {
  const sizes = asked.wallets?.split(',').map(Number) ?? SIZES;
  const jobs = listJobs(asked.jobs, Number(asked.parts ?? 1));
  const folder = mkdtempSync(join(tmpdir(), 'datchain-bench-jobs-'));
  const worker = await bundleWorker();
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `--max-old-space-size=${FIRESTORE_MB}`;
  try {
    const place = await makePlace(folder);
    const setting = { place, cell: await play(place), jobs, worker: worker.path };
    const worlds: World[] = [];
    for (const wallets of sizes) {
      worlds.push(await measureWorld(setting, wallets));
      console.log(figuresOf(worlds.slice(-1)));
    }
    return { figures: figuresOf(worlds), budgets: budgetsOf(worlds) };
  } finally {
    process.env.NODE_OPTIONS = before ?? '';
    worker.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
