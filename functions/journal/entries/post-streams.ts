import {
  addToStatement,
  type EarningsLine,
  statementPageId,
  toEarningsLine,
} from '@datchain/shared/contracts/documents/earnings-line.ts';
import {
  expandStreamDay,
  type StreamDay,
  type StreamDayShare,
} from '@datchain/shared/contracts/documents/stream-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { PayeeShare } from '@datchain/shared/domain/books/distribute.ts';
import { withHolding } from '@datchain/shared/domain/books/editions.ts';
import type { UserGuard, WorkHoldings } from '@datchain/shared/domain/books/guards.ts';
import { postStreams } from '@datchain/shared/domain/books/post-streams.ts';
import {
  addStreamed,
  addWork,
  CREATOR_PART,
  changeWork,
  noWorks,
  pageAfter,
  streamedOf,
  withStreams,
} from '@datchain/shared/domain/books/works.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import { monthOf, utcDay } from '@datchain/shared/domain/time.ts';
import type { Entry, View } from '../entry.ts';
import { debtDocument } from './clawbacks.ts';
import { pageTouched, readPage, readWork } from './edition-documents.ts';
import { getUser } from './order-documents.ts';
import { shareId } from './streams.ts';

/** One payee's part of one shared day of a work. */
export type DuePart = Omit<PayeeShare, 'uid'> &
  Pick<StreamDayShare, 'datId' | 'platform' | 'revision' | 'streams' | 'streamMicros'>;

/** The shares of a UTC day that are posted to a payee together. */
export interface PayeeDay {
  readonly uid: string;
  readonly date: string;
  /** How often shares of this day were posted to the payee before. */
  readonly revision: number;
  readonly shares: readonly DuePart[];
}

export interface PostedDay {
  readonly posted: readonly string[];
}

export const postId = ({ uid, date, revision }: Omit<PayeeDay, 'shares'>): string =>
  `streams:${uid}:${date}:${revision}`;

type Documents = Map<string, object>;

const looking =
  (view: View, documents: Documents): View =>
  (path) =>
    (documents.get(path) as ReturnType<View>) ?? view(path);

/** Returns the work with a line for each edition that earned; owners of editions normally have one. */
function withLines(work: WorkHoldings, { datId, parts }: DuePart): WorkHoldings {
  let all = work;
  for (const edition of parts) {
    const { number } = edition;
    if (number === CREATOR_PART || all.holdings.some((line) => line.number === number)) continue;
    const { holdings } = withHolding(all, datId, edition, (line) => line);
    all = { ...all, holdings };
  }
  return all;
}

/** Adds a share to what its payee has of the work, and changes the sums over all works. */
function addToWork(view: View, documents: Documents, user: UserGuard, share: DuePart): UserGuard {
  const { datId, isCreator, parts } = share;
  const { uid, works: sums = noWorks } = user;
  const look = looking(view, documents);
  const stored = readWork(look, uid, datId);
  const newWork = { uid, datId, page: pageAfter(sums.works), isCreator, holdings: [], created: [] };
  const work = withLines(stored ?? newWork, share);
  if (work !== stored) documents.set(docs.workHoldings(uid, datId), work);
  const page = readPage(look, uid, work.page);
  const named = stored ? page : { ...page, datIds: [...page.datIds, datId] };
  const lines = parts.map(({ number, micros }) => ({ datId, number, micros }));
  const next = addStreamed(named, lines);
  documents.set(docs.worksPage(uid, work.page), next);
  const after = withStreams(work, streamedOf(next, datId));
  if (!stored) return { ...user, works: addWork(sums, after) };
  return { ...user, works: changeWork(sums, withStreams(stored, streamedOf(page, datId)), after) };
}

/** Adds first shares to the payee's statement, one document for each month and page of works. */
function addToStatements(
  view: View,
  documents: Documents,
  uid: string,
  lines: readonly { readonly line: EarningsLine; readonly page: number }[],
): void {
  const look = looking(view, documents);
  for (const page of new Set(lines.map((one) => one.page))) {
    const own = lines.filter((one) => one.page === page).map(({ line }) => line);
    const [first] = own;
    if (!first) continue;
    const path = docs.earningsLine(uid, statementPageId(first.month, page));
    documents.set(path, addToStatement(look(path), first.month, own));
  }
}

