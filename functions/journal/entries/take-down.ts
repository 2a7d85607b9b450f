import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import {
  readReason,
  restoreDat,
  takeDownDat,
  takedownVersion,
} from '@datchain/shared/domain/books/take-down.ts';
import { takedownEvent } from '@datchain/shared/domain/dat-events.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Accepted, Decision, Entry, View } from '../entry.ts';
import { datDocument, findDat } from './edition-documents.ts';

export interface Takedown {
  readonly datId: string;
  readonly version: number;
  readonly reason: string;
  readonly decision?: { readonly path: string; readonly data: object };
}

interface Shown {
  readonly datId: string;
  readonly reason: string;
}

const notFound = (datId: string) => refuse('not-found', `There is no DAT with the id ${datId}.`);
const moved = (): Refusal => ({
  ...refuse('aborted', 'This DAT has just been taken down or restored. Check it and try again.'),
  keyTaken: true,
});

type Event = 'taken-down' | 'restored';

/**
 * Changes the release of a DAT, so that its files cannot be released again while the DAT is down. The release
 * is open until its row, artwork and sound follow.
 */
function releaseDocuments(view: View, datId: string, event: Event, now: Millis) {
  const path = docs.release(datId);
  const release = view(path);
  const state = event === 'restored' ? 'published' : 'taken-down';
  return release ? [{ path, data: { ...release, state, isDone: false, openedAt: now } }] : [];
}

/** Notifies the artist at once, unless their account is closed (N-FST-04). */
const listNews = (
  view: View,
  { id, creatorUid }: DatGuard,
  kind: Event,
  reason: string,
  at: Millis,
) =>
  view(docs.closure(creatorUid))
    ? []
    : [{ uid: creatorUid, data: { kind, at, datId: id, reason } as const }];

function accept(
  dat: DatGuard,
  further: Pick<Accepted<Shown>, 'documents' | 'news'>,
  kind: Event,
  { reason, now }: { reason: string; now: number },
): Accepted<Shown> {
  return {
    result: { datId: dat.id, reason },
    refs: { datId: dat.id, reason },
    postings: [],
    ...further,
    documents: [datDocument(dat), ...further.documents],
    history: [takedownEvent(dat, kind, reason, now)],
    touched: [`dat:${dat.id}`],
  };
}

interface Change {
  readonly event: Event;
  /** Returns the DAT's next state, a refusal, or `done` if there is nothing to change. */
  readonly decide: (dat: DatGuard, reason: string, now: number) => DatGuard | Refusal | 'done';
}

const changeEntry = (takedown: Takedown, { event, decide }: Change): Entry<Shown> => {
  const { datId, version, reason, decision } = takedown;
  return {
    id: `takedown:${datId}:${version}`,
    kind: `dat-${event}`,
    actor: 'system',
    // The operator is not part of the input: of two decisions with the same reason one is recorded.
    input: { datId, version, reason },
    reads: [docs.datGuard(datId), docs.release(datId), ...(decision ? [decision.path] : [])],
    decide(view, now): Decision<Shown> {
      const dat = findDat(view, datId);
      if (!dat) return notFound(datId);
      const text = readReason(reason);
      if (isRefusal(text)) return text;
      const next = decide(dat, text, now);
      if (next === 'done') return { answer: { datId, reason: text } };
      if (isRefusal(next)) return next;
      if (takedownVersion(dat) !== version) return moved();
      const documents = [
        ...releaseDocuments(view, datId, event, now),
        ...(decision ? [decision] : []),
      ];
      const news = listNews(view, dat, event, text, now);
      return accept(next, { documents, news }, event, { reason: text, now });
    },
  };
};

/** Takes a DAT down, with a public reason (docs/money.md: no postings). */
export const takeDownEntry = (takedown: Takedown): Entry<Shown> =>
  changeEntry(takedown, {
    event: 'taken-down',
    decide(dat, reason, now) {
      if (!dat.takenDown) return takeDownDat(dat, reason, now);
      return dat.takenDown.reason === reason
        ? 'done'
        : refuse('failed-precondition', 'It is already taken down, for another reason.');
    },
  });

/** Makes a DAT public again; takedown and restoration stay in its history. */
export const restoreEntry = (takedown: Takedown): Entry<Shown> =>
  changeEntry(takedown, {
    event: 'restored',
    decide: (dat) => (dat.takenDown ? restoreDat(dat) : 'done'),
  });
