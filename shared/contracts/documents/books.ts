import * as v from 'valibot';
import { booksSchema } from '../../domain/books/guard-schemas.ts';
import type { Books } from '../../domain/books/guards.ts';
import { docs } from '../paths.ts';

/** One document takes about one write a second for long, so the sums are spread over so many parts. */
const PARTS = 32;

/** Every part. The first one is from when there was only one, and still counts. */
export const booksPaths: readonly string[] = [
  docs.books,
  ...Array.from({ length: PARTS }, (_, number) => docs.booksPart(number)),
];

/** The part that the group of an entry adds to: any will do, and repeated it is the same. */
export function booksPartOf(entryId: string): string {
  let hash = 0;
  for (const char of entryId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return docs.booksPart(hash % PARTS);
}

export const emptyBooks: Books = {
  backingMicros: 0,
  platformMicros: 0,
  utilitySoldCents: 0,
  lostMicros: 0,
  promisedMicros: 0,
};

/** The books' sums, from all of their parts. @param read answers undefined where there is none */
export function readBooks(read: (path: string) => unknown): Books {
  const sums = { ...emptyBooks };
  for (const path of booksPaths) {
    const part = v.parse(booksSchema, read(path) ?? {});
    sums.backingMicros += part.backingMicros;
    sums.platformMicros += part.platformMicros;
    sums.utilitySoldCents += part.utilitySoldCents;
    sums.lostMicros += part.lostMicros;
    sums.promisedMicros += part.promisedMicros;
  }
  return sums;
}
