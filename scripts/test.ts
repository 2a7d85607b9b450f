import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installOtherBrowsers } from '../e2e/support/browsers/installed.ts';
import { ensureChromium } from '../e2e/support/chromium.ts';
import { inRepository } from './lib/root.ts';
import { type Asked, askedOf } from './test/changed.ts';
import { rememberTimes } from './test/expected-times.ts';
import { processorSeconds } from './test/processor-seconds.ts';
import { replay } from './test/replay.ts';
import { tellFailures, tellLeftOut, tellTimes, writeTimes } from './test/report.ts';
import { runPlan, stageKeys } from './test/run-plan.ts';
import { conformance, type TestStage, testStages } from './test/stages.ts';

const help = `Runs everything that must hold: every stage, whatever failed before it.

  npm test                               all stages
  npm test -- --only stack               some, with commas between, of: checks, ${testStages.map(({ key }) => key).join(', ')}
  npm test -- --only stack functions/x   a file or folder of it; what follows goes to its runner
  npm test -- --changed                  what the changes since the last commit can touch, for working
  npm test -- --changed=main             the same for the changes since another commit
  npm run test:long                      every size, screen, state and width; every night
  npm run test:conformance               the embedded Firestore beside Google's; more with --long
  npm test -- --record                   one stage after the other, and writes the times into
                                         docs/bench/tests.md

What failed is told at the end, with a command that repeats just that. Logs and traces are in
test-results.`;

const results = inRepository('test-results');

const ourOptions = /^--(only|changed|long|record|help)(=|$)/;

/** Arguments of ours; from the first other one on they go to the runner of the stage. */
function readArguments() {
  const own = process.argv.slice(2);
  const isTheirs = (each: string, index: number) =>
    !ourOptions.test(each) && own[index - 1] !== '--only';
  const first = own.findIndex(isTheirs);
  const [ours, theirs] = first < 0 ? [own, []] : [own.slice(0, first), own.slice(first)];
  const { values } = parseArgs({
    args: ours.map((each) => (each === '--changed' ? '--changed=HEAD' : each)),
    options: {
      only: { type: 'string' },
      changed: { type: 'string' },
      long: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, theirs };
}

async function main(): Promise<number> {
  const { only, changed, long, record, help: isAsked, theirs } = readArguments();
  const wanted = only?.split(',') ?? stageKeys;
  const chosen = [...stageKeys, conformance.key].filter((key) => wanted.includes(key));
  const isUnclear = chosen.length < wanted.length || (theirs.length > 0 && wanted.length > 1);
  if (isAsked || isUnclear) {
    console.log(help);
    return isAsked ? 0 : 1;
  }
  if (long) process.env.DATCHAIN_LONG = '1';
  const asked: Asked = changed
    ? askedOf(changed)
    : Object.fromEntries(chosen.map((key) => [key, theirs]));
  const keys = chosen.filter((key) => asked[key]);
  // Installed before anything is tested: components, the ledger and journeys all need it.
  const isWithoutBrowser = (key: string) => key === 'checks' || key === conformance.key;
  if (!keys.every(isWithoutBrowser)) ensureChromium();
  rmSync(results, { recursive: true, force: true });

  const [startedAt, processorsBefore] = [performance.now(), processorSeconds()];
  const browsers = keys.includes('journeys') ? installOtherBrowsers() : Promise.resolve();
  const outcomes = await runPlan({
    keys,
    asked,
    isLong: long,
    isOneByOne: record,
    results,
    browsers,
  });
  const journeys = outcomes.find(({ key }) => key === 'journeys');
  const stage = testStages.find(({ key }) => key === 'journeys') as TestStage;
  const isWhole = !only && !changed;
  const remarks = isWhole
    ? await replay(stage, journeys?.failures ?? [], `${results}/journeys-again.log`)
    : new Map();
  if (isWhole) {
    rememberTimes(long, Object.fromEntries(outcomes.map((each) => [each.key, each.wallSeconds])));
  }
  const all = {
    wallSeconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: processorSeconds() - processorsBefore,
  };
  if (record) writeTimes(outcomes, all);
  const failed = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  console.log(`\n${tellTimes(outcomes, all)}`);
  if (failed > 0) console.log(tellFailures(outcomes, remarks));
  const skipped = outcomes.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  if (skipped > 0) console.log(tellLeftOut(outcomes));
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main();
