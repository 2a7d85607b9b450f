import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { recoverTokens } from '../journal/books.ts';
import { log } from '../log.ts';
import { split } from '../projector/projections.ts';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';

const RECENT_MILLIS = 3 * MINUTE_MILLIS;
const PAGE_SIZE = 400;

/** Lists users who got tokens back by an entry; its writer may have crashed before taking them for refunds. */
function usersGivenBack({ kind, touched }: StoredEntry): string[] {
  if (!/^order-(ended|closed)$/.test(kind)) return [];
  return touched.map(split).flatMap(([what, uid]) => (what === 'user' ? [uid] : []));
}

/**
 * Takes tokens that these entries gave back to users, if a refund had missed them (N-MON-19). One user's
 * failure does not delay the others.
 *
 * @returns the entries without a failure
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
 * Projects entries that were written but not shown, because a process died or the Realtime Database was out of
 * reach. If such entries gave tokens back, refunds first take the tokens that they had missed. Finally,
 * everything touched in the last minutes is projected again.
 *
 * @returns how many entries were found unshown
 */
export async function sweepProjections(services: Services): Promise<number> {
  const { entries, projector, clock, books } = services;
  let found = 0;
  for (;;) {
    const unshown = await entries.listUnprojected(PAGE_SIZE);
    if (unshown.length === 0) break;
    const touched = unshown.flatMap((entry) => entry.touched);
    const done = await recoverAll(books, unshown);
    // Marked entries leave the list, so the next page starts with unmarked ones.
    await projector.projectWhole(
      touched,
      done.map(({ id }) => id),
    );
    found += unshown.length;
    if (done.length < PAGE_SIZE) break;
  }
  const recent = await entries.listSince(clock.now() - RECENT_MILLIS);
  const touched = new Set(recent.flatMap((entry) => entry.touched));
  if (touched.size > 0) await projector.project([...touched], []);
  return found;
}
