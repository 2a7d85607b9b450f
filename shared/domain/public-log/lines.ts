import type { Millis } from '../units.ts';
import { canonical, type Flat, readCanonical } from './canonical.ts';

/** What stands for the line before the first one. */
export const noHash = '0'.repeat(64);

/** Longer lines are refused by writers and readers, so that a reader needs little memory. */
export const maxLineBytes = 8_192;

const instant = (at: Millis): string => new Date(at).toISOString();

/**
 * One line of the public log, with the line feed at its end.
 *
 * @param seq its number, from 1 without gaps
 * @param prev as lines once had it; new ones have none
 * @throws RangeError for an amount that is not whole, or a line that is too long
 */
export function logLine(
  seq: number,
  event: { readonly at: Millis; readonly kind: string; readonly fields: Flat },
  prev?: string,
): string {
  const { at, kind, fields } = event;
  const last = prev === undefined ? {} : { prev };
  const line = `${canonical({ seq, at: instant(at), kind, ...fields, ...last })}\n`;
  if (line.length > maxLineBytes) throw new RangeError(`Line ${seq} is too long`);
  return line;
}

/** What a signed checkpoint says: the log had this many lines, and the last one had this hash. */
export interface Checkpoint {
  /** From 1 without gaps. */
  readonly number: number;
  readonly length: number;
  readonly head: string;
  readonly at: string;
  /** Which key signed it. */
  readonly key: string;
  /** SHA-256 of the checkpoint before, line feed and all. */
  readonly prev: string;
}

/** Keeps a signature from meaning anything but a checkpoint of this log. */
const context = 'datchain public log checkpoint v1\n';

/**
 * What is signed: the context and the checkpoint without its signature, no line feed at the end.
 */
export const signedText = ({ number, length, head, at, key, prev }: Checkpoint): string =>
  `${context}${canonical({ number, length, head, at, key, prev })}`;

/** One line of the checkpoints, with the line feed at its end. */
export const checkpointLine = (checkpoint: Checkpoint, signature: string): string => {
  const { number, length, head, at, key, prev } = checkpoint;
  return `${canonical({ number, length, head, at, key, prev, signature })}\n`;
};

export type SignedCheckpoint = Checkpoint & { readonly signature: string };

/** True for a text of this form; what is not text has none. */
export const hasForm = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);

const forms = {
  name: /^[a-z][A-Za-z0-9]*$/,
  kind: /^[a-z][a-z-]*$/,
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  hash: /^[0-9a-f]{64}$/,
  key: /^[0-9a-f]{16}$/,
  signature: /^[0-9a-f]{128}$/,
};

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 1;

/** What readers of the log need of a line; the rest is for people. */
export interface ReadLine {
  readonly seq: number;
  readonly fields: Flat;
}

/** Reads a line without its line feed; undefined unless it has exactly the form of one. */
export function readLogLine(text: string): ReadLine | undefined {
  const fields = readCanonical(text);
  if (!fields) return undefined;
  const keys = Object.keys(fields);
  const { seq, at, kind } = fields;
  const isOrdered = keys.slice(0, 3).join() === 'seq,at,kind';
  const isNamed = keys.every((key) => forms.name.test(key));
  if (!isOrdered || !isNamed || !isCount(seq)) return undefined;
  return hasForm(kind, forms.kind) && hasForm(at, forms.instant) ? { seq, fields } : undefined;
}

const checkpointKeys = 'number,length,head,at,key,prev,signature';

/** Reads a checkpoint without its line feed; undefined unless it has exactly the form of one. */
export function readCheckpoint(text: string): SignedCheckpoint | undefined {
  const fields = readCanonical(text);
  if (!fields || Object.keys(fields).join() !== checkpointKeys) return undefined;
  const { number, length, head, at, key, prev, signature } = fields;
  const isSound =
    isCount(number) &&
    isCount(length) &&
    hasForm(head, forms.hash) &&
    hasForm(at, forms.instant) &&
    hasForm(key, forms.key) &&
    hasForm(prev, forms.hash) &&
    hasForm(signature, forms.signature);
  return isSound ? (fields as unknown as SignedCheckpoint) : undefined;
}
