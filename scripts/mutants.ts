import { parseArgs } from 'node:util';
import { machine, table, writeReport } from './bench/report.ts';
import { mutantsOfCode, mutateCode } from './mutants/code.ts';
import type { Mutant } from './mutants/mutant.ts';
import { mutantsOfRules, mutateRules } from './mutants/rules.ts';
import { type FileScore, scoresFromBefore, scoresOf } from './mutants/score.ts';

/** What decides about money, who may do what, and what is shown. */
const areas = [
  'shared/domain',
  'functions/journal',
  'functions/projector',
  'functions/reconcile',
  'functions/orders',
  'functions/payouts',
  'functions/refunds',
  'rules',
];
/** Of all mutants, in per cent. */
const GOAL = 95;

const help = `Changes the code a little, thousands of times, and looks whether a test notices each change.
Takes hours for everything: name a folder or a file to look at a part.

  npm run test:mutants                           ${areas.join(', ')}
  npm run test:mutants -- shared/domain/books    one folder
  npm run test:mutants -- shared/domain/money.ts one file
  npm run test:mutants -- rules                  what the rules allow
  npm run test:mutants -- rules/storage.rules    what one file of them allows
  npm run test:mutants -- --pure functions/orders without stack tests: quick, but they notice less
  npm run test:mutants -- --report               nothing: only writes what is known

What is known of other files, and of code and tests that did not change, is kept. Writes
docs/bench/mutants.md; what that says of files of which nothing is kept here stays in it. A mutant
that no test can notice is explained in scripts/mutants/explained.ts. Exits with 1 below ${GOAL}%.`;

const sum = (scores: readonly FileScore[], count: (score: FileScore) => number): number =>
  scores.reduce((all, score) => all + count(score), 0);

/** Of what a test could notice, in per cent. */
function percentOf(scores: readonly FileScore[]): number {
  const killed = sum(scores, (score) => score.killed);
  const all = killed + sum(scores, ({ survivors }) => survivors.length);
  return all === 0 ? 100 : (100 * killed) / all;
}

const line = (what: string, scores: readonly FileScore[]): string[] => [
  what,
  `${sum(scores, ({ killed }) => killed)}`,
  `${sum(scores, ({ survivors }) => survivors.length)}`,
  `${sum(scores, (score) => score.explained)}`,
  percentOf(scores).toFixed(1),
];

const report = (scores: readonly FileScore[], untriedOfRules: number): string => `
# Mutants: changes to the code that a test has to notice

Written by \`npm run test:mutants\`; [testing.md](../testing.md#mutants) says which tests judge. In
code, StrykerJS changes a little, one change at a time. In rules, each replacement of
\`scripts/mutants/replacements.ts\` is tried at each place where it fits. ${machine()}.

${table(
  ['file', 'noticed', 'not noticed', 'explained', '%'],
  [...scores.map((score) => line(score.file, [score])), line('together', scores)],
)}

Goal: ${GOAL}%. ${percentOf(scores) >= GOAL ? 'Met' : 'NOT met'} for what stands here. ${areas
  .filter((area) => !scores.some(({ file }) => file.startsWith(area)))
  .map((area) => `\`${area}\` has not been looked at.`)
  .join(' ')} Not tried yet in rules: ${untriedOfRules}.

## Not noticed

${
  scores
    .flatMap(({ survivors }) => survivors)
    .map((one) => `- \`${one.file}:${one.line}\` \`${one.code}\` → \`${one.replacement}\``)
    .join('\n') || 'Nothing.'
}
`;

const tell = ({ file, line, replacement, isNoticed }: Mutant): void =>
  console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'} ${file}:${line} ${replacement}`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      help: { type: 'boolean' },
      report: { type: 'boolean' },
      pure: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const asked = positionals.length > 0 ? positionals : areas;
  // It starts at once, where Google's takes longer than most of the tests.
  process.env.FIRESTORE_ENGINE = 'embedded';
  const isOfRules = (path: string) => path === 'rules' || path.startsWith('rules/');
  const rulesAsked = asked.filter(isOfRules);
  const code = asked.filter((path) => !isOfRules(path));
  if (!values.report && rulesAsked.length > 0) await mutateRules(rulesAsked, tell);
  if (!values.report && code.length > 0) await mutateCode(code, values.pure);
  const rules = mutantsOfRules();
  const known = scoresOf([...mutantsOfCode(), ...rules.tried]);
  const scores = [...scoresFromBefore(known), ...known].sort((a, b) => (a.file < b.file ? -1 : 1));
  writeReport('mutants', report(scores, rules.untried));
  console.log(`${percentOf(scores).toFixed(1)}% noticed; docs/bench/mutants.md says the rest.`);
  if (percentOf(scores) < GOAL) process.exitCode = 1;
}

await main();
