import { setTimeout as sleep } from 'node:timers/promises';
import { readFold, readFoldCompared } from '@datchain/shared/contracts/documents/subtotal.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { shortfallOf } from '@datchain/shared/domain/books/guards.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import { pages, put } from '../stores/document-store.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { compareEntry, findUnshown } from './compare-entries.ts';
import { compareStripe } from './compare-stripe.ts';
import { compareSubjects, type SubjectNeeds } from './compare-subjects.ts';
import { foldJournal } from './fold-journal.ts';
import { findLasting } from './lasting.ts';
import { readEach } from './read-subjects.ts';
import type { Reconciliation } from './reconcile.ts';
import { ChangedSubjects, splitSubjects } from './subjects.ts';
import { readHead } from './subtotals.ts';

export type ChangeNeeds = SubjectNeeds &
  Pick<Services, 'checkout' | 'payments' | 'connect' | 'clock'>;

type Pause = (millis: number) => Promise<unknown>;

/** Older changes are left to the full pass, which runs every day. */
const COMPARED_MILLIS = 2 * DAY_MILLIS;
/** Ids of each kind that are compared at once. */
const PART_SIZE = 200;
const UNSHOWN_LIMIT = 100;
const PAGE_SIZE = 100;

async function* changesSince(needs: ChangeNeeds): AsyncGenerator<readonly StoredEntry[]> {
  const { store, entries, clock } = needs;
  const stored = (await store.read([docs.foldCompared])).get(docs.foldCompared);
  const compared = readFoldCompared(stored?.data);
  const from = Math.max(compared?.until ?? 0, clock.now() - COMPARED_MILLIS);
  for await (const page of pages(store, docs.folds, PAGE_SIZE)) {
    const folds = page.map(({ data }) => readFold(data));
    const late = folds
      .filter(({ number }) => number > (compared?.fold ?? 0))
      .flatMap((fold) => fold.late.map(({ id }) => id));
    yield (await readEach(late, (id) => entries.find(id))).flatMap((entry) => entry ?? []);
  }
  yield* entries.between(from, Number.MAX_SAFE_INTEGER);
}

async function compareUnshown({ entries, clock }: ChangeNeeds) {
  const waiting = await entries.listUnprojected(UNSHOWN_LIMIT);
  return { differences: waiting.flatMap((entry) => findUnshown(entry, clock.now())) };
}

/** Remembers that all entries before the head were compared without a difference. */
async function keepCompared({ store }: ChangeNeeds, fold: number, until: number): Promise<void> {
  const path = docs.foldCompared;
  const stored = (await store.read([path])).get(path);
  await store.write(put(path, { fold, until }, stored));
}

/**
 * Compares what the entries since the last run have changed: its balances with the journal, its documents with
 * each other, with the screens and with Stripe. It reads what belongs to these changes, however many users
 * there are. The full pass (`reconcile`) finds what this one does not read.
 *
 * Differences are checked again, and only lasting ones are reported. The changes of a run with differences are
 * compared again by the next one.
 *
 * @param pause waits before the next comparison
 */
export async function reconcileChanges(
  needs: ChangeNeeds,
  pause: Pause = sleep,
): Promise<Reconciliation> {
  await foldJournal(needs);
  const { head } = await readHead(needs.store);
  const subjects = new ChangedSubjects();
  const differences: string[] = [];
  for await (const page of changesSince(needs)) {
    for (const entry of page) {
      subjects.add(entry);
      differences.push(...compareEntry(entry));
    }
  }
  // Late entries may explain a difference, so each new look folds them first.
  const foldAndPause: Pause = async (millis) => {
    await pause(millis);
    await foldJournal(needs);
  };
  for (const part of splitSubjects(subjects, PART_SIZE)) {
    const found = await findLasting(() => compareSubjects(needs, part), foldAndPause);
    differences.push(...found.differences);
  }
  const unshown = await findLasting(() => compareUnshown(needs), pause);
  const stripe = await findLasting(() => compareStripe(needs, subjects), pause);
  differences.push(...unshown.differences, ...stripe.differences);
  if (differences.length === 0) await keepCompared(needs, head.number, head.until);
  return {
    entries: head.entries,
    orders: subjects.orders.size,
    sessions: stripe.sessions,
    payouts: subjects.payouts.size,
    shortfallMicros: shortfallOf(await needs.guards.books()),
    differences: [...new Set(differences)],
  };
}
