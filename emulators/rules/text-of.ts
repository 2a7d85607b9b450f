import { EvaluationError, OpenPath, Path, typeOf, type Value } from './values.ts';

/** A value as text, as `string(…)` and `join` write it. Throws for values that have none. */
export function textOf(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (typeof value === 'number') return textOfFloat(value);
  if (typeof value === 'string') return value;
  if (value instanceof Path && !(value instanceof OpenPath)) return `/${value.segments.join('/')}`;
  throw new EvaluationError(`${typeOf(value)} has no text`);
}

/** As Java writes it: always with a point, from ten million and below a thousandth with an exponent. */
function textOfFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** Without the blanks around it: as Java, all characters up to the space, and no other spaces. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) <= 0x20) from += 1;
  while (from < to && text.charCodeAt(to - 1) <= 0x20) to -= 1;
  return text.slice(from, to);
}
