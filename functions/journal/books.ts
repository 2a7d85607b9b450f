import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Projector } from '../projector/projector.ts';
import { type Door, isCommitted } from './door.ts';
import { recoverEntry } from './entries/clawbacks.ts';
import { payDebtEntry } from './entries/debts.ts';
import type { Committed, Entry } from './entry.ts';

/** How long an answer waits for the screens to show what was written; a sweep does it otherwise. */
const PROJECTION_PATIENCE_MILLIS = 3_000;

/** The journal as the use cases see it: write an entry, and have the screens show it. */
export interface Books {
  commit<Result>(entry: Entry<Result>): Promise<Committed<Result> | Refusal>;
  /** Has the screens show an entry whose writer may not have got that far. */
  show(entryId: string): Promise<void>;
}

/** Shows on the screens what was written. */
export type Shows = Pick<Projector, 'project' | 'projectEntry'>;

type Commits = Pick<Books, 'commit'>;

/** How many refunds may find their tokens again by one entry. */
const RECOVERIES = 50;

/**
 * Takes the tokens that came back to a user for the refunds that had missed them (N-MON-19).
 *
 * @returns what was written
 */
export async function recoverTokens(
  { commit }: Commits,
  uid: string,
): Promise<Committed<unknown>[]> {
  const written: Committed<unknown>[] = [];
  for (let round = 0; round < RECOVERIES; round++) {
    const recovered = await commit(recoverEntry(uid, randomUUID()));
    // By its result: an entry whose answer was lost is found, not written, the second time.
    if (isRefusal(recovered) || !recovered.result.recorded) break;
    written.push(recovered);
  }
  return written;
}

/** What a user in debt earns settles the debt first, at once. A job pays whatever is not paid here. */
async function payDebt({ commit }: Commits, uid: string, entryId: string) {
  try {
    const paid = await commit(payDebtEntry(uid, entryId));
    return isRefusal(paid) ? [] : [paid];
  } catch (error) {
    log.warn('A debt is not paid yet; the job will', { uid, entryId, error: String(error) });
    return [];
  }
}

/**
 * Settles what users owe who have something to settle it with by an entry: tokens that came back
 * first, then earnings. Nothing else can take those in between: a debt refuses that.
 *
 * @returns what was written, and whether all tokens were taken; the sweep of projections does that
 * otherwise
 */
async function settleDebts(door: Door, { owing, entryId }: Committed<unknown>) {
  let isDone = true;
  const commits: Commits = { commit: (entry) => door.commit(entry) };
  const each = owing.map(async (uid) => {
    const recovered = await recoverTokens(commits, uid).catch((error) => {
      log.warn('Tokens are not taken yet; the sweep will', { uid, entryId, error: String(error) });
      isDone = false;
      return [];
    });
    return [...recovered, ...(await payDebt(commits, uid, entryId))];
  });
  const written = (await Promise.all(each)).flat();
  return { written, isDone };
}

export const booksOf = (door: Door, projector: Shows): Books => ({
  async commit(entry) {
    const outcome = await door.commit(entry);
    if (!isCommitted(outcome)) return outcome;
    const debts = await settleDebts(door, outcome);
    const written = [outcome, ...debts.written].filter(({ touched }) => touched.length > 0);
    if (written.length > 0) {
      const touched = [...new Set(written.flatMap((one) => one.touched))];
      // While it is not marked as shown, the sweep looks at it again.
      const marked = debts.isDone ? written : written.filter((one) => one !== outcome);
      const entryIds = marked.map(({ entryId }) => entryId);
      await waitUntilShown(projector.project(touched, entryIds), outcome.entryId);
    }
    return outcome;
  },

  show: (entryId) => waitUntilShown(projector.projectEntry(entryId), entryId),
});

/** Waits for screens, but not for long: the answer does not depend on them. */
async function waitUntilShown(showing: Promise<void>, entryId: string): Promise<void> {
  const shown = showing.catch((error) => {
    log.warn('Not shown yet; the sweep will', { entryId, error: String(error) });
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PROJECTION_PATIENCE_MILLIS);
  });
  await Promise.race([shown, patience]);
  clearTimeout(timer);
}
