import { readdirSync, readFileSync } from 'node:fs';
import type { Scenario } from './play.ts';

/** Where the recorded scenarios lie: a file for each subject, a line for each scenario. */
export const recordedFolder = new URL('./recorded/', import.meta.url);

/** The subjects of which something was recorded. */
export const subjects = (): readonly string[] =>
  readdirSync(recordedFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''));

/** What Google's emulator answered on one subject. */
export const recordedOn = (subject: string): readonly Scenario[] =>
  readFileSync(new URL(`${subject}.jsonl`, recordedFolder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Scenario => JSON.parse(line));
