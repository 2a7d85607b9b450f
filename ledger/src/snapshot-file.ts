import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { emptySnapshot, type Snapshot } from './snapshot.ts';

// A snapshot has a line for each row. As one text, that of 100,000 DATS would be longer than a string
// can be; and a single name beyond Latin makes all of such a text several times slower to write and read.

/** Lists and records with so many entries that each has a line of its own. */
const lists = ['dats', 'takenDown'] as const;
const records = ['figures', 'histories', 'people'] as const;

/** A part of the snapshot, or one entry of such a part: with its key, where it has one. */
type Line = readonly [part: keyof Snapshot, value: unknown, key?: string];

function* linesOf(snapshot: Snapshot): Generator<Line> {
  const large: readonly string[] = [...lists, ...records];
  for (const [part, value] of Object.entries(snapshot)) {
    if (!large.includes(part)) yield [part as keyof Snapshot, value];
  }
  for (const part of lists) for (const value of snapshot[part]) yield [part, value];
  for (const part of records) {
    for (const [key, value] of Object.entries(snapshot[part])) yield [part, value, key];
  }
}

const CHUNK_BYTES = 1 << 20;

/** Writes a snapshot down, for `readSnapshot`. */
export function writeSnapshot(path: string, snapshot: Snapshot): void {
  const file = openSync(path, 'w');
  try {
    let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let length = 0;
    const flush = () => {
      writeFileSync(file, chunk.subarray(0, length));
      length = 0;
    };
    for (const line of linesOf(snapshot)) {
      const text = `${JSON.stringify(line)}\n`;
      const most = text.length * 3;
      if (length + most > chunk.length) flush();
      if (most > chunk.length) chunk = Buffer.allocUnsafe(most);
      length += chunk.write(text, length);
    }
    flush();
  } finally {
    closeSync(file);
  }
}

/** Reads a snapshot that `writeSnapshot` has written. */
export function readSnapshot(path: string): Snapshot {
  const bytes = readFileSync(path);
  const parts = new Map<string, unknown>();
  const entries = new Map<string, [key: string, value: unknown][]>(
    [...lists, ...records].map((part) => [part, []]),
  );
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf('\n', start);
    const [part, value, key = '']: Line = JSON.parse(bytes.toString('utf8', start, end));
    const large = entries.get(part);
    if (large) large.push([key, value]);
    else parts.set(part, value);
    start = end + 1;
  }
  const valuesOf = (part: string) => (entries.get(part) ?? []).map(([, value]) => value);
  return {
    ...emptySnapshot,
    ...Object.fromEntries(parts),
    ...Object.fromEntries(lists.map((part) => [part, valuesOf(part)])),
    ...Object.fromEntries(
      records.map((part) => [part, Object.fromEntries(entries.get(part) ?? [])]),
    ),
  };
}
