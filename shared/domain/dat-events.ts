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

export interface DatEvent {
  readonly datId: string;
  readonly at: Millis;
  readonly kind: DatEventKind;
  /** The edition, 1 to 20; null for an event of the whole work, such as the release. */
  readonly edition: number | null;
  /** The price of one edition, asked or paid; null for editions given or taken off sale. */
  readonly priceCents: Cents | null;
  readonly fromUid: string | null;
  /** The new owner; null if the owner stays. */
  readonly toUid: string | null;
  /** The edition's version after the event; it orders events of the same millisecond. */
  readonly version: number;
  readonly reason?: string;
}

const none = { edition: null, priceCents: null, fromUid: null, toUid: null, version: 1 } as const;

/** Makes the event of a release; without editions its price is null. */
export const releasedEvent = (dat: DatGuard, at: Millis): DatEvent => ({
  ...none,
  datId: dat.id,
  at,
  kind: 'released',
  priceCents: dat.editions[0]?.priceCents ?? null,
  toUid: dat.creatorUid,
});

type Changed = Pick<EditionState, 'number' | 'ownerUid' | 'version'>;

/** Makes the event of a sale. The edition already has its new owner. */
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

/** Makes the event of a gift (N-FST-06). The edition already has its new owner. */
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
  // The release is version 1 of a DAT: later events of the same millisecond come after it.
  version: 1 + (dat.takedownVersion ?? 0),
  reason,
});

/** Makes the event of changed recording facts (N-FCT-01). */
export const factsEvent = (datId: string, change: string, at: Millis): DatEvent => ({
  ...none,
  datId,
  at,
  kind: 'facts',
  reason: change,
});

/** Makes the event of a newly chosen preview (N-SND-01). */
export const previewEvent = (datId: string, change: string, at: Millis): DatEvent => ({
  ...none,
  datId,
  at,
  kind: 'preview',
  reason: change,
});

const aboutTheWork: readonly DatEventKind[] = ['taken-down', 'restored', 'facts', 'preview'];

/**
 * Rebuilds the history of a DAT released before the journal. Each edition sold at its own price and has been
 * offered since `listedAt[number]`, else since its owner got it. Versions only order events of the same
 * millisecond.
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

/** Sorts newest first, then by the edition's version, then by edition. */
export const newestEventsFirst = <T extends InTime>(events: readonly T[]): T[] =>
  [...events].sort(
    (a, b) => b.at - a.at || b.version - a.version || (b.edition ?? 0) - (a.edition ?? 0),
  );

/** The most sales, gifts, releases and takedowns on a DAT's page. */
export const shownLines = 50;
const SHOWN_CHANGES = 5;
const OFFERS_READ = 200;

/** The kinds of history lines, each with its own limit: free changes cannot push out sales (N-PPL-20). */
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
 * Returns the events of a DAT's public history, newest first. An offer shows only while nothing later
 * happened to its edition. A withdrawn offer shows neither line. The public log has every event.
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
    // A withdrawal before the first sale withdraws the release's own offer, so its line stays.
    return event.kind === 'listed' || edition?.wasSold !== true;
  });
}

/** A public history line. People are usernames: '' if unnamed, null if the event names nobody. */
export interface HistoryLine extends Omit<DatEvent, 'datId' | 'fromUid' | 'toUid' | 'version'> {
  readonly from: string | null;
  readonly to: string | null;
}

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

export const listPeople = (events: readonly DatEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ fromUid, toUid }) => [fromUid, toUid]).filter((uid) => uid !== null),
  ),
];

export interface Outcome {
  readonly ownerUid: string;
  readonly askPriceCents: Cents | null;
}

/** Replays a history into each edition's owner and asking price, by number. The books must agree. */
export function replayHistory(
  events: readonly DatEvent[],
  numbers: readonly number[],
): Map<number, Outcome> {
  const outcome = new Map<number, Outcome>();
  for (const { kind, edition, priceCents, toUid } of newestEventsFirst(events).reverse()) {
    // Takedowns suspend offers, and facts and previews change none.
    if (aboutTheWork.includes(kind)) continue;
    for (const number of edition === null ? numbers : [edition]) {
      const ownerUid = toUid ?? outcome.get(number)?.ownerUid ?? '';
      const isOffered = kind === 'released' || kind === 'listed';
      outcome.set(number, { ownerUid, askPriceCents: isOffered ? priceCents : null });
    }
  }
  return outcome;
}

export function findTakedown(events: readonly DatEvent[]): TakenDown | undefined {
  const last = newestEventsFirst(events).find(
    ({ kind }) => kind === 'taken-down' || kind === 'restored',
  );
  return last?.kind === 'taken-down' ? { at: last.at, reason: last.reason ?? '' } : undefined;
}
