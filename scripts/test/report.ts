import { readFileSync, writeFileSync } from 'node:fs';
import { machine, table } from '../bench/report.ts';
import { inRepository } from '../lib/root.ts';
import type { Failure } from './events.ts';
import { writeFileSeconds } from './file-seconds.ts';
import type { Measured } from './run-plan.ts';
import type { Outcome } from './run-stage.ts';
import { testStages } from './stages.ts';

/** What a whole run took; the processor seconds are not a number where the system does not say. */
interface Total {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

const seconds = (value = Number.NaN): string => (Number.isNaN(value) ? '–' : value.toFixed(1));

const indented = (text: string): string => text.replace(/^/gm, '    ');

/** Every failure with what it says and how to repeat just that. */
export function tellFailures(
  outcomes: readonly Outcome[],
  remarks: ReadonlyMap<Failure, string>,
): string {
  const lines = outcomes.flatMap(({ key, failures }) => {
    const stage = testStages.find((each) => each.key === key);
    return failures.flatMap((failure) => {
      const { file, line, project, title, message } = failure;
      const where = file ? `${file}${line ? `:${line}` : ''}` : key;
      const again = stage && file ? stage.again(failure) : `npm test -- --only ${key}`;
      const remark = remarks.get(failure);
      return [
        '',
        `✗ ${where}${project ? ` [${project}]` : ''} › ${title}`,
        indented(message),
        ...(remark ? [`    ${remark} Its trace is below test-results/journeys.`] : []),
        `    Repeat it: ${again}`,
        // Checks are told whole; only a runner's words are kept in a file.
        ...(stage ? [`    Its words: test-results/${key}.log`] : []),
      ];
    });
  });
  return lines.join('\n');
}

/** Every test that could not run on this machine, and why: a green run does not stand for these. */
export function tellLeftOut(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(({ leftOut }) =>
    leftOut.flatMap(({ file, title, message }) => [
      '',
      `○ LEFT OUT: ${file} › ${title}`,
      indented(message),
    ]),
  );
  return lines.join('\n');
}

const stageTable = (outcomes: readonly Measured[], total: Total): string => {
  const tests = ({ passed, failures }: Outcome) => passed + failures.length;
  const row = (name: string, count: number, { wallSeconds, cpuSeconds }: Total | Measured) => [
    name,
    String(count),
    seconds(wallSeconds),
    seconds(cpuSeconds),
  ];
  const rows = outcomes.map((each) => row(`${each.key}: ${each.name}`, tests(each), each));
  const all = outcomes.reduce((sum, each) => sum + tests(each), 0);
  return table(['stage', 'tests', 'wall s', 'processor s'], [...rows, row('together', all, total)]);
};

const slowestTable = (outcomes: readonly Outcome[]): string => {
  const slowest = outcomes
    .flatMap(({ key, files }) => files.map((file) => ({ key, ...file })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  return table(
    ['s', 'stage', 'file or journey'],
    slowest.map(({ seconds: each, key, file }) => [seconds(each), key, file]),
  );
};

/** How long everything took, as tables. */
export const tellTimes = (outcomes: readonly Measured[], total: Total): string =>
  `${stageTable(outcomes, total)}\n\nThe ten slowest files and journeys:\n\n${slowestTable(outcomes)}`;

const path = inRepository('docs/bench/tests.md');
const heading = '## Now';

/** Replaces the last part of docs/bench/tests.md, which is what this run measured, and slow-first.ts's list. */
export function writeTimes(outcomes: readonly Measured[], total: Total): void {
  const [kept = ''] = readFileSync(path, 'utf8').split(`${heading}\n`);
  const text = `${heading}\n\nWritten by \`npm test -- --record\`; ${machine()}.\n\n${tellTimes(outcomes, total)}\n`;
  writeFileSync(path, kept + text);
  writeFileSeconds(outcomes.filter(({ key }) => key !== 'journeys').flatMap(({ files }) => files));
}
