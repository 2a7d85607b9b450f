import { cleanLine, cleanLines } from '../domain/public-text.ts';
import { readText } from './tolerant.ts';

/** A text of one line, or of several, as it is shown, however it was stored (N-PPL-16). */
export const readLine = (value: unknown, fallback = ''): string =>
  cleanLine(readText(value, fallback));
export const readLines = (value: unknown): string => cleanLines(readText(value));
