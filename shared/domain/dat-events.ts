import type { DatGuard, EditionState, TakenDown } from './books/guards.ts';
import type { Cents, Millis } from './units.ts';

export const datEventKinds = [
  'released',
  'sold',
  'given',
  'listed',
  'unlisted',
  'taken-down',
  'restored',
  'facts',
  'preview',
] as const;
export type DatEventKind = (typeof datEventKinds)[number];

/** One line of a DAT's public history: about the work, one edition, the facts of its recording, or its preview. */
export interface DatEvent {
  readonly datId: string;
  readonly at: Millis;
  readonly kind: DatEventKind;
  /** 1 to 20; null when it concerns all of them, as the release does. */
  readonly edition: number | null;
  /** The price that was asked or paid for one edition; null for an edition given or taken off sale. */
  readonly priceCents: Cents | null;
  /** The owner before; null for a release. */
  readonly fromUid: string | null;
  /** The new owner; null when it stays where it was. */
  readonly toUid: string | null;
  /** The edition's version since then: orders events of the same millisecond. */
  readonly version: number;
  /** Why it was taken down or restored, or what changed about the recording; no other line has one. */
  readonly reason?: string;
}

const none = { edition: null, priceCents: null, fromUid: null, toUid: null, version: 1 } as const;

/** All editions are the creator's and for sale. A release without editions has no price. */
export const releasedEvent = (dat: DatGuard, at: Millis): DatEvent => ({
  ...none,
  datId: dat.id,
  at,
  kind: 'released',
  priceCents: dat.editions[0]?.priceCents ?? null,
  toUid: dat.creatorUid,
});

type Changed = Pick<EditionState, 'number' | 'ownerUid' | 'version'>;

/** An edition went to the owner it now has. */
export const soldEvent = (
  datId: string,
  { number, ownerUid, priceCents, version }: Changed & Pick<EditionState, 'priceCents'>,
  fromUid: string,
  at: Millis,
): DatEvent => {
  return {
    datId,
    at,
    kind: 'sold',
    edition: number,
    priceCents,
    fromUid,
    toUid: ownerUid,
    version,
  };
};

/** An edition was given to the owner it now has, for nothing (N-FST-06). */
export const givenEvent = (
  datId: string,
  { number, ownerUid, version }: Changed,
  fromUid: string,
  at: Millis,
): DatEvent => ({
  datId,
  at,
  kind: 'given',
  edition: number,
  priceCents: null,
  fromUid,
  toUid: ownerUid,
  version,
});

/** An edition is offered at the price its owner now asks, or no longer offered. */
export const offerEvent = (
  datId: string,
  { number, ownerUid, askPriceCents, version }: Changed & Pick<EditionState, 'askPriceCents'>,
  at: Millis,
): DatEvent => ({
  ...none,
  datId,
  at,
  kind: askPriceCents === null ? 'unlisted' : 'listed',
  edition: number,
  priceCents: askPriceCents,
  fromUid: ownerUid,
  version,
});

/** It may no longer be bought or offered, or may be again. */
export const takedownEvent = (
  dat: DatGuard,
  kind: 'taken-down' | 'restored',
  reason: string,
  at: Millis,
): DatEvent => ({
  ...none,
  datId: dat.id,
  at,
  kind,
  // The release is the first version of a DAT: later events of the same millisecond come after it.
  version: 1 + (dat.takedownVersion ?? 0),
  reason,
});

/** Its releaser changed the facts of the recording (N-FCT-01). */
export const factsEvent = (datId: string, change: string, at: Millis): DatEvent => ({
  ...none,
  datId,
  at,
  kind: 'facts',
  reason: change,
});

/** Its releaser chose another part of the work as the preview (N-SND-01). */
export const previewEvent = (datId: string, change: string, at: Millis): DatEvent => ({
  ...none,
  datId,
  at,
  kind: 'preview',
  reason: change,
});

const aboutTheWork: readonly DatEventKind[] = ['taken-down', 'restored', 'facts', 'preview'];

/**
 * The history of a DAT from before the journal: each edition was sold at its own price, and has
 * been offered since `listedAt` of its number, or else since its owner got it. Later events have a
 * later time: versions only order events of the same millisecond.
 */
export function openingEvents(
  dat: DatGuard,
  listedAt: Readonly<Record<number, Millis>>,
): DatEvent[] {
  const released = releasedEvent(dat, dat.editions[0]?.owners[0]?.since ?? 0);
  const events = [released];
  for (const edition of dat.editions) {
    const { owners, askPriceCents, number } = edition;
    for (const [index, { uid, since }] of owners.entries()) {
      const before = owners[index - 1];
      const sold = { ...edition, ownerUid: uid, version: 1 + index };
      if (before) events.push(soldEvent(dat.id, sold, before.uid, since));
    }
    const unchanged = edition.wasSold ? null : released.priceCents;
    if (askPriceCents !== unchanged) {
      const at = listedAt[number] ?? owners.at(-1)?.since ?? 0;
      events.push(offerEvent(dat.id, { ...edition, version: 1 + owners.length }, at));
    }
  }
  return events;
}

