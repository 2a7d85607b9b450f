import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import { readChunk, type StoredFile } from './head.ts';

/**
 * The lines of the log, or its former checkpoints, each with its line feed, as far as the head that
 * was read counts them: what is published meanwhile is left out. Holds one document at a time.
 *
 * @throws when there are fewer than the head counts
 */
export async function* storedLines(
  store: DocumentStore,
  name: 'lines' | 'checkpoints',
  { length, chunk: last }: StoredFile,
): AsyncGenerator<string> {
  let count = 0;
  for (let chunk = 1; chunk <= last && count < length; chunk++) {
    const path = docs.publicLogChunk(name, chunk);
    const text = readChunk((await store.read([path])).get(path)?.data);
    for (const line of text.match(/[^\n]*\n/g) ?? []) {
      if (count === length) return;
      count += 1;
      yield line;
    }
  }
  if (count < length) throw new Error(`The public log has ${count} ${name}, not ${length}`);
}
