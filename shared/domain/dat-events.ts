import type { DatGuard, EditionState, TakenDown } from './books/guards.ts';
import type { Cents, Millis } from './units.ts';

export const datEventKinds = [
  'released',
  'sold',
  'listed',
  'unlisted',
  'taken-down',
  'restored',
  'facts',
  'preview',
] as const;
export type DatEventKind = (typeof datEventKinds)[number];

/**
 * One line of a DAT's public history: its release, its takedown, a change of one edition, of what
 * is said of its recording, or of what everyone can hear.
 */
export interface DatEvent {
  readonly datId: string;
  readonly at: Millis;
  readonly kind: DatEventKind;
  /** 1 to 20; null when it concerns all of them, as the release does. */
  readonly edition: number | null;
  /** What was asked or paid for one edition; null for an edition taken off sale. */
  readonly priceCents: Cents | null;
  /** The owner before; null for a release. */
  readonly fromUid: string | null;
  /** The new owner; null when it stays where it was. */
  readonly toUid: string | null;
  /** The edition's version since then: orders what happened in the same millisecond. */
  readonly version: number;
  /** Why it was taken down or restored, or what of the recording changed; no other line has one. */
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

/** An edition is offered at the price its owner now asks, or not any more. */
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

/** No one may buy it or offer it any more, or everyone may again. */
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
  // The release is the first version of a DAT: what happens in the same millisecond comes after it.
  version: 1 + (dat.takedownVersion ?? 0),
  reason,
});

/** Its releaser said something else of the recording than before (N-FCT-01). */
export const factsEvent = (datId: string, change: string, at: Millis): DatEvent => ({
  ...none,
  datId,
  at,
  kind: 'facts',
  reason: change,
});

/** Its releaser chose another part of the work for everyone to hear (N-SND-01). */
export const previewEvent = (datId: string, change: string, at: Millis): DatEvent => ({
  ...none,
  datId,
  at,
  kind: 'preview',
  reason: change,
});

/** Lines that are about no edition. */
const aboutTheWork: readonly DatEventKind[] = ['taken-down', 'restored', 'facts', 'preview'];

/**
 * The history that a DAT brings along from before the journal: each edition was sold at its own
 * price, and is offered since `listedAt` of its number, or else since its owner has it. What comes
 * later has a later time: versions only order what happened in the same millisecond.
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

/**
 * Newest first; what happened in the same millisecond in the order of the edition's versions, and
 * then of the editions, so that the same events always stand in the same order.
 */
export const newestEventsFirst = <T extends InTime>(events: readonly T[]): T[] =>
  [...events].sort(
    (a, b) => b.at - a.at || b.version - a.version || (b.edition ?? 0) - (a.edition ?? 0),
  );

/** How many lines of a DAT's history its page shows. */
export const shownLines = 50;

/**
 * A line of a DAT's history as the public sees it: people by username, '' when they have none or
 * chose to be unnamed, null when it is about no one.
 */
export interface HistoryLine extends Omit<DatEvent, 'datId' | 'fromUid' | 'toUid' | 'version'> {
  readonly from: string | null;
  readonly to: string | null;
}

/** The newest lines of one DAT's history, newest first. */
export const historyLines = (
  events: readonly DatEvent[],
  usernameOf: (uid: string) => string,
): HistoryLine[] => {
  const nameOf = (uid: string | null) => (uid === null ? null : usernameOf(uid));
  return newestEventsFirst(events)
    .slice(0, shownLines)
    .map(({ datId: _, version: __, fromUid, toUid, ...line }) => {
      return { ...line, from: nameOf(fromUid), to: nameOf(toUid) };
    });
};

/** Everyone a history names. */
export const peopleOf = (events: readonly DatEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ fromUid, toUid }) => [fromUid, toUid]).filter((uid) => uid !== null),
  ),
];

/** An edition as its history leaves it. */
export interface Outcome {
  readonly ownerUid: string;
  readonly askPriceCents: Cents | null;
}

/** What a DAT's whole history makes of its editions, by number: the books must say the same. */
export function outcomeOf(
  events: readonly DatEvent[],
  numbers: readonly number[],
): Map<number, Outcome> {
  const outcome = new Map<number, Outcome>();
  for (const { kind, edition, priceCents, toUid } of newestEventsFirst(events).reverse()) {
    // Offers wait while a DAT is taken down.
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
