import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { inRepository } from '../lib/root.ts';

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[middle]];
  return (low + high) / 2;
};

/** The number that a part of them, of 1, does not exceed. */
export const quantile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0;

/** A Markdown table whose columns line up in a terminal too. */
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

const otherWork = (loadavg()[0] ?? 0) / availableParallelism();

/** The clock then measures other work too. */
export const isBusy = otherWork >= 0.5;

/** Then it measures little else. */
export const isTooBusy = otherWork > 1.5;

/** What a reader has to know to compare figures with others: taken before the bench began. */
export const machine = (): string =>
  `${availableParallelism()} cores, Node ${process.versions.node}; before it began each core had ` +
  `${otherWork.toFixed(1)} other processes at work`;

/** Writes a report into docs/bench. */
export function writeReport(name: string, text: string): void {
  const path = inRepository(`docs/bench/${name}.md`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text.trim()}\n`);
}

/** Says which budgets were met. @returns whether all were */
export function tellVerdicts(
  verdicts: readonly (readonly [text: string, isMet: boolean])[],
): boolean {
  for (const [text, isMet] of verdicts) console.log(`${isMet ? 'met' : 'NOT met'}: ${text}`);
  return verdicts.every(([, isMet]) => isMet);
}
