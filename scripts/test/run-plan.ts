import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks, testChecks } from '../lib/checks.ts';
import { runCommand } from '../lib/command.ts';
import { inRepository } from '../lib/root.ts';
import type { Asked } from './changed.ts';
import { expectedTimes } from './expected-times.ts';
import { processorSeconds } from './processor-seconds.ts';
import { ProgressDisplay, progressLine } from './progress-line.ts';
import { type Outcome, runStage } from './run-stage.ts';
import { conformance, testStages } from './stages.ts';

/** The stages of `npm test`, in the order in which they are told. */
export const stageKeys: readonly string[] = ['checks', ...testStages.map(({ key }) => key)];

/** What to run. */
export interface Plan {
  readonly keys: readonly string[];
  /** What is asked of each stage beside the whole of it. */
  readonly asked: Asked;
  readonly isLong: boolean;
  /** One stage after the other, so that the seconds of each are its own. */
  readonly isOneByOne: boolean;
  /** The folder of the logs. */
  readonly results: string;
  /** Resolves when the browsers that only journeys need are installed, or cannot be. */
  readonly browsers: Promise<void>;
}

/** The outcome of a stage; its processor seconds are known when nothing ran beside it. */
export type Measured = Outcome & { readonly cpuSeconds: number | undefined };

/** Stages that run one after the other. */
interface Lane {
  readonly keys: readonly string[];
  readonly isQuiet: boolean;
}

/**
 * Checks have all the time they need: beside the other stages they run quietly, and take what these leave
 * of the processors while they wait for pages and answers. No test can: beside busy processes a quiet one
 * gets a twentieth of a processor, and a second's work takes longer than a test may.
 */
function lanesOf({ keys, isOneByOne }: Plan): Lane[] {
  const others = keys.filter((key) => key !== 'checks');
  const isAlone = isOneByOne || others.length === 0 || others.length === keys.length;
  if (isAlone) return [{ keys, isQuiet: false }];
  return [
    { keys: others, isQuiet: false },
    { keys: ['checks'], isQuiet: true },
  ];
}

/** Runs all of it, whatever fails, and shows how far it is. */
export async function runPlan(plan: Plan): Promise<Measured[]> {
  const { keys, asked, isLong, results } = plan;
  const times = expectedTimes(isLong);
  const display = new ProgressDisplay();
  const lanes = lanesOf(plan);
  const measured = new Map<string, Measured>();

  const runOne = async (key: string, lane: Lane): Promise<void> => {
    const [startedAt, processorsBefore] = [performance.now(), processorSeconds()];
    const at = { number: keys.indexOf(key) + 1, stages: keys.length, key };
    let [done, total] = [0, 0];
    const show = () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const expectedSeconds = times[key];
      display.show(progressLine({ ...at, done, total, seconds, expectedSeconds }), lane);
    };
    const ticking = setInterval(show, 1_000);
    const stage = [...testStages, conformance].find((each) => each.key === key);
    const onProgress = (now: number, all: number) => {
      [done, total] = [now, all];
    };
    const outcome = stage
      ? await runStage(stage, asked[key] ?? [], `${results}/${key}.log`, onProgress)
      : await runAllChecks(lane.isQuiet);
    clearInterval(ticking);
    const cpuSeconds = lanes.length === 1 ? processorSeconds() - processorsBefore : undefined;
    measured.set(key, { ...outcome, cpuSeconds });
    const { name, passed, failures, leftOut, wallSeconds } = outcome;
    const left = leftOut.length > 0 ? `, ${leftOut.length} left out` : '';
    display.say(
      `[${at.number}/${at.stages}] ${name}: ${passed} passed, ${failures.length} failed${left}, ${wallSeconds.toFixed(0)} s`,
      lane,
    );
  };

  const world = new WorldMeanwhile(plan);
  const runLane = async (lane: Lane): Promise<void> => {
    for (const key of lane.keys) {
      if (key === 'journeys') await Promise.all([world.made, plan.browsers]);
      await runOne(key, lane);
    }
    if (lane.isQuiet) await world.make();
  };
  await Promise.all(lanes.map(runLane));
  world.remove();
  return keys.flatMap((key) => measured.get(key) ?? []);
}

/**
 * The demo world of the journeys, made quietly once the checks are done, while other stages run. Where
 * none does, or it fails, the journeys make it themselves.
 */
class WorldMeanwhile {
  readonly #folder: string | undefined;
  readonly #results: string;
  #making: Promise<void> | undefined;

  constructor({ keys, isOneByOne, results }: Plan) {
    const isWanted =
      !isOneByOne && ['checks', 'stack', 'journeys'].every((key) => keys.includes(key));
    this.#folder = isWanted ? mkdtempSync(join(tmpdir(), 'datchain-world-')) : undefined;
    this.#results = results;
  }

  /** Resolves when the journeys can begin: when it is made, or no one has begun to. */
  get made(): Promise<void> {
    return this.#making ?? Promise.resolve();
  }

  make(): Promise<void> {
    this.#making ??= this.#make();
    return this.#making;
  }

  async #make(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return;
    const script = inRepository('e2e/support/make-world.ts');
    const made = await runCommand({ script, parameters: [folder], isQuiet: true });
    mkdirSync(this.#results, { recursive: true });
    writeFileSync(`${this.#results}/world.log`, `${made.output}\n`);
    if (made.isGood) process.env.DATCHAIN_WORLD = folder;
  }

  remove(): void {
    delete process.env.DATCHAIN_WORLD;
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function runAllChecks(isQuiet: boolean): Promise<Outcome> {
  const startedAt = performance.now();
  const failures: Outcome['failures'][number][] = [];
  const keepFailure: Parameters<typeof runChecks>[1] = ({ name }, { isGood, output }) => {
    if (!isGood) failures.push({ file: '', project: 'checks', title: name, message: output });
  };
  await runChecks(testChecks, keepFailure, isQuiet);
  const wallSeconds = (performance.now() - startedAt) / 1_000;
  const passed = testChecks.length - failures.length;
  return { key: 'checks', name: 'checks', passed, failures, leftOut: [], wallSeconds, files: [] };
}
