import {
  behaviourCheck,
  type Check,
  lockCheck,
  runChecks,
  styleCheck,
  typeChecks,
  wordsCheck,
} from './lib/checks.ts';
import { runCommand } from './lib/command.ts';

const fastTests: Check = {
  name: 'unit tests without a browser',
  run: () =>
    runCommand({
      script: 'vitest/vitest.mjs',
      parameters: ['run', '--project', 'unit', '--reporter=dot'],
    }),
};

/**
 * The rules for imports between folders and for the length of files, which no other check notices.
 */
const rulesOfSources: Check = {
  name: 'rules of the sources',
  run: () =>
    runCommand({
      script: 'vitest/vitest.mjs',
      parameters: ['run', '--project', 'process', 'scripts/lint', '--reporter=dot'],
    }),
};

const bad = await runChecks(
  [fastTests, rulesOfSources, ...typeChecks, styleCheck, wordsCheck, lockCheck, behaviourCheck],
  (check, { isGood, output }) => {
    console.log(isGood ? `✓ ${check.name}` : `✗ ${check.name}\n${output}\n`);
  },
);
process.exitCode = bad.length > 0 ? 1 : 0;
