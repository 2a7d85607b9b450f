import { readWorkHoldings, readWorksPage } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type {
  HoldingsGuard,
  WorkHoldings,
  WorksPage,
} from '@datchain/shared/domain/books/guards.ts';
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

export function holdingsByUser({ works }: StoredWorks): Map<string, HoldingsGuard> {
  const lines = new Map<string, HoldingsGuard[]>();
  for (const one of works) {
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
  const works: WorkHoldings[] = [];
  for await (const page of startingWith(store, docs.workHoldings(uid, ''), PAGE_SIZE)) {
    works.push(...page.flatMap(({ data }) => readWorkHoldings(data) ?? []));
  }
  return together(uid, works);
}
