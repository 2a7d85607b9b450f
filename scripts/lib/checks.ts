import { checkLocks } from '../check-lock.ts';
import { behaviourRules, namedRules, ruleProblems, unprovenRules } from '../check-rules.ts';
import { checkWords } from '../check-words.ts';
import { type Outcome, runCommand } from './command.ts';

/** A check that passes or fails as a whole. A quiet one runs at low priority. */
export type Check = { name: string; run: (isQuiet?: boolean) => Promise<Outcome> };

const typeCheck = (project: string): Check['run'] => {
  const parameters = ['-p', project];
  return (isQuiet) => runCommand({ script: 'typescript-native/bin/tsc', parameters, isQuiet });
};

export const lockCheck: Check = {
  name: 'lockfiles',
  run: async () => {
    const problems = checkLocks();
    return { isGood: problems.length === 0, output: problems.join('\n') };
  },
};

export const behaviourCheck: Check = {
  name: 'rules of docs/behaviour',
  run: async () => {
    const problems = ruleProblems(behaviourRules(), namedRules());
    return { isGood: problems.length === 0, output: problems.join('\n') };
  },
};

export const proofsCheck: Check = {
  name: 'proofs of the rules of docs/behaviour',
  run: async () => {
    const rules = await unprovenRules();
    const output = `Only pure tests or tests of the long run prove ${rules.join(', ')}.`;
    return { isGood: rules.length === 0, output };
  },
};

export const wordsCheck: Check = {
  name: 'wording of comments, test titles and literals',
  run: async () => {
    const problems = checkWords();
    return { isGood: problems.length === 0, output: problems.join('\n') };
  },
};

export const styleCheck: Check = {
  name: 'format and lint',
  run: (isQuiet) =>
    runCommand({
      script: '@biomejs/biome/bin/biome',
      parameters: ['check', '--error-on-warnings', '.'],
      isQuiet,
    }),
};

/** Slowest first: started last, it would keep one processor waiting. */
export const typeChecks: Check[] = [
  {
    // Only Astro's own, slow checker understands .astro files; all other types use the fast one.
    name: 'types of the pages of ledger',
    run: (isQuiet) =>
      runCommand({
        script: 'astro/bin/astro.mjs',
        parameters: ['check', '--minimumSeverity', 'warning', '--tsconfig', 'tsconfig.astro.json'],
        folder: 'ledger',
        env: { ASTRO_TELEMETRY_DISABLED: '1' },
        isQuiet,
      }),
  },
  { name: 'types of rules and of the workshop', run: typeCheck('tsconfig.json') },
  { name: 'types of ledger', run: typeCheck('ledger/tsconfig.json') },
  { name: 'types of shared', run: typeCheck('shared/tsconfig.json') },
  { name: 'types of shared/ui', run: typeCheck('shared/tsconfig.ui.json') },
  { name: 'types of functions', run: typeCheck('functions/tsconfig.json') },
  { name: 'types of portal', run: typeCheck('portal/tsconfig.json') },
];

export const testChecks: Check[] = [
  ...typeChecks,
  styleCheck,
  wordsCheck,
  lockCheck,
  behaviourCheck,
  proofsCheck,
];

/** Runs checks, two at a time, and returns those that failed. */
export async function runChecks(
  checks: Check[],
  onDone: (check: Check, outcome: Outcome) => void,
  isQuiet = false,
): Promise<Check[]> {
  const waiting = [...checks];
  const bad: Check[] = [];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const outcome = await check.run(isQuiet);
      if (!outcome.isGood) bad.push(check);
      onDone(check, outcome);
    }
  };
  await Promise.all([work(), work()]);
  return bad;
}
