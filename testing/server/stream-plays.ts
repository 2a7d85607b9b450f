import type { Entry } from '@datchain/functions/journal/entry.ts';
import { addEarnedBy, compareEarnings } from '@datchain/functions/reconcile/compare-earnings.ts';
import type { Services } from '@datchain/functions/services.ts';
import type { Batch, Data } from '@datchain/functions/stores/document-store.ts';
import { holdingsByUser, storedWorks } from '@datchain/functions/stores/works.ts';
import { readStoredMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyHoldings } from '@datchain/shared/domain/books/guards.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

/** Returns services whose process dies before or after a step: a commit, or a write of its own. */
export function dyingAt(services: Needs, steps: number, when: 'before' | 'after'): Needs {
  const { store, books } = services;
  let left = steps;
  const orDie = async <T>(step: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left === 0 && when === 'after') await step();
    if (left <= 0) throw new Error('killed');
    return step();
  };
  return {
    ...services,
    store: { ...store, write: (batch: Batch) => orDie(() => store.write(batch)) },
    books: { ...books, commit: <T>(entry: Entry<T>) => orDie(() => books.commit(entry)) },
  };
}

/** Checks that journal, history, statement and works of each user add up to the same (N-EXP-02). */
export function compareStatements(
  all: ReadonlyMap<string, Data>,
  users: readonly string[],
): string[] {
  const under = (prefix: string) => [...all].filter(([path]) => path.startsWith(prefix));
  const dataOf = (prefix: string) => under(prefix).map(([, data]) => data);
  const works = storedWorks(dataOf('guards/holdings:'), dataOf('guards/works:'));
  const holdings = holdingsByUser(works);
  const earned = new Map<string, number>();
  for (const { kind, postings } of dataOf('journal/')) {
    addEarnedBy(earned, { kind: String(kind), postings: postings as Posting[] });
  }
  return users.flatMap((uid) =>
    compareEarnings({
      uid,
      earnedMicros: earned.get(uid) ?? 0,
      movements: under(docs.movement(uid, '')).flatMap(([path, data]) =>
        readStoredMovement(path, data),
      ),
      lines: new Map(under(docs.earningsLine(uid, ''))),
      holdings: holdings.get(uid) ?? emptyHoldings(uid),
    }),
  );
}
