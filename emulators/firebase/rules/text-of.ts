import { EvaluationError, OpenPath, Path, typeOf, type Value } from './values.ts';

/** A value as text, as a part of a path. Throws for values that have none. */
export function textOf(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (typeof value === 'string') return value;
  if (value instanceof Path && !(value instanceof OpenPath)) return `/${value.segments.join('/')}`;
  throw new EvaluationError(`${typeOf(value)} has no text`);
}

/** Without the blanks around it: as Java, all characters up to the space, and no other spaces. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) <= 0x20) from += 1;
  while (from < to && text.charCodeAt(to - 1) <= 0x20) to -= 1;
  return text.slice(from, to);
}
