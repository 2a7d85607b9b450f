import { readFileSync } from 'node:fs';
import { runCommand } from './lib/command.ts';
import { gitFiles } from './lib/git-files.ts';
import { inRepository } from './lib/root.ts';

const ruleOfTest = /\[((?:[RN]-[A-Z]+|M)-\d+)\]/g;
/** An id anywhere in a text, but nothing that only looks like one, such as the path 'M-10 920'. */
const citation = /(?<![\w-])(?:[RN]-[A-Z]{2,5}-\d\d|M-\d\d)(?! ?\d)/g;
const rule = /^- \*\*([A-Z]+(?:-[A-Z]+)?-\d\d)\*\* \S/gm;
/** A test's title with its leading rule ids, and its tag. */
const title =
  /\(\s*(['"`])((?:\[(?:(?:[RN]-[A-Z]+|M)-\d+)\]\s*)+)(?:\\.|(?!\1)[^\\])*\1(\s*,\s*\{\s*tags: 'long')?/g;

const rulesIn = (text: string): string[] =>
  [...text.matchAll(ruleOfTest)].map(([, id]) => id ?? '');

/** Lists the rules that test titles prove: all of them, and those of `npm test`. */
export function rulesOfTests(source: string): { all: string[]; short: string[] } {
  const tests = [...source.matchAll(title)].map(([, , ids = '', isLong]) => ({
    rules: rulesIn(ids),
    isLong: Boolean(isLong),
  }));
  return {
    all: tests.flatMap(({ rules }) => rules),
    short: tests.flatMap(({ rules, isLong }) => (isLong ? [] : rules)),
  };
}

const rulesOfFile = (path: string) => rulesOfTests(readFileSync(inRepository(path), 'utf8'));

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string }[];
}

const titlesOf = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.map((spec) => spec.title),
  ...suites.flatMap(titlesOf),
];

async function journeyTitles(): Promise<string[]> {
  const { isGood, output } = await runCommand({
    script: '@playwright/test/cli.js',
    parameters: ['test', '--list', '--reporter=json'],
    env: { DATCHAIN_LONG: '' },
  });
  if (!isGood) throw new Error(`The journeys could not be listed:\n${output}`);
  return titlesOf(JSON.parse(output.slice(output.indexOf('{'))));
}

/** Rules proven by measurements: `npm run bench -- load` writes docs/bench/load.md. */
const benchmarks: readonly string[] = ['M-62'];

const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('rules/cases/');

const ids = (path: string, form: RegExp): string[] =>
  [...readFileSync(inRepository(path), 'utf8').matchAll(form)].map(([all, id]) => id ?? all);

export const behaviourRules = (): string[] =>
  gitFiles('docs/behaviour/*.md').flatMap((path) => ids(path, rule));

export const namedRules = (): { proven: string[]; cited: string[] } => ({
  proven: gitFiles()
    .filter(isTest)
    .flatMap((path) => rulesOfFile(path).all),
  cited: gitFiles('*.ts', '*.tsx', '*.astro', '*.css', '*.md', '*.rules').flatMap((path) =>
    ids(path, citation),
  ),
});

export function ruleProblems(
  rules: readonly string[],
  { proven, cited }: ReturnType<typeof namedRules>,
): string[] {
  const [known, tested] = [new Set(rules), new Set(proven)];
  return [
    ...rules
      .filter((id, at) => rules.indexOf(id) !== at)
      .map((id) => `${id} stands twice in docs/behaviour.`),
    ...[...known].filter((id) => !tested.has(id)).map((id) => `No test begins with [${id}].`),
    ...[...new Set([...proven, ...cited])]
      .filter((id) => !known.has(id))
      .map((id) => `${id} is named, but docs/behaviour has no such rule.`),
  ];
}

/**
 * Lists rules of docs/behaviour that no test of `npm test` proves with a call, a rules case or a
 * browser. A pure test is not sufficient, and a test of the long run comes too late.
 */
export async function unprovenRules(): Promise<string[]> {
  const real = gitFiles().filter(
    (path) =>
      path.startsWith('rules/cases/') ||
      (/\.(emulator|browser|process)\.test\.tsx?$/.test(path) && !path.includes('.long.')),
  );
  const journeys = await journeyTitles();
  const called = real.flatMap((path) => rulesOfFile(path).short);
  const proven = new Set([...benchmarks, ...called, ...journeys.flatMap(rulesIn)]);
  return behaviourRules().filter((id) => !proven.has(id));
}
