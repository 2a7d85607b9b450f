import { readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from '../lib/root.ts';

const path = inRepository('scripts/test/file-seconds.json');

/** Faster files are not worth a line. */
const LEAST_SECONDS = 2;

/** How long slow test files took when they were last recorded, in seconds, by path. */
export const readFileSeconds = (): Readonly<Record<string, number>> =>
  JSON.parse(readFileSync(path, 'utf8'));

/** Keeps how long files took, for the order of later runs on any machine. */
export function writeFileSeconds(files: readonly { file: string; seconds: number }[]): void {
  const slow = files.filter(({ seconds }) => seconds >= LEAST_SECONDS);
  const lines = slow.map(({ file, seconds }) => [file, Math.round(seconds)] as const);
  const sorted = Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, undefined, 2)}\n`);
}