type InTime = Pick<DatEvent, 'at' | 'version' | 'edition'>;

/** Newest first; events of the same millisecond by the edition's version, then by edition. */
export const newestEventsFirst = <T extends InTime>(events: readonly T[]): T[] =>
  [...events].sort(
    (a, b) => b.at - a.at || b.version - a.version || (b.edition ?? 0) - (a.edition ?? 0),
  );

/** How many sales, gifts, releases and takedowns of a DAT its page shows. */
export const shownLines = 50;
const SHOWN_CHANGES = 5;
/** How many offers are looked at for those that still hold. */
const OFFERS_READ = 200;

/**
 * The lines of a history by what they cost, each kind with its own room: what is free pushes out nothing
 * (N-PPL-20).
 */
export const historyParts: readonly {
  readonly kinds: readonly DatEventKind[];
  readonly read: number;
}[] = [
  { kinds: ['released', 'sold', 'given', 'taken-down', 'restored'], read: shownLines },
  { kinds: ['listed', 'unlisted'], read: OFFERS_READ },
  { kinds: ['facts', 'preview'], read: SHOWN_CHANGES },
];

const isOffer = ({ kind }: Pick<DatEvent, 'kind'>): boolean =>
  kind === 'listed' || kind === 'unlisted';

/**
 * The events that a DAT's public history shows, newest first. Of the offers of an edition it is the last, as long as
 * nothing else has happened to the edition since. An offer that was withdrawn leaves no line: its withdrawal without
 * the offer tells nothing. The public log has all of them.
 */
export function shownEvents(
  { editions }: Pick<DatGuard, 'editions'>,
  events: readonly DatEvent[],
): DatEvent[] {
  const newest = newestEventsFirst(events);
  const read = historyParts.flatMap((part) =>
    newest.filter(({ kind }) => part.kinds.includes(kind)).slice(0, part.read),
  );
  const now = new Map(editions.map((edition) => [edition.number, edition]));
  const shown = new Set<number>();
  return newestEventsFirst(read).filter((event) => {
    if (!isOffer(event) || event.edition === null) return true;
    const edition = now.get(event.edition);
    const isLast = event.version >= (edition?.version ?? 0);
    if (!isLast || shown.has(event.edition)) return false;
    shown.add(event.edition);
    // What is withdrawn before a first sale was offered by the release.
    return event.kind === 'listed' || edition?.wasSold !== true;
  });
}

/** A line of a DAT's history as the public sees it: people by username, '' when unnamed, null when about no one. */
export interface HistoryLine extends Omit<DatEvent, 'datId' | 'fromUid' | 'toUid' | 'version'> {
  readonly from: string | null;
  readonly to: string | null;
}

/** The lines of one DAT's history, newest first. */
export const historyLines = (
  dat: Pick<DatGuard, 'editions'>,
  events: readonly DatEvent[],
  usernameOf: (uid: string) => string,
): HistoryLine[] => {
  const nameOf = (uid: string | null) => (uid === null ? null : usernameOf(uid));
  return shownEvents(dat, events).map(({ datId: _, version: __, fromUid, toUid, ...line }) => {
    return { ...line, from: nameOf(fromUid), to: nameOf(toUid) };
  });
};

/** Everyone a history names. */
export const peopleOf = (events: readonly DatEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ fromUid, toUid }) => [fromUid, toUid]).filter((uid) => uid !== null),
  ),
];

export interface Outcome {
  readonly ownerUid: string;
  readonly askPriceCents: Cents | null;
}

/** Each edition after a DAT's whole history, by number: the books must agree. */
export function outcomeOf(
  events: readonly DatEvent[],
  numbers: readonly number[],
): Map<number, Outcome> {
  const outcome = new Map<number, Outcome>();
  for (const { kind, edition, priceCents, toUid } of newestEventsFirst(events).reverse()) {
    // Offers are suspended while a DAT is taken down.
    if (aboutTheWork.includes(kind)) continue;
    for (const number of edition === null ? numbers : [edition]) {
      const ownerUid = toUid ?? outcome.get(number)?.ownerUid ?? '';
      const isOffered = kind === 'released' || kind === 'listed';
      outcome.set(number, { ownerUid, askPriceCents: isOffered ? priceCents : null });
    }
  }
  return outcome;
}

/** Whether a DAT's history leaves it taken down, and since when and why. */
export function takedownOf(events: readonly DatEvent[]): TakenDown | undefined {
  const last = newestEventsFirst(events).find(
    ({ kind }) => kind === 'taken-down' || kind === 'restored',
  );
  return last?.kind === 'taken-down' ? { at: last.at, reason: last.reason ?? '' } : undefined;
}
