import { findGoogleFirestore } from '@datchain/emulators/stack/find-google-firestore.ts';
import type { Command } from '../lib/command.ts';

/** A part of `npm test` that a runner of tests does. */
export interface TestStage {
  readonly key: string;
  readonly name: string;
  /** @throws when the machine lacks what the stage needs, and how to get it */
  readonly require?: () => void;
  /** The runner with what is asked of it beside the whole stage, like a file. */
  readonly command: (asked: readonly string[]) => Command;
  /** How to repeat a failure, as a command for a person. */
  readonly again: (failure: { file: string; line?: number; title: string }) => string;
}

const vitest = (key: string, name: string, projects: readonly string[]): TestStage => ({
  key,
  name,
  command: (asked) => ({
    script: 'vitest/vitest.mjs',
    parameters: [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...['--reporter=default', '--reporter=./scripts/test/vitest-reporter.ts'],
      ...asked,
    ],
  }),
  again: ({ file }) => `npm test -- --only ${key} ${file}`,
});

const journeys: TestStage = {
  key: 'journeys',
  name: 'journeys in a browser',
  command: (asked) => ({
    script: '@playwright/test/cli.js',
    parameters: ['test', '--reporter=list,./scripts/test/playwright-reporter.ts', ...asked],
  }),
  again: ({ file, line }) =>
    `npm test -- --only journeys ${file}${line ? `:${line}` : ''} --trace on`,
};

/** Runs only when it is asked for: it needs Google's emulator, and what it finds is recorded. */
export const conformance: TestStage = {
  ...vitest('conformance', 'the embedded Firestore beside Google’s', [
    ...['conformance', 'rules-google', 'rules-embedded'],
  ]),
  require: () => findGoogleFirestore({ env: process.env }),
};

/** In the order in which they run: what is quick and simple first. */
export const testStages: readonly TestStage[] = [
  vitest('unit', 'pure functions', ['unit']),
  vitest('parts', 'processes, and components in a browser', ['process', 'browser']),
  vitest('stack', 'server and rules on the local stack', ['stack']),
  journeys,
];
