import { EvaluationError, OpenPath, Path, typeOf, type Value } from './values.ts';

/**
 * Formats a value as a string for a path. @throws EvaluationError for types without a string form
 */
export function formatPathSegment(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (typeof value === 'string') return value;
  if (value instanceof Path && !(value instanceof OpenPath)) return `/${value.segments.join('/')}`;
  throw new EvaluationError(`${typeOf(value)} has no text`);
}

/** Trims like Java: all characters up to U+0020, and no other spaces. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) <= 0x20) from += 1;
  while (from < to && text.charCodeAt(to - 1) <= 0x20) to -= 1;
  return text.slice(from, to);
}
