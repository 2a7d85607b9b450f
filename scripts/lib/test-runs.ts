import { existsSync, readFileSync } from 'node:fs';
import { type Command, runCommand } from './command.ts';

export type Count = { passed: number; failed: number };

/** A runner of tests, with a file it writes its counts into. */
export type TestRun = {
  name: string;
  command: (report: string) => Command;
  count: (report: unknown) => Count;
};

const vitest = (...projects: string[]): TestRun['command'] => {
  return (report) => ({
    script: 'vitest/vitest.mjs',
    parameters: [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      ...['--reporter=json', `--outputFile.json=${report}`],
    ],
  });
};

const countVitest = (report: unknown): Count => {
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = report as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
    success: boolean;
  };
  // A file that could not even be loaded has no failed test, but failed it has.
  const failed = numFailedTests || (success ? 0 : Math.max(1, numFailedTestSuites));
  return { passed: numPassedTests, failed };
};

const countPlaywright = (report: unknown): Count => {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  // Only CI tries twice; what needed that is named, so that somebody looks at it.
  if (stats.flaky > 0) console.log(`${stats.flaky} passed at the second try only`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
};

export const unitTests: TestRun = {
  name: 'unit tests, and components in the browser',
  command: vitest('unit', 'browser'),
  count: countVitest,
};

export const stackTests: TestRun = {
  name: 'tests on the local stack',
  command: vitest('stack'),
  count: countVitest,
};

const playwright = (...parameters: string[]): TestRun['command'] => {
  return (report) => ({
    script: '@playwright/test/cli.js',
    parameters: ['test', ...parameters, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
};

const journeys = (name: string, ...parameters: string[]): TestRun => ({
  name,
  command: playwright(...parameters),
  count: countPlaywright,
});

/**
 * Each on a stack of its own: Firestore's emulator keeps what it could not deliver to pages that
 * were closed, and after some five hundred journeys it has no room left.
 */
export const journeyTests: readonly TestRun[] = [
  journeys('journeys at a desk', '--project=desktop'),
  journeys('journeys on a phone', '--project=phone'),
  journeys('journeys that must be alone', '--project=alone', '--no-deps'),
];

const states = '--config=playwright.states.config.ts';

export const stateTests: readonly TestRun[] = [
  journeys('every screen in every state, at a desk', states, '--project=desktop'),
  journeys('every screen in every state, on a phone', states, '--project=phone'),
];

/** Runs tests and counts them; a runner that leaves no counts behind has failed once. */
export async function runTests({ command, count }: TestRun, report: string): Promise<Count> {
  const { isGood } = await runCommand(command(report), true);
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  const isHidden = !isGood && counted.failed === 0;
  return isHidden ? { ...counted, failed: 1 } : counted;
}
