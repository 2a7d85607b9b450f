import type { Millis } from '../units.ts';
import { canonical, type Flat, readCanonical } from './canonical.ts';

/** The most bytes of a line, for writers and readers, so that readers need little memory. */
export const maxLineBytes = 8_192;

const instant = (at: Millis): string => new Date(at).toISOString();

/**
 * Writes a line of the public log with its line feed.
 *
 * @param seq its number, from 1 without gaps
 * @throws RangeError for an amount that is not whole, or a line that is too long
 */
export function logLine(
  seq: number,
  event: { readonly at: Millis; readonly kind: string; readonly fields: Flat },
): string {
  const { at, kind, fields } = event;
  const line = `${canonical({ seq, at: instant(at), kind, ...fields })}\n`;
  if (line.length > maxLineBytes) throw new RangeError(`Line ${seq} is too long`);
  return line;
}

const hasForm = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);

const forms = {
  name: /^[a-z][A-Za-z0-9]*$/,
  kind: /^[a-z][a-z-]*$/,
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
};

export interface ReadLine {
  readonly seq: number;
  readonly fields: Flat;
}

/** Reads a line without its line feed; undefined unless it has the form of a line. The caller checks its number. */
export function readLogLine(text: string): ReadLine | undefined {
  const fields = readCanonical(text);
  if (!fields) return undefined;
  const keys = Object.keys(fields);
  const { seq, at, kind } = fields;
  const isOrdered = keys.slice(0, 3).join() === 'seq,at,kind';
  const isNamed = keys.every((key) => forms.name.test(key));
  if (!isOrdered || !isNamed || typeof seq !== 'number') return undefined;
  return hasForm(kind, forms.kind) && hasForm(at, forms.instant) ? { seq, fields } : undefined;
}
