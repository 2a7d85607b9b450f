import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLogLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import { readChunk, type StoredFile } from './head.ts';

async function linesIn(store: DocumentStore, chunk: number): Promise<string[]> {
  const path = docs.publicLogChunk(chunk);
  const text = readChunk((await store.read([path])).get(path)?.data);
  return text.match(/[^\n]*\n/g) ?? [];
}

/**
 * Reads the lines of the log, each with its line feed, up to the head's count; lines published meanwhile are
 * left out. Holds one document at a time.
 *
 * @throws when there are fewer than the head counts
 */
export async function* storedLines(
  store: DocumentStore,
  { length, chunk: last }: StoredFile,
): AsyncGenerator<string> {
  let count = 0;
  for (let chunk = 1; chunk <= last && count < length; chunk++) {
    for (const line of await linesIn(store, chunk)) {
      if (count === length) return;
      count += 1;
      yield line;
    }
  }
  if (count < length) throw new Error(`The public log has ${count} lines, not ${length}`);
}

const numberOf = (line = ''): number => readLogLine(line.trimEnd())?.seq ?? 0;

/**
 * Reads the lines of the log after the first `from`, up to the head's count. Reads only the documents that have
 * them, from the last one back, and holds those.
 *
 * @throws when one of these lines is missing
 */
export async function* storedLinesAfter(
  store: DocumentStore,
  { length, chunk: last }: StoredFile,
  from: number,
): AsyncGenerator<string> {
  const lines: string[] = [];
  for (let chunk = last; chunk > 0 && from < length; chunk--) {
    lines.unshift(...(await linesIn(store, chunk)));
    if (numberOf(lines[0]) <= from + 1) break;
  }
  let next = from + 1;
  for (const line of lines) {
    const number = numberOf(line);
    if (number <= from || number > length) continue;
    if (number !== next) throw new Error(`The public log has no line ${next}`);
    next += 1;
    yield line;
  }
  if (next <= length) throw new Error(`The public log has no line ${next}`);
}
