import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Projector } from '../projector/projector.ts';
import { type Door, isCommitted } from './door.ts';
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

/**
 * What a user in debt earns settles the debt first, at once. Nothing else can take it in between: a
 * debt refuses that. A job pays whatever is not paid here.
 */
async function payDebts(
  door: Door,
  { owing, entryId }: Committed<unknown>,
): Promise<Committed<unknown>[]> {
  const payments = owing.map(async (uid) => {
    try {
      const paid = await door.commit(payDebtEntry(uid, entryId));
      return isCommitted(paid) ? [paid] : [];
    } catch (error) {
      log.warn('A debt is not paid yet; the job will', { uid, entryId, error: String(error) });
      return [];
    }
  });
  return (await Promise.all(payments)).flat();
}

export const booksOf = (door: Door, projector: Shows): Books => ({
  async commit(entry) {
    const outcome = await door.commit(entry);
    if (!isCommitted(outcome)) return outcome;
    const written = [outcome, ...(await payDebts(door, outcome))].filter(
      ({ touched }) => touched.length > 0,
    );
    if (written.length > 0) {
      const touched = [...new Set(written.flatMap((one) => one.touched))];
      const entryIds = written.map(({ entryId }) => entryId);
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
