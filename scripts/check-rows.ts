import { readFileSync } from 'node:fs';
import { runCommand } from './lib/command.ts';
import { gitFiles } from './lib/git-files.ts';

const row = /\[((?:[RN]-[A-Z]+|M)-\d+)\]/g;
/** The first text a test is given, which begins with the rows that it proves. */
const title = /\(\s*(['"`])((?:\[(?:(?:[RN]-[A-Z]+|M)-\d+)\]\s*)+)/g;

const rowsIn = (text: string): string[] => [...text.matchAll(row)].map(([, id]) => id ?? '');

const rowsOfFile = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(title)].flatMap(([, , ids = '']) => rowsIn(ids));

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

/**
 * Requirement rows that some test names, but none of `npm test` that uses the real thing: a call, a
 * rule or a browser. A pure test only supports a row, and one of the long run comes too late.
 */
export async function unprovenRows(): Promise<string[]> {
  const tests = gitFiles().filter((path) => /\.(test|spec)\.tsx?$/.test(path));
  const named = new Set(tests.flatMap(rowsOfFile));
  const real = tests.filter(
    (path) => /\.(emulator|browser|process)\.test\.tsx?$/.test(path) && !path.includes('.long.'),
  );
  const journeys = await journeyTitles();
  const proven = new Set([...benchmarks, ...real.flatMap(rowsOfFile), ...journeys.flatMap(rowsIn)]);
  return [...named].filter((id) => !proven.has(id)).sort();
}
