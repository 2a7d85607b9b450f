import { EvaluationError, Path, typeOf, type Value } from './values.ts';

/** A value as text, as `string(…)` and `join` write it. Throws for values that have none. */
export function textOf(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value === 'string') return value;
  if (value instanceof Path) return `/${value.segments.join('/')}`;
  throw new EvaluationError(`${typeOf(value)} has no text`);
}
