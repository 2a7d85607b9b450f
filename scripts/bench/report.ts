import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { inRepository } from '../lib/root.ts';

export interface Report {
  readonly figures: string;
  readonly budgets: readonly (readonly [text: string, isMet: boolean])[];
}

export const quantile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0;

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low = 0, high = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
};

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => `${'-'.repeat(width + 1)}:|`).join('')}`]
    .concat(rows.map(line))
    .join('\n');
}

/**
 * The load of the machine before the benchmark began, in processes per core; readers need it to
 * compare figures.
 */
const otherWork = (loadavg()[0] ?? 0) / availableParallelism();

export const isBusy = otherWork >= 0.5;

export const isTooBusy = otherWork > 1.5;

const heading = '## Figures';

/** Prints a report and replaces the figures in docs/bench. @returns whether all budgets were met */
export function writeReport(name: string, { figures, budgets }: Report): boolean {
  const verdicts = budgets.map(([text, isMet]) => `- ${text}: ${isMet ? 'met' : 'NOT met'}`);
  const machine =
    `On ${availableParallelism()} cores with Node ${process.versions.node}; before it began each ` +
    `core had ${otherWork.toFixed(1)} other processes at work.`;
  const text = [machine, figures, ...(verdicts.length > 0 ? [verdicts.join('\n')] : [])].join(
    '\n\n',
  );
  console.log(`\n${text}\n`);
  const path = inRepository(`docs/bench/${name}.md`);
  const [about] = readFileSync(path, 'utf8').split(heading);
  writeFileSync(path, `${about}${heading}\n\n${text}\n`);
  return budgets.every(([, isMet]) => isMet);
}
