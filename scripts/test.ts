import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../e2e/support/chromium.ts';
import { type Check, lockCheck, runChecks, styleCheck, typeChecks } from './lib/checks.ts';
import { inRepository } from './lib/root.ts';
import {
  type Count,
  journeyTests,
  runTests,
  stackTests,
  stateTests,
  type TestRun,
  unitTests,
} from './lib/test-runs.ts';

const help = `Runs everything that must hold, and stops at the first stage that does not.

  npm test                      all stages
  npm test -- --only stack      one of: checks, unit, stack, journeys, states`;

type Stage = { key: string; name: string; run: (folder: string) => Promise<Count> };

const stages: Stage[] = [
  ...[lockCheck, styleCheck].map((check) => checkStage(check.name, [check])),
  checkStage('types', typeChecks),
  testStage('unit', unitTests),
  testStage('stack', stackTests),
  ...journeyTests.map((tests) => testStage('journeys', tests)),
  ...stateTests.map((tests) => testStage('states', tests)),
];

function checkStage(name: string, checks: Check[]): Stage {
  const run = async (): Promise<Count> => {
    const bad = await runChecks(checks, 2, (check, { isGood, output }) => {
      console.log(isGood ? `  ✓ ${check.name}` : `  ✗ ${check.name}\n${output}`);
    });
    return { passed: 0, failed: bad.length };
  };
  return { key: 'checks', name, run };
}

/** Each run leaves a report of its own. */
const reportIn = (folder: string, { name }: TestRun): string =>
  join(folder, `${name.replace(/\W+/g, '-')}.json`);

function testStage(key: string, tests: TestRun): Stage {
  return { key, name: tests.name, run: (folder) => runTests(tests, reportIn(folder, tests)) };
}

async function runStages(chosen: Stage[], folder: string): Promise<Count> {
  const total = { passed: 0, failed: 0 };
  for (const stage of chosen) {
    console.log(`\n── ${stage.name}`);
    const { passed, failed } = await stage.run(folder);
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) {
      console.log(`\nStopped: ${stage.name} failed.`);
      break;
    }
  }
  return total;
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const chosen = stages.filter(({ key }) => !values.only || key === values.only);
if (values.help || chosen.length === 0) {
  console.log(help);
  process.exitCode = values.help ? 0 : 1;
} else {
  // Installed before anything is tested: components, the ledger and journeys all need it.
  if (!values.only || values.only !== 'checks') process.env.CHROME_PATH ??= ensureChromium();
  // Tests start some hundred processes of the same code: what one has compiled the next ones take.
  process.env.NODE_COMPILE_CACHE ??= inRepository('node_modules/.cache/datchain/compiled');
  const folder = mkdtempSync(join(tmpdir(), 'datchain-test-'));
  const { passed, failed } = await runStages(chosen, folder);
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
