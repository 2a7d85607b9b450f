import { readFileSync } from 'node:fs';
import type { Answer, Question } from './answer.ts';

/** Where the questions of the tables lie with what Google's emulator answered, a line for each. */
export const recordedFile = new URL('./recorded.jsonl', import.meta.url);

/** The questions of the tables, and what Google's emulator answered. */
export const readRecorded = (): readonly { question: Question; answer: Answer }[] =>
  readFileSync(recordedFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
