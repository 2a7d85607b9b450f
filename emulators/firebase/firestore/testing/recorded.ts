import { readdirSync, readFileSync } from 'node:fs';
import type { Scenario } from './play.ts';
import type { Question } from './question.ts';

/** The folder of recorded scenarios: a file for each subject, a line for each scenario. */
export const recordedFolder = new URL('./recorded/', import.meta.url);

export const subjects = (): readonly string[] =>
  readdirSync(recordedFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''));

export const recordedOn = (subject: string): readonly Scenario[] =>
  readFileSync(new URL(`${subject}.jsonl`, recordedFolder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Scenario => JSON.parse(line));

export type Verdict = 'true' | 'false' | 'error';

export interface Verdicts {
  readonly conditions: Readonly<Record<string, Verdict>>;
  /** By query: the conditions about its results that its filters prove. */
  readonly lists: Readonly<Record<string, Readonly<Record<string, Verdict>>>>;
  readonly paths: readonly (Question & { readonly blocks: string; readonly isAllowed: boolean })[];
}

const verdicts = new URL('verdicts.json', recordedFolder);

export const readVerdicts = (): Verdicts => JSON.parse(readFileSync(verdicts, 'utf8'));
