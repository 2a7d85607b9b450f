import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { recoverTokens } from '../journal/books.ts';
import { split } from '../projector/projections.ts';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';

const RECENT_MILLIS = 3 * MINUTE_MILLIS;
const AT_ONCE = 400;

/** The users who got tokens back by these entries: whoever wrote them may not have got further. */
function usersGivenBack(entries: readonly StoredEntry[]): Set<string> {
  const givesBack = entries.filter(({ kind }) => /^order-(released|closed)$/.test(kind));
  const users = givesBack.flatMap((entry) => entry.touched.map(split));
  return new Set(users.filter(([kind]) => kind === 'user').map(([, uid]) => uid));
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
    for (const uid of usersGivenBack(unshown)) await recoverTokens(books, uid);
    // Once they are marked, the next page starts with those that are not.
    await projector.projectWhole(
      touched,
      unshown.map(({ id }) => id),
    );
    found += unshown.length;
    if (unshown.length < AT_ONCE) break;
  }
  const recent = await entries.listSince(clock.now() - RECENT_MILLIS);
  const touched = new Set(recent.flatMap((entry) => entry.touched));
  if (touched.size > 0) await projector.project([...touched], []);
  return found;
}
