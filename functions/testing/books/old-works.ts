import { readWorksPage } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { linesOfWork } from '@datchain/shared/domain/books/works.ts';
import { type DocumentStore, type Found, startingWith } from '../../stores/document-store.ts';
import { holdingsOf } from '../../stores/works.ts';

async function all(store: DocumentStore, prefix: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const page of startingWith(store, prefix, 300)) found.push(...page);
  return found;
}

/** The one document of all that a user has of works, in the order they came to the user. */
async function oldDocument(store: DocumentStore, uid: string, pages: readonly Found[]) {
  const lines = await holdingsOf(store, uid);
  const works = pages
    .map(({ data }) => readWorksPage(uid, 0, data))
    .sort((a, b) => a.page - b.page)
    .flatMap(({ datIds }) => datIds.map((datId) => linesOfWork(lines, datId)));
  return {
    uid,
    holdings: works.flatMap(({ holdings }) => holdings),
    created: works.flatMap(({ created }) => created),
  };
}

/**
 * Stores what users have of works as it was before each work had a document of its own: all lines of
 * a user in one, and no sums.
 */
export async function storeAsBefore(store: DocumentStore, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    const user = docs.userGuard(uid);
    const stored = (await store.read([user])).get(user);
    if (!stored?.data.works) continue;
    const { works: _, ...before } = stored.data;
    const pages = await all(store, docs.worksPages(uid));
    const gone = [...pages, ...(await all(store, docs.workHoldings(uid, '')))];
    const outcome = await store.write({
      create: [{ path: docs.oldHoldings(uid), data: await oldDocument(store, uid, pages) }],
      replace: [{ path: user, data: before, dropped: ['works'], version: stored.version }],
      remove: gone.map(({ path, version }) => ({ path, version })),
    });
    if (outcome === 'conflict') throw new Error(`${uid} has just changed`);
  }
}
