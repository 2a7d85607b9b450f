import type { Books } from '@datchain/functions/journal/books.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';

/**
 * Unwraps an outcome.
 *
 * @throws with the sentence of a refusal
 */
export async function accepted<T>(asked: Promise<T | Refusal>): Promise<T> {
  const outcome = await asked;
  if (isRefusal(outcome)) throw new Error(outcome.message);
  return outcome;
}

/** Writes an entry into books and returns its result. @throws when it is refused */
export async function committed<T>(books: Pick<Books, 'commit'>, entry: Entry<T>): Promise<T> {
  return (await accepted(books.commit(entry))).result;
}
