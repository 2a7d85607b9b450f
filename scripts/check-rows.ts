import { readFileSync } from 'node:fs';
import { runCommand } from './lib/command.ts';
import { gitFiles } from './lib/git-files.ts';
import { inRepository } from './lib/root.ts';

const row = /\[((?:[RN]-[A-Z]+|M)-\d+)\]/g;
/** An id anywhere in a text, and none of what else looks like one, such as the path 'M-10 920'. */
const citation = /(?<![\w-])(?:[RN]-[A-Z]{2,5}-\d\d|M-\d\d)(?! ?\d)/g;
/** A rule of docs/behaviour. */
const rule = /^- \*\*([A-Z]+(?:-[A-Z]+)?-\d\d)\*\* \S/gm;
/** The first text a test is given, which begins with the rows that it proves, and its tag. */
const title =
  /\(\s*(['"`])((?:\[(?:(?:[RN]-[A-Z]+|M)-\d+)\]\s*)+)(?:\\.|(?!\1)[^\\])*\1(\s*,\s*\{\s*tags: 'long')?/g;

const rowsIn = (text: string): string[] => [...text.matchAll(row)].map(([, id]) => id ?? '');

/** The rows that tests prove by their titles: all of them, and those of `npm test`. */
export function rowsOfTests(source: string): { all: string[]; short: string[] } {
  const tests = [...source.matchAll(title)].map(([, , ids = '', isLong]) => ({
    rows: rowsIn(ids),
    isLong: Boolean(isLong),
  }));
  return {
    all: tests.flatMap(({ rows }) => rows),
    short: tests.flatMap(({ rows, isLong }) => (isLong ? [] : rows)),
  };
}

const rowsOfFile = (path: string) => rowsOfTests(readFileSync(inRepository(path), 'utf8'));

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string }[];
}

const titlesOf = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.map((spec) => spec.title),
  ...suites.flatMap(titlesOf),
];

/** Titles of the journeys that `npm test` plays, as Playwright lists them. */
async function journeyTitles(): Promise<string[]> {
  const { isGood, output } = await runCommand({
    script: '@playwright/test/cli.js',
    parameters: ['test', '--list', '--reporter=json'],
    env: { DATCHAIN_LONG: '' },
  });
  if (!isGood) throw new Error(`The journeys could not be listed:\n${output}`);
  return titlesOf(JSON.parse(output.slice(output.indexOf('{'))));
}

/** What is measured, and proven by figures: `npm run bench -- load` writes docs/bench/load.md. */
const benchmarks: readonly string[] = ['M-62'];

const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('rules/cases/');

const ids = (path: string, form: RegExp): string[] =>
  [...readFileSync(inRepository(path), 'utf8').matchAll(form)].map(([all, id]) => id ?? all);

/** The ids of docs/behaviour, each as often as it stands there. */
export const behaviourRows = (): string[] =>
  gitFiles('docs/behaviour/*.md').flatMap((path) => ids(path, rule));

/** The ids that tests prove by their titles, and those that code and docs cite. */
export const namedRows = (): { proven: string[]; cited: string[] } => ({
  proven: gitFiles()
    .filter(isTest)
    .flatMap((path) => rowsOfFile(path).all),
  cited: gitFiles('*.ts', '*.tsx', '*.astro', '*.css', '*.md', '*.rules').flatMap((path) =>
    ids(path, citation),
  ),
});

/** Where docs/behaviour and the rest of the repository differ, a sentence each. */
export function rowProblems(
  rules: readonly string[],
  { proven, cited }: ReturnType<typeof namedRows>,
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
 * Rules of docs/behaviour that no test of `npm test` proves with the real thing: a call, a rule or a
 * browser. A pure test only supports one, and a test of the long run comes too late.
 */
export async function unprovenRows(): Promise<string[]> {
  const real = gitFiles().filter(
    (path) =>
      path.startsWith('rules/cases/') ||
      (/\.(emulator|browser|process)\.test\.tsx?$/.test(path) && !path.includes('.long.')),
  );
  const journeys = await journeyTitles();
  const called = real.flatMap((path) => rowsOfFile(path).short);
  const proven = new Set([...benchmarks, ...called, ...journeys.flatMap(rowsIn)]);
  return behaviourRows().filter((id) => !proven.has(id));
}
