import {
  behaviourCheck,
  type Check,
  lockCheck,
  runChecks,
  styleCheck,
  typeChecks,
} from './lib/checks.ts';
import { runCommand } from './lib/command.ts';

/** The answer while working: everything that needs neither the local stack nor a browser. */
const fastTests: Check = {
  name: 'unit tests without a browser',
  run: () =>
    runCommand({
      script: 'vitest/vitest.mjs',
      parameters: ['run', '--project', 'unit', '--reporter=dot'],
    }),
};

/** What a change breaks without a word: who may know whom, and how long a file may be. */
const rulesOfSources: Check = {
  name: 'rules of the sources',
  run: () =>
    runCommand({
      script: 'vitest/vitest.mjs',
      parameters: ['run', '--project', 'process', 'scripts/lint', '--reporter=dot'],
    }),
};

const bad = await runChecks(
  [fastTests, rulesOfSources, ...typeChecks, styleCheck, lockCheck, behaviourCheck],
  (check, { isGood, output }) => {
    console.log(isGood ? `✓ ${check.name}` : `✗ ${check.name}\n${output}\n`);
  },
);
process.exitCode = bad.length > 0 ? 1 : 0;
