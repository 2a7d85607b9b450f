import type { Millis } from '@datchain/shared/domain/units.ts';

export interface Timed {
  readonly id: string;
  readonly at: Millis;
}

/** Compares as Firestore orders by `at`: within a millisecond by id. Ids are ASCII and unique. */
export const oldestFirst = (a: Timed, b: Timed): number => a.at - b.at || (a.id < b.id ? -1 : 1);

interface Source<T> {
  readonly pages: AsyncGenerator<T[]>;
  readonly page: readonly T[];
}

async function filled<T>({ pages, page }: Source<T>): Promise<Source<T> | undefined> {
  if (page.length > 0) return { pages, page };
  const next = await pages.next();
  return next.done ? undefined : filled({ pages, page: next.value });
}

/**
 * Merges several sources, oldest first within and across pages. Pages have any length but are never empty. At
 * most one page of each source is in memory.
 *
 * @param sources each oldest first
 * @throws an error of a source
 */
export async function* mergePages<T extends Timed>(
  sources: readonly AsyncGenerator<T[]>[],
): AsyncGenerator<T[]> {
  let open: readonly Source<T>[] = sources.map((pages) => ({ pages, page: [] }));
  for (;;) {
    const read = await Promise.all(open.map(filled));
    open = read.flatMap((source) => source ?? []);
    // Unread items come after the last item of their page, so after the first of these.
    const [last] = open.flatMap(({ page }) => page.at(-1) ?? []).sort(oldestFirst);
    if (!last) return;
    const isLater = (one: T) => oldestFirst(last, one) < 0;
    yield open.flatMap(({ page }) => page.filter((one) => !isLater(one))).sort(oldestFirst);
    open = open.map(({ pages, page }) => ({ pages, page: page.filter(isLater) }));
  }
}
