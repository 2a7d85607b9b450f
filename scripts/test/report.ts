import { readFileSync, writeFileSync } from 'node:fs';
import { machine, table } from '../bench/report.ts';
import { inRepository } from '../lib/root.ts';
import type { Failure } from './events.ts';
import type { Outcome } from './run-stage.ts';
import { testStages } from './stages.ts';

const seconds = (value: number | undefined): string =>
  value === undefined ? '–' : value.toFixed(1);

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

const stageTable = (outcomes: readonly Outcome[]): string => {
  const rows = outcomes.map(({ key, name, passed, failures, wallSeconds, cpuSeconds }) => [
    `${key}: ${name}`,
    String(passed + failures.length),
    seconds(wallSeconds),
    seconds(cpuSeconds),
  ]);
  const all = (pick: (outcome: Outcome) => number | undefined) =>
    outcomes.reduce((sum, outcome) => sum + (pick(outcome) ?? 0), 0);
  const tests = String(all(({ passed, failures }) => passed + failures.length));
  const sums = [
    'together',
    tests,
    seconds(all((o) => o.wallSeconds)),
    seconds(all((o) => o.cpuSeconds)),
  ];
  return table(['stage', 'tests', 'wall s', 'processor s'], [...rows, sums]);
};

const slowestTable = (outcomes: readonly Outcome[]): string => {
  const slowest = outcomes
    .flatMap(({ key, slowest: files }) => files.map((file) => ({ key, ...file })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  return table(
    ['s', 'stage', 'file or journey'],
    slowest.map(({ seconds: each, key, file }) => [seconds(each), key, file]),
  );
};

/** How long everything took, as tables. */
export const tellTimes = (outcomes: readonly Outcome[]): string =>
  `${stageTable(outcomes)}\n\nThe ten slowest files and journeys:\n\n${slowestTable(outcomes)}`;

const path = inRepository('docs/bench/tests.md');
const heading = '## Now';

/** Replaces the last part of docs/bench/tests.md, which is what this run measured. */
export function writeTimes(outcomes: readonly Outcome[]): void {
  const [kept = ''] = readFileSync(path, 'utf8').split(`${heading}\n`);
  const text = `${heading}\n\nWritten by \`npm test -- --record\`; ${machine()}.\n\n${tellTimes(outcomes)}\n`;
  writeFileSync(path, kept + text);
}
