import type { SummaryPlatform } from '@datchain/shared/contracts/documents/analytics.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  listPayees,
  type PayeeShare,
  shareStreams,
} from '@datchain/shared/domain/books/distribute.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import {
  type DueShare,
  firstOpenDay,
  sharedDay,
  withSharedDay,
} from '@datchain/shared/domain/books/stream-days.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import { monthOf } from '@datchain/shared/domain/time.ts';
import { count, whole } from '@datchain/shared/domain/whole.ts';
import * as v from 'valibot';
import type { Entry } from '../entry.ts';
import { findDat } from './edition-documents.ts';
import { getUser } from './order-documents.ts';

/** The published streams of one DAT on one platform and UTC day (YYYY-MM-DD). */
export interface DayOfStreams {
  readonly datId: string;
  readonly platform: SummaryPlatform;
  readonly date: string;
  readonly streams: number;
  /** How often this day was shared before; above 0 for a correction. */
  readonly revision: number;
}

/** A share that waits to be posted to its payees. */
export type DueDay = DueShare & { readonly datId: string };

const sharedStreamsSchema = v.object({
  payees: v.number(),
  /** The number of streams; in a correction, the change. */
  streams: whole,
  streamMicros: whole,
  shares: v.array(
    v.object({
      uid: v.string(),
      isCreator: v.boolean(),
      sharePpm: whole,
      micros: whole,
      parts: v.array(v.object({ number: count, sharePpm: whole, micros: whole })),
    }),
  ),
});

/** The payees of a share and their parts. Stored as the entry's result. */
export type SharedStreams = Omit<v.InferOutput<typeof sharedStreamsSchema>, 'shares'> & {
  readonly shares: readonly PayeeShare[];
};

export const readSharedStreams = (result: unknown): SharedStreams =>
  v.parse(sharedStreamsSchema, result);

export const shareId = ({ datId, platform, date, revision }: DueDay): string =>
  `stream:${datId}:${platform}:${date}:${revision}`;

/**
 * Shares what a day's streams on one platform earned, once; platforms report at different times. A later figure
 * for the same day is a revision and shares the difference, also once. `postStreamsEntry` posts the shares to
 * their payees, for all works of a payee together.
 *
 * @param known the DAT as read before; its owners at the end of a past day do not change
 */
export const distributeEntry = (day: DayOfStreams, known: DatGuard): Entry<SharedStreams> => ({
  id: shareId(day),
  kind: 'streams-distributed',
  actor: 'system',
  input: day,
  reads: [
    docs.datGuard(known.id),
    docs.streamShares(known.id, monthOf(day.date)),
    ...listPayees(known, day.date).map(docs.userGuard),
  ],
  decide(view, now) {
    const { datId, platform, date, streams, revision } = day;
    const dat = findDat(view, datId);
    if (!dat) return refuse('not-found', `There is no DAT ${datId}`);
    if (date < firstOpenDay(now)) return refuse('failed-precondition', `${date} is over`);
    const payees = listPayees(dat, date);
    const sharesPath = docs.streamShares(datId, monthOf(date));
    const before = readStreamShares(datId, view(sharesPath));
    const shared = sharedDay(before, platform, date);
    const wasRead = new Set(listPayees(known, date));
    if ((shared?.revision ?? 0) !== revision || payees.some((uid) => !wasRead.has(uid))) {
      return refuse('aborted', `${datId} has just changed. Try again.`);
    }
    const micros = streams * rates.streamMicros[platform];
    const sharedMicros = shared?.grossMicros ?? 0;
    const isClosed = (uid: string) => getUser(view, uid).closedAt !== undefined;
    const shares = shareStreams(dat, date, { sharedMicros, micros }, isClosed);
    const promisedMicros = shares.reduce((sum, share) => sum + share.micros, 0);
    const next = { platform, date, streams, grossMicros: micros, revision: revision + 1 };
    const after = withSharedDay(before, next);
    const due = shares.length > 0 ? [...after.due, { platform, date, revision }] : after.due;
    const dueTo = [...new Set([...after.dueTo, ...shares.map(({ uid }) => uid)])];
    return {
      result: {
        payees: shares.length,
        streams: streams - (shared?.streams ?? 0),
        streamMicros: rates.streamMicros[platform],
        shares,
      },
      postings: move('USD', accounts.promised, accounts.streamsDue, promisedMicros),
      documents: [{ path: sharesPath, data: { ...after, due, dueTo } }],
      increments: [
        { path: docs.books, fields: { promisedMicros, streamsDueMicros: promisedMicros } },
        { path: docs.datTotals(datId), fields: { streamMicros: micros - sharedMicros } },
      ],
      touched: [`dat:${datId}`],
    };
  },
});
