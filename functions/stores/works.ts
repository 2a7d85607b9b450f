import { readWorkHoldings, readWorksPage } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type {
  HoldingsGuard,
  WorkHoldings,
  WorksPage,
} from '@datchain/shared/domain/books/guards.ts';
import { streamedOf, withStreams } from '@datchain/shared/domain/books/works.ts';
import { type Data, type DocumentStore, startingWith } from './document-store.ts';

export interface StoredWorks {
  readonly works: readonly WorkHoldings[];
  readonly pages: readonly WorksPage[];
}

/**
 * Parses stored works.
 *
 * @param holdings documents whose path begins with `guards/holdings:`
 * @param pages documents whose path begins with `guards/works:`
 */
export function storedWorks(holdings: readonly Data[], pages: readonly Data[]): StoredWorks {
  return {
    works: holdings.flatMap((data) => readWorkHoldings(data) ?? []),
    pages: pages.map((data) => readWorksPage(String(data.uid), Number(data.page), data)),
  };
}

export function worksWithStreams({ works, pages }: StoredWorks): WorkHoldings[] {
  const named = new Map(pages.map((page) => [`${page.page} ${page.uid}`, page]));
  return works.map((work) => {
    const page = named.get(`${work.page} ${work.uid}`);
    return page ? withStreams(work, streamedOf(page, work.datId)) : work;
  });
}

export function holdingsByUser(stored: StoredWorks): Map<string, HoldingsGuard> {
  const lines = new Map<string, HoldingsGuard[]>();
  for (const one of worksWithStreams(stored)) {
    const known = lines.get(one.uid);
    if (known) known.push(one);
    else lines.set(one.uid, [one]);
  }
  return new Map([...lines].map(([uid, all]) => [uid, together(uid, all)]));
}

const together = (uid: string, all: readonly HoldingsGuard[]): HoldingsGuard => ({
  uid,
  holdings: all.flatMap(({ holdings }) => holdings),
  created: all.flatMap(({ created }) => created),
});

const PAGE_SIZE = 300;

/** Reads everything one user has or had of all DATS, for readers that need no guarantee. */
export async function readAllHoldings(store: DocumentStore, uid: string): Promise<HoldingsGuard> {
  const listAll = async (prefix: string): Promise<Data[]> => {
    const all: Data[] = [];
    for await (const page of startingWith(store, prefix, PAGE_SIZE)) {
      all.push(...page.map(({ data }) => data));
    }
    return all;
  };
  const stored = storedWorks(
    await listAll(docs.workHoldings(uid, '')),
    await listAll(docs.worksPages(uid)),
  );
  return together(uid, worksWithStreams(stored));
}
