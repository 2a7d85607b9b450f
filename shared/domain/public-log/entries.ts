import { ledgerFiles } from './ledger-files.ts';
import { maxLineBytes, readLogLine } from './lines.ts';

const textOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

function faultOf(entry: Uint8Array, seq: number): 'bytes' | 'form' | 'number' | undefined {
  const text = textOf(entry.subarray(0, maxLineBytes + 1));
  if (text.length > maxLineBytes || !/^[\x20-\x7e]*\n$/.test(text)) return 'bytes';
  const line = readLogLine(text.slice(0, -1));
  if (!line) return 'form';
  return line.seq === seq ? undefined : 'number';
}

/** Returns the entry's time; 0 if it is not a calendar time. */
function millisOf(entry: Uint8Array): number {
  return Date.parse(String(readLogLine(textOf(entry).trimEnd())?.fields.at)) || 0;
}

/** The entries of the public log (docs/public-log.md), for checkers of its tree. */
export const publicEntries = { faultOf, millisOf, filesOf: ledgerFiles } as const;
