import { readFileSync, writeFileSync } from 'node:fs';

/** What Google's emulator answered: the cases of each table by their text. */
export interface Recorded {
  readonly lists: Readonly<Record<string, Verdict>>;
  readonly paths: Readonly<Record<string, boolean>>;
}

/** Whether a list is allowed by a condition, by its opposite, or by neither. */
export type Verdict = 'holds' | 'refuses' | 'open';

const file = new URL('./recorded.json', import.meta.url);

/** The answers as they were recorded. */
export const readRecorded = (): Recorded => JSON.parse(readFileSync(file, 'utf8')) as Recorded;

/** Records answers again: with DATCHAIN_RECORD=1 beside Google's emulator. */
export function writeRecorded(recorded: Recorded): void {
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
