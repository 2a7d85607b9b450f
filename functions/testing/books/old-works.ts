import { docs } from '@datchain/shared/contracts/paths.ts';
import { type DocumentStore, startingWith } from '../../stores/document-store.ts';
import { holdingsOf } from '../../stores/works.ts';

/**
 * Stores what users have of works as it was before each work had a document of its own: all lines of
 * a user in one, and no sums.
 */
export async function storeAsBefore(store: DocumentStore, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    const data = { ...(await holdingsOf(store, uid)) };
    const user = docs.userGuard(uid);
    const stored = (await store.read([user])).get(user);
    if (!stored?.data.works) continue;
    const { works: _, ...before } = stored.data;
    const gone: { path: string; version: unknown }[] = [];
    for (const prefix of [docs.workHoldings(uid, ''), docs.worksPages(uid)]) {
      for await (const page of startingWith(store, prefix, 300)) gone.push(...page);
    }
    const outcome = await store.write({
      create: [{ path: docs.oldHoldings(uid), data }],
      replace: [{ path: user, data: before, dropped: ['works'], version: stored.version }],
      remove: gone.map(({ path, version }) => ({ path, version })),
    });
    if (outcome === 'conflict') throw new Error(`${uid} has just changed`);
  }
}
