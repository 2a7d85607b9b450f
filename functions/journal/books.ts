import { setTimeout as sleep } from 'node:timers/promises';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import { type Door, isCommitted } from './door.ts';
import type { Committed, Entry } from './entry.ts';
import type { Projector } from './projector.ts';

/** How long an answer waits for the screens to show what was written; a sweep does it otherwise. */
const PROJECTION_PATIENCE_MILLIS = 3_000;

/** The journal as the use cases see it: write an entry, and have the screens show it. */
export interface Books {
  commit<Result>(entry: Entry<Result>): Promise<Committed<Result> | Refusal>;
}

export const booksOf = (door: Door, projector: Projector): Books => ({
  async commit(entry) {
    const outcome = await door.commit(entry);
    if (isCommitted(outcome) && outcome.touched.length > 0) {
      const shown = projector.project(outcome.touched, [outcome.entryId]).catch((error) => {
        log.warn('Not shown yet; the sweep will', {
          entryId: outcome.entryId,
          error: String(error),
        });
      });
      const patience = new AbortController();
      const timeout = sleep(PROJECTION_PATIENCE_MILLIS, undefined, { signal: patience.signal });
      await Promise.race([shown, timeout.catch(() => {})]);
      patience.abort();
    }
    return outcome;
  },
});
