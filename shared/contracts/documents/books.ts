import * as v from 'valibot';
import { booksSchema } from '../../domain/books/guard-schemas.ts';
import type { Books } from '../../domain/books/guards.ts';
import { docs } from '../paths.ts';

/** The number of parts: a document sustains about one write a second, so the sums are sharded. */
const SHARDS = 32;

/** The paths of all parts. The first is older than the split into parts, and still counts. */
export const booksPaths: readonly string[] = [
  docs.books,
  ...Array.from({ length: SHARDS }, (_, number) => docs.booksPart(number)),
];

/** Returns the part that an entry's group adds to: chosen by hash, so that a retry adds to the same one. */
export function selectBooksPart(entryId: string): string {
  let hash = 0;
  for (const char of entryId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return docs.booksPart(hash % SHARDS);
}

export const emptyBooks: Books = {
  backingMicros: 0,
  platformMicros: 0,
  utilitySoldCents: 0,
  lostMicros: 0,
  promisedMicros: 0,
  streamsDueMicros: 0,
};

/**
 * Sums all parts of the books.
 *
 * @param read returns undefined for a missing part
 */
export function readBooks(read: (path: string) => unknown): Books {
  const sums = { ...emptyBooks };
  for (const path of booksPaths) {
    const part = v.parse(booksSchema, read(path) ?? {});
    sums.backingMicros += part.backingMicros;
    sums.platformMicros += part.platformMicros;
    sums.utilitySoldCents += part.utilitySoldCents;
    sums.lostMicros += part.lostMicros;
    sums.promisedMicros += part.promisedMicros;
    sums.streamsDueMicros += part.streamsDueMicros;
  }
  return sums;
}
