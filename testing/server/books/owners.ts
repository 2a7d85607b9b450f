import type { Data } from '@datchain/functions/stores/document-store.ts';
import { users } from './opening.ts';
import type { Broken } from './rules.ts';

/**
 * Returns the owner of a document that rules/firestore.rules open to one user; undefined for
 * others.
 */
function ownerOf(path: string, data: Data): unknown {
  const [collection, id] = path.split('/');
  if (collection === 'users') return id;
  return /^(orders|listings|payouts)$/.test(collection ?? '') ? data.uid : undefined;
}

/** Checks that documents readable by one user name no other user (N-MON-08). */
export const strangersIn = (all: ReadonlyMap<string, Data>): Broken[] =>
  [...all].flatMap(([path, data]) => {
    const owner = ownerOf(path, data);
    if (owner === undefined) return [];
    const text = JSON.stringify(data);
    return users
      .filter((uid) => uid !== owner && text.includes(JSON.stringify(uid)))
      .map((uid) => `${path} of ${owner}: names ${uid}`);
  });
