import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { recoverTokens } from '../journal/books.ts';
import { log } from '../log.ts';
import { split } from '../projector/projections.ts';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';

const RECENT_MILLIS = 3 * MINUTE_MILLIS;
const AT_ONCE = 400;

/** The users who got tokens back by an entry: whoever wrote it may not have got further. */
function usersGivenBack({ kind, touched }: StoredEntry): string[] {
  if (!/^order-(released|closed)$/.test(kind)) return [];
  return touched.map(split).flatMap(([what, uid]) => (what === 'user' ? [uid] : []));
}

/**
 * Takes the tokens that these entries gave back for the refunds that had missed them (N-MON-19). One
 * user's failure does not hold up the others.
 *
 * @returns the entries of which this is done
 */
async function recoverAll(books: Services['books'], entries: readonly StoredEntry[]) {
  const failed = new Set<string>();
  for (const uid of new Set(entries.flatMap(usersGivenBack))) {
    try {
      await recoverTokens(books, uid);
    } catch (error) {
      failed.add(uid);
      log.error('Tokens are not taken yet', { uid, error: String(error) });
    }
  }
  return entries.filter((entry) => !usersGivenBack(entry).some((uid) => failed.has(uid)));
}

/**
 * Shows what was written but not shown (a process died, the Realtime Database was out of reach),
 * and once more what was touched in the last minutes. Before that, it takes the tokens that such an entry
 * gave back for the refunds that had missed them.
 *
 * @returns how many entries were found unshown
 */
export async function sweepProjections(services: Services): Promise<number> {
  const { entries, projector, clock, books } = services;
  let found = 0;
  for (;;) {
    const unshown = await entries.listUnprojected(AT_ONCE);
    if (unshown.length === 0) break;
    const touched = unshown.flatMap((entry) => entry.touched);
    const done = await recoverAll(books, unshown);
    // Once they are marked, the next page starts with those that are not.
    await projector.projectWhole(
      touched,
      done.map(({ id }) => id),
    );
    found += unshown.length;
    if (done.length < AT_ONCE) break;
  }
  const recent = await entries.listSince(clock.now() - RECENT_MILLIS);
  const touched = new Set(recent.flatMap((entry) => entry.touched));
  if (touched.size > 0) await projector.project([...touched], []);
  return found;
}
