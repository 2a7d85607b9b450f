import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Projector } from '../projector/projector.ts';
import { type Door, isCommitted } from './door.ts';
import { recoverEntry } from './entries/clawbacks.ts';
import { payDebtEntry } from './entries/debts.ts';
import type { Committed, Entry } from './entry.ts';

/** How long an answer waits for the screens to show its entry; after that a sweep does. */
const PROJECTION_TIMEOUT_MILLIS = 3_000;

export interface Books {
  commit<Result>(entry: Entry<Result>): Promise<Committed<Result> | Refusal>;
  /** Has the screens show an entry whose writer may have crashed before it did so. */
  show(entryId: string): Promise<void>;
}

export type Shows = Pick<Projector, 'project' | 'projectEntry'>;

type Commits = Pick<Books, 'commit'>;

const MAX_RECOVERIES = 50;

/**
 * Takes tokens that came back to a user for the refunds that had missed them (N-MON-19).
 *
 * @returns the entries it wrote
 */
export async function recoverTokens(
  { commit }: Commits,
  uid: string,
): Promise<Committed<unknown>[]> {
  const written: Committed<unknown>[] = [];
  for (let round = 0; round < MAX_RECOVERIES; round++) {
    const recovered = await commit(recoverEntry(uid, randomUUID()));
    // The result tells, not the outcome: on a retry after a lost answer the entry is found, not written.
    if (isRefusal(recovered) || !recovered.result.recorded) break;
    written.push(recovered);
  }
  return written;
}

/** Pays a user's debt from what the user just earned. A job pays what fails here. */
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
 * Settles debts of users whom an entry gave something to settle them with: first from tokens that came back,
 * then from earnings. Nothing else can take either in between, because a debt blocks it.
 *
 * @returns the entries it wrote, and whether all tokens were taken; otherwise the sweep of projections takes
 * them
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

export const makeBooks = (door: Door, projector: Shows): Books => ({
  async commit(entry) {
    const outcome = await door.commit(entry);
    if (!isCommitted(outcome)) return outcome;
    const debts = await settleDebts(door, outcome);
    const written = [outcome, ...debts.written].filter(({ touched }) => touched.length > 0);
    if (written.length > 0) {
      const touched = [...new Set(written.flatMap((one) => one.touched))];
      // The sweep looks at an entry again until it is marked as shown.
      const marked = debts.isDone ? written : written.filter((one) => one !== outcome);
      const entryIds = marked.map(({ entryId }) => entryId);
      await waitUntilShown(projector.project(touched, entryIds), outcome.entryId);
    }
    return outcome;
  },

  show: (entryId) => waitUntilShown(projector.projectEntry(entryId), entryId),
});

async function waitUntilShown(showing: Promise<void>, entryId: string): Promise<void> {
  const shown = showing.catch((error) => {
    log.warn('Not shown yet; the sweep will', { entryId, error: String(error) });
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PROJECTION_TIMEOUT_MILLIS);
  });
  await Promise.race([shown, timeout]);
  clearTimeout(timer);
}
