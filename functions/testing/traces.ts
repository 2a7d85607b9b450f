import { docs } from '@datchain/shared/contracts/paths.ts';
import { firestore } from '../stores/firebase.ts';

/** What the projector and the sequencer note in an entry afterwards. */
const notes = new Set(['projected', 'seq']);

/**
 * Everything in the truth that a user's calls have left behind: each document's path and content.
 * Equal before and after means that nothing was written. Screens are not the truth: the sweep shows
 * them again at any moment, and the older of two projections can be there until it has looked again.
 */
export async function traces(uid: string): Promise<string[]> {
  const database = firestore();
  const own = [docs.userGuard(uid), docs.holdingsGuard(uid), docs.debt(uid)];
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
  return [...named, ...parts, ...lists.flatMap((list) => list.docs)]
    .filter(({ exists }) => exists)
    .map((document) => {
      const fields = Object.entries(document.data() ?? {}).filter(([field]) => !notes.has(field));
      return `${document.ref.path} ${JSON.stringify(fields.sort())}`;
    })
    .sort();
}