/**
 * Posts shares of a day's streams to one payee, for all works and platforms together (decision 71): one entry,
 * one movement, and one page each of works and statement. Each share is posted once: an entry's result names
 * what it posted, and the next revision refuses to post it again.
 *
 * @param likelyAt when it will be written: the statement of that month is read with the rest
 */
export const postStreamsEntry = (day: PayeeDay, likelyAt: number): Entry<PostedDay> => ({
  id: postId(day),
  kind: 'streams-posted',
  actor: 'system',
  input: day,
  reads: [
    docs.userGuard(day.uid),
    docs.worksPage(day.uid, 0),
    docs.earningsLine(day.uid, statementPageId(monthOf(utcDay(likelyAt)), 0)),
    ...new Set(day.shares.map(({ datId }) => docs.workHoldings(day.uid, datId))),
    ...earlierPaths(day),
  ],
  decide(view, now) {
    const { uid, date, shares } = day;
    const posted = shares.map((share) => shareId({ ...share, date }));
    const earlier = earlierPaths(day).map((path) => view(path)?.result as PostedDay | undefined);
    const known = new Set(earlier.flatMap((result) => result?.posted ?? []));
    if (earlier.some((result) => !result) || posted.some((id) => known.has(id))) {
      return refuse('aborted', `${uid} has just got shares of ${date}. Look again.`);
    }
    const { user, booked, micros, platformMicros, postings } = postStreams(
      getUser(view, uid),
      shares,
      now,
    );
    const documents: Documents = new Map();
    let after = user;
    for (const { share } of booked) after = addToWork(view, documents, after, share);
    const movement = toMovement(date, now, booked);
    const pageOf = (datId: string) => readWork(looking(view, documents), uid, datId)?.page;
    const pages = booked.map(({ share }) => pageOf(share.datId) ?? 0);
    const lines = expandStreamDay(movement).flatMap((one, index) => {
      const line = toEarningsLine(one);
      return line?.kind === 'streams' ? [{ line, page: pages[index] ?? 0 }] : [];
    });
    addToStatements(view, documents, uid, lines);
    if (booked.length > 0) documents.set(docs.userGuard(uid), after);
    // The list of debts is looked up here, so that the write knows whether the user is on it.
    const debts = movement.debtMicros > 0 ? [debtDocument(after)] : [];
    for (const { path } of debts) view(path);
    return {
      result: { posted },
      postings,
      documents: [...[...documents].map(([path, data]) => ({ path, data })), ...debts],
      increments: [{ path: docs.books, fields: { platformMicros, streamsDueMicros: 0 - micros } }],
      movements: booked.length > 0 ? [{ uid, data: movement }] : [],
      touched:
        booked.length > 0
          ? [...new Set([`user:${uid}`, ...pages.map((page) => pageTouched(uid, page))])]
          : [],
    };
  },
});

const earlierPaths = (day: PayeeDay): string[] =>
  Array.from({ length: day.revision }, (_, revision) => docs.entry(postId({ ...day, revision })));

function toMovement(
  date: string,
  now: number,
  booked: readonly { readonly share: DuePart; readonly debtMicros: number }[],
): StreamDay {
  const isCorrected = booked.some(({ share }) => share.revision > 0);
  return {
    kind: isCorrected ? 'stream-correction' : 'stream-earnings',
    at: now,
    date,
    earnedMicros: booked.reduce((sum, { share }) => sum + share.micros, 0),
    debtMicros: booked.reduce((sum, { debtMicros }) => sum + debtMicros, 0),
    shares: booked.map(({ share, debtMicros }) => {
      const { datId, platform, revision, streams, streamMicros, sharePpm, micros } = share;
      return {
        datId,
        platform,
        revision,
        streams,
        streamMicros,
        sharePpm,
        earnedMicros: micros,
        ...(revision > 0 ? { debtMicros } : {}),
      };
    }),
  };
}
