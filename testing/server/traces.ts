import { services } from '@datchain/functions/services.ts';
import { type Found, startingWith } from '@datchain/functions/stores/document-store.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';

/** Fields of an entry that the projector and the sequencer write later. */
const notes = new Set(['projected', 'seq']);

/**
 * Returns every document that a user's calls have written, with path and content. Equal results
 * before and after mean that nothing was written. Projections are left out: the sweep may rewrite
 * them at any moment, and until then an older one may remain.
 */
export async function traces(uid: string): Promise<string[]> {
  const database = firestore();
  const own = [docs.userGuard(uid), docs.debt(uid)];
  const named = await database.getAll(
    ...[...own, docs.stripeAccount(uid), docs.artistNameOf(uid)].map((path) => database.doc(path)),
  );
  const lists = await Promise.all([
    database.collection(docs.journal).where('actor', '==', uid).get(),
    database.collection(docs.orders).where('uid', '==', uid).get(),
    database.collection(docs.payouts).where('uid', '==', uid).get(),
    database.collection('listings').where('uid', '==', uid).get(),
    database.collection('dats').where('creatorUid', '==', uid).get(),
    database.collection(docs.releases).where('operatorUid', '==', uid).get(),
    database.collection(`${docs.user(uid)}/movements`).get(),
  ]);
  const [, orders] = lists;
  const parts = await Promise.all(
    orders.docs.map(({ id }) => database.doc(docs.orderParts(id)).get()),
  );
  const works: Found[] = [];
  for (const prefix of [docs.workHoldings(uid, ''), docs.worksPages(uid)]) {
    for await (const page of startingWith(services().store, prefix, 300)) works.push(...page);
  }
  const found = [...named, ...parts, ...lists.flatMap((list) => list.docs)]
    .filter(({ exists }) => exists)
    .map((document) => ({ path: document.ref.path, data: document.data() ?? {} }));
  return [...found, ...works]
    .map(({ path, data }) => {
      const fields = Object.entries(data).filter(([field]) => !notes.has(field));
      return `${path} ${JSON.stringify(fields.sort())}`;
    })
    .sort();
}
