import type { DatEvent } from '../dat-events.ts';
import { type EntryContext, type LogEvent, type LoggedEntry, sumPostings } from './logged-entry.ts';

/** Removes e-mail addresses from reasons, because the log can never be changed. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s@]+@[^\s@]+\.[^\s@]+/g, '[address]');

const person = (uid: string | null) => {
  if (uid === null) throw new Error('A line of a history names nobody where it must');
  return { uid };
};

const whole = (value: number | null): number => {
  if (value === null) throw new Error('A line of a history has no number where it must');
  return value;
};

const editionOf = ({ datId, edition, version }: DatEvent) => ({
  datId,
  edition: whole(edition),
  version,
});

/** Editions had no versions before the journal. */
const oldEditionOf = ({ datId, edition }: DatEvent) => ({ datId, edition: whole(edition) });

type Lines = (event: DatEvent, entry: LoggedEntry, context: EntryContext) => LogEvent;

const release =
  (kind: 'release' | 'opening-release'): Lines =>
  (event, { id }, { dat }) => {
    if (dat?.id !== event.datId) throw new Error(`The DAT of ${id} is missing`);
    const [first] = dat.editions;
    return {
      at: event.at,
      kind,
      fields: {
        datId: event.datId,
        editions: dat.editions.length,
        priceCents: event.priceCents ?? 0,
        sharePpm: first?.sharePpm ?? 0,
        creator: person(event.toUid),
      },
    };
  };

type EditionOf = (event: DatEvent) => LogEvent['fields'];

const listing =
  (kind: 'listing' | 'opening-listing', edition: EditionOf): Lines =>
  (event) => ({
    at: event.at,
    kind,
    fields: {
      ...edition(event),
      priceCents: whole(event.priceCents),
      seller: person(event.fromUid),
    },
  });

const cancellation =
  (kind: 'cancellation' | 'opening-cancellation', edition: EditionOf): Lines =>
  (event) => ({
    at: event.at,
    kind,
    fields: { ...edition(event), seller: person(event.fromUid) },
  });

const openingSale: Lines = (event) => ({
  at: event.at,
  kind: 'opening-sale',
  fields: {
    ...oldEditionOf(event),
    priceCents: whole(event.priceCents),
    seller: person(event.fromUid),
    buyer: person(event.toUid),
  },
});

interface Sold {
  readonly sellerMicros: number;
  readonly creatorMicros: number | undefined;
}

function soldIn({ id, refs = {} }: LoggedEntry): Sold {
  const { sale, sellerMicros, creatorMicros } = refs;
  if (typeof sellerMicros === 'number') {
    if (sale === 'first') return { sellerMicros, creatorMicros: undefined };
    if (sale === 'resale' && typeof creatorMicros === 'number') {
      return { sellerMicros, creatorMicros };
    }
  }
  throw new Error(`${id} does not say what it sold`);
}

const sale: Lines = (event, entry) => {
  const { sellerMicros, creatorMicros } = soldIn(entry);
  const said = entry.refs?.roundingMicros;
  const roundingMicros = typeof said === 'number' ? said : 0;
  return {
    at: event.at,
    kind: creatorMicros === undefined ? 'sale' : 'resale',
    fields: {
      ...editionOf(event),
      priceCents: whole(event.priceCents),
      tokens: -sumPostings(entry, 'TOKEN', 'user:'),
      sellerMicros,
      ...(creatorMicros === undefined ? {} : { creatorMicros }),
      platformMicros: sumPostings(entry, 'USD', 'platform') - roundingMicros,
      roundingMicros,
      seller: person(event.fromUid),
      buyer: person(event.toUid),
    },
  };
};

const gift: Lines = (event) => ({
  at: event.at,
  kind: 'gift',
  fields: {
    ...editionOf(event),
    giver: person(event.fromUid),
    receiver: person(event.toUid),
  },
});

const reasonOf = ({ reason }: DatEvent): string => withoutAddresses(reason ?? '');

const takedown: Lines = (event) => ({
  at: event.at,
  kind: 'takedown',
  fields: { datId: event.datId, reason: reasonOf(event) },
});

/** Returns the entry id of the takedown that a restoration ends; such ids count takedowns and restorations. */
function takedownId({ id }: LoggedEntry): string {
  const { dat, version } = /^(?<dat>takedown:.+):(?<version>\d+)$/.exec(id)?.groups ?? {};
  if (!Number(version)) throw new Error(`${id} restores nothing that was taken down`);
  return `${dat}:${Number(version) - 1}`;
}

const restoration: Lines = (event, entry) => ({
  at: event.at,
  kind: 'restoration',
  fields: {
    datId: event.datId,
    corrects: { entryId: takedownId(entry) },
    reason: reasonOf(event),
  },
});

const lines: Readonly<Record<string, Lines>> = {
  released: release('release'),
  sold: sale,
  given: gift,
  listed: listing('listing', editionOf),
  unlisted: cancellation('cancellation', editionOf),
  'taken-down': takedown,
  restored: restoration,
};

/** The lines of the time before the journal: stated by the platform, without moved money. */
const openingLines: Readonly<Record<string, Lines>> = {
  released: release('opening-release'),
  sold: openingSale,
  listed: listing('opening-listing', oldEditionOf),
  unlisted: cancellation('opening-cancellation', oldEditionOf),
};

/**
 * Returns the log events of an entry's DAT histories, one for each history line.
 *
 * @throws Error if a history line lacks a value that its log line needs
 */
export function editionEvents(entry: LoggedEntry, context: EntryContext): LogEvent[] {
  const isOpening = entry.kind === 'opening-dat';
  return context.history.map((event) => {
    const line = (isOpening ? openingLines : lines)[event.kind];
    if (!line) throw new Error(`${entry.id}: the public log does not know ${event.kind}`);
    return line(event, entry, context);
  });
}
