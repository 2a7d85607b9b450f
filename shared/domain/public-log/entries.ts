import { readCanonical } from './canonical.ts';
import { ledgerFiles } from './ledger-files.ts';

/** With its line feed. */
const MOST_BYTES = 8_192;

const textOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

const form = {
  name: /^[a-z][A-Za-z0-9]*$/,
  kind: /^[a-z][a-z-]*$/,
  at: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
};

/** What is wrong with an entry of the public log in itself: the first of three. */
function faultOf(entry: Uint8Array, seq: number): 'bytes' | 'form' | 'number' | undefined {
  const text = textOf(entry.subarray(0, MOST_BYTES + 1));
  if (text.length > MOST_BYTES || !/^[\x20-\x7e]*\n$/.test(text)) return 'bytes';
  const fields = readCanonical(text.slice(0, -1));
  if (!fields) return 'form';
  const names = Object.keys(fields);
  const { seq: number, at, kind } = fields;
  if (names.slice(0, 3).join() !== 'seq,at,kind') return 'form';
  if (!names.every((name) => form.name.test(name)) || typeof number !== 'number') return 'form';
  if (typeof at !== 'string' || typeof kind !== 'string') return 'form';
  if (!form.at.test(at) || !form.kind.test(kind)) return 'form';
  return number === seq ? undefined : 'number';
}

/** 0 when the time is not one of the calendar. */
function millisOf(entry: Uint8Array): number {
  const at = readCanonical(textOf(entry).trimEnd())?.at;
  return (typeof at === 'string' && Date.parse(at)) || 0;
}

/** The entries of the public log (docs/public-log.md), for a checker of its tree. */
export const publicEntries = { faultOf, millisOf, filesOf: ledgerFiles } as const;
