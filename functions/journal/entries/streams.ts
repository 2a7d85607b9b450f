import type { SummaryPlatform } from '@datchain/shared/contracts/documents/analytics.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  distributeStreams,
  listPayees,
  type PayeeChange,
} from '@datchain/shared/domain/books/distribute.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import {
  firstOpenDay,
  sharedDay,
  withSharedDay,
} from '@datchain/shared/domain/books/stream-days.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import { monthOf } from '@datchain/shared/domain/time.ts';
import type { Entry } from '../entry.ts';
import { debtDocument } from './clawbacks.ts';
import { accountPaths, changeAccounts, findDat, readAccounts } from './edition-documents.ts';

/** The published streams of one DAT on one platform and UTC day (YYYY-MM-DD). */
export interface DayOfStreams {
  readonly datId: string;
  readonly platform: SummaryPlatform;
  readonly date: string;
  readonly streams: number;
  /** How often this day was shared before; above 0 for a correction. */
  readonly revision: number;
}

/**
 * Makes a payee's movement. The amounts of a correction may be negative.
 *
 * @param known the streams of this day that were shared before
 */
function payeeMovement(day: DayOfStreams, known: number, change: PayeeChange, now: number) {
  const { datId, platform, date, revision } = day;
  const { account, micros, sharePpm, debtMicros } = change;
  const what = {
    at: now,
    datId,
    platform,
    date,
    earnedMicros: micros,
    streams: day.streams - known,
    streamMicros: rates.streamMicros[platform],
    sharePpm,
  };
  const data =
    revision === 0
      ? { kind: 'stream-earnings' as const, ...what }
      : { kind: 'stream-correction' as const, ...what, debtMicros };
  return { uid: account.user.uid, data };
}

/**
 * Shares what a day's streams on one platform earned, once; platforms report at different times. A later figure
 * for the same day is a revision and books the difference, also once.
 *
 * @param known the DAT as read before; its owners at the end of a past day do not change
 */
export const distributeEntry = (day: DayOfStreams, known: DatGuard): Entry<{ payees: number }> => ({
  id: `stream:${day.datId}:${day.platform}:${day.date}:${day.revision}`,
  kind: 'streams-distributed',
  actor: 'system',
  input: day,
  reads: [
    docs.datGuard(known.id),
    docs.streamShares(known.id, monthOf(day.date)),
    ...listPayees(known, day.date).flatMap((uid) => accountPaths(uid, known.id)),
  ],
  decide(view, now) {
    const { datId, platform, date, streams, revision } = day;
    const dat = findDat(view, datId);
    if (!dat) return refuse('not-found', `There is no DAT ${datId}`);
    if (date < firstOpenDay(now)) return refuse('failed-precondition', `${date} is over`);
    const payees = listPayees(dat, date);
    const sharesPath = docs.streamShares(datId, monthOf(date));
    const shares = readStreamShares(datId, view(sharesPath));
    const shared = sharedDay(shares, platform, date);
    const wasRead = new Set(listPayees(known, date));
    if ((shared?.revision ?? 0) !== revision || payees.some((uid) => !wasRead.has(uid))) {
      return refuse('aborted', `${datId} has just changed. Try again.`);
    }
    const micros = streams * rates.streamMicros[platform];
    const sharedMicros = shared?.grossMicros ?? 0;
    const gross = { sharedMicros, micros };
    const { changes, promisedMicros, returnedMicros, postings } = distributeStreams(
      dat,
      date,
      gross,
      readAccounts(view, payees, datId),
      now,
    );
    const next = { platform, date, streams, grossMicros: micros, revision: revision + 1 };
    const changed = changeAccounts(
      view,
      changes.map(({ account }) => account),
      dat,
    );
    // The list of debts is looked up here, so that the write knows whether the user is on it.
    const debts = changes
      .filter(({ debtMicros }) => debtMicros > 0)
      .map(({ account }) => debtDocument(account.user));
    for (const { path } of debts) view(path);
    return {
      result: { payees: changes.length },
      postings,
      documents: [
        { path: sharesPath, data: withSharedDay(shares, next) },
        ...changed.documents,
        ...debts,
      ],
      increments: [
        { path: docs.books, fields: { promisedMicros, platformMicros: 0 - returnedMicros } },
        { path: docs.datTotals(datId), fields: { streamMicros: micros - sharedMicros } },
      ],
      movements: changes.map((change) => payeeMovement(day, shared?.streams ?? 0, change, now)),
      touched: [`dat:${datId}`, ...changed.touched],
    };
  },
});
