import { parseArgs } from 'node:util';
import { table } from './bench/report.ts';
import { mutantsOfCode, mutateCode } from './mutants/code.ts';
import type { Mutant } from './mutants/mutant.ts';
import { mutateRules } from './mutants/rules.ts';

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
const GOAL = 95;

const help = `Mutation testing: makes thousands of small changes to the code and checks whether a test notices each.
Takes hours for everything; name a folder or a file to test only a part.

  npm run test:mutants                           ${areas.join(', ')}
  npm run test:mutants -- shared/domain/books    one folder
  npm run test:mutants -- shared/domain/money.ts one file
  npm run test:mutants -- rules                  all security rules
  npm run test:mutants -- rules/storage.rules    one rules file
  npm run test:mutants -- --pure functions/orders without stack tests: quick, but fewer mutants are noticed

Results for unchanged code and tests are cached. A mutant that no test can notice is explained beside
the code. Exits with 1 below ${GOAL}%.`;

const noticedIn = (mutants: readonly Mutant[]) =>
  mutants.filter(({ isNoticed }) => isNoticed).length;

const percentOf = (mutants: readonly Mutant[]): number =>
  mutants.length === 0 ? 100 : (100 * noticedIn(mutants)) / mutants.length;

const row = (what: string, mutants: readonly Mutant[]): string[] => [
  what,
  `${noticedIn(mutants)}`,
  `${mutants.length - noticedIn(mutants)}`,
  percentOf(mutants).toFixed(1),
];

const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean' },
    pure: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(help);
} else {
  // The embedded engine starts at once; Google's takes longer than most of the tests.
  process.env.FIRESTORE_ENGINE = 'embedded';
  const asked = positionals.length > 0 ? positionals : areas;
  const [rules, code] = [
    asked.filter((path) => /^rules(\/|$)/.test(path)),
    asked.filter((path) => !/^rules(\/|$)/.test(path)),
  ];
  const ofRules = rules.length > 0 ? await mutateRules(rules) : [];
  if (code.length > 0) await mutateCode(code, values.pure);
  const all = [...ofRules, ...mutantsOfCode(code)];
  const rows = [...Map.groupBy(all, ({ file }) => file)].map(([file, own]) => row(file, own));
  console.log(
    table(['file', 'noticed', 'not noticed', '%'], [...rows.toSorted(), row('together', all)]),
  );
  for (const { file, line, code: text, replacement } of all.filter((one) => !one.isNoticed)) {
    console.log(`NOT NOTICED ${file}:${line} ${text} → ${replacement}`);
  }
  if (percentOf(all) < GOAL) process.exitCode = 1;
}
