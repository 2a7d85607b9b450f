import { cleanLine, cleanLines } from '../domain/public-text.ts';
import { readText } from './tolerant.ts';

/** Reads a stored text of one or several lines, cleaned (N-PPL-16). */
export const readLine = (value: unknown, fallback = ''): string =>
  cleanLine(readText(value, fallback));
export const readLines = (value: unknown): string => cleanLines(readText(value));
