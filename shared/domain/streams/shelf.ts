import type { Stored } from '../stored.ts';
import { type Day, daysOf, type Month } from '../time.ts';
import {
  areApart,
  type Cells,
  type CellsBySource,
  type Claim,
  type Claims,
  contradict,
  currentClaim,
  joinBySource,
  outdoing,
  type Plays,
  playsOf,
  saidLast,
  samePlays,
  wholePart,
} from './claims.ts';
import type { Reported } from './figures.ts';
import type { Platform } from './platforms.ts';
import type { shelfSchema } from './shelf-schema.ts';
import { dailySources, type Source } from './sources.ts';

/** `shelf-schema.ts` documents the fields. */
export type Shelf = Stored<typeof shelfSchema>;

export const emptyShelf = (platform: Platform, month: Month): Shelf => ({
  platform,
  month,
  days: {},
  months: {},
  periods: {},
});

/** Puts two shelves of the same work, platform and month together, in any order. */
export const joinShelves = (one: Shelf, other: Shelf): Shelf => ({
  platform: one.platform,
  month: one.month,
  days: joinBySource(one.days, other.days),
  months: joinBySource(one.months, other.months),
  periods: joinBySource(one.periods, other.periods),
});

const kinds = ['days', 'months', 'periods'] as const;

/** The shelf with other claims in place of each; without any, the figure stays and says nothing. */
export function mapClaims(shelf: Shelf, change: (claim: Claim) => readonly Claim[]): Shelf {
  const changed = (cells: CellsBySource): CellsBySource =>
    mapValues(cells, (bySource) =>
      mapValues(bySource, (cell) => mapValues(cell, (claims) => claims.flatMap(change))),
    );
  return {
    ...shelf,
    days: changed(shelf.days),
    months: changed(shelf.months),
    periods: changed(shelf.periods),
  };
}

/** A DAT's shelf with other claims in place of wrong ones. Days without another claim become zeros: pages show it. */
export function correctedShelf(shelf: Shelf, change: (claim: Claim) => readonly Claim[]): Shelf {
  const rest = mapClaims(shelf, change);
  const stillShown = shownDays(rest);
  const lost = [...shownDays(shelf).keys()].filter((day) => !stillShown.has(day));
  const zero: Claim = {
    streams: 0,
    said: [],
    lines: 0,
    complete: false,
    settled: true,
  };
  const days = { own_csv: Object.fromEntries(lost.map((day) => [day, { [wholePart]: [zero] }])) };
  return joinShelves(rest, { ...emptyShelf(shelf.platform, shelf.month), days });
}

/** Every claim of a shelf. */
export const claimsOf = ({ days, months, periods }: Shelf): Claim[] =>
  [days, months, periods]
    .flatMap((cells) => Object.values(cells).flatMap((bySource) => Object.values(bySource)))
    .flatMap((cell) => Object.values(cell).flat());

/** The shelf without figures that say nothing. */
export const withoutEmpty = (shelf: Shelf): Shelf => {
  const filled = (cells: CellsBySource): CellsBySource =>
    filledValues(mapValues(cells, (one) => filledValues(mapValues(one, filledValues))));
  return {
    ...shelf,
    days: filled(shelf.days),
    months: filled(shelf.months),
    periods: filled(shelf.periods),
  };
};

/** How many figures a shelf has, of days, months and periods, by source. */
export const countFigures = ({ days, months, periods }: Shelf): number =>
  [days, months, periods]
    .flatMap((kind) => Object.values(kind))
    .reduce((sum, cells) => sum + Object.keys(cells).length, 0);

const filledValues = <Value extends object>(
  record: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => Object.keys(value).length > 0));

const mapValues = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

interface PartPlace {
  readonly kind: (typeof kinds)[number];
  readonly source: string;
  readonly key: string;
  readonly part: string;
}

function filterParts(shelf: Shelf, isKept: (place: PartPlace) => boolean): Shelf {
  const kept = (kind: PartPlace['kind']): CellsBySource =>
    mapValues(shelf[kind], (cells, source) =>
      mapValues(cells, (cell, key) =>
        mapValues(cell, (claims, part) => (isKept({ kind, source, key, part }) ? claims : [])),
      ),
    );
  return withoutEmpty({
    ...shelf,
    days: kept('days'),
    months: kept('months'),
    periods: kept('periods'),
  });
}

export interface Parted {
  readonly fitting: Shelf;
  readonly contradicting: Shelf;
  readonly periods: readonly string[];
}

/** Tells figures of which a known shelf has another row of the same file (N-INP-05) from those that can join it. */
export function partContradicting(known: Shelf, fresh: Shelf): Parted {
  const isContradicting = ({ kind, source, key, part }: PartPlace): boolean => {
    const claimsIn = (shelf: Shelf): Claims => shelf[kind][source]?.[key]?.[part] ?? [];
    const [own, claims] = [claimsIn(known), claimsIn(fresh)];
    return part === wholePart ? contradict(own, claims) : areApart(own, claims);
  };
  const contradicting = filterParts(fresh, isContradicting);
  const keys = kinds.flatMap((kind) => Object.values(contradicting[kind]).flatMap(Object.keys));
  return {
    fitting: filterParts(fresh, (place) => !isContradicting(place)),
    contradicting,
    periods: [...new Set(keys)].sort(),
  };
}

/** Figures that can be shown; a sum below zero waits for a person to look at it. */
const shown = (cells: Cells): Map<string, Plays> =>
  new Map(
    Object.entries(cells).flatMap(([key, cell]) => {
      const plays = playsOf(cell);
      const isFit = plays !== undefined && plays.streams >= 0 && (plays.downloads ?? 0) >= 0;
      return isFit ? [[key, plays] as const] : [];
    }),
  );

/** The days to be shown, each from the first source that knows it. */
export function shownDays(shelf: Shelf): Map<Day, Plays> {
  const days = new Map<Day, Plays>();
  for (const source of dailySources) {
    for (const [day, plays] of shown(shelf.days[source] ?? {})) {
      if (!days.has(day)) days.set(day, plays);
    }
  }
  return days;
}

/** The sources of the shown days, and when the last of their files was made; undefined without any. */
export function reportedDays(shelf: Shelf): Reported | undefined {
  const known = dailySources.filter((source) => shown(shelf.days[source] ?? {}).size > 0);
  const claims = known.flatMap((source) =>
    Object.values(shelf.days[source] ?? {}).flatMap((cell) => Object.values(cell).flat()),
  );
  if (claims.length === 0) return undefined;
  return { sources: known, at: claims.reduce((last, claim) => Math.max(last, saidLast(claim)), 0) };
}

/** Two reports on the same work and platform as one. */
export const joinReported = (one: Reported, other: Reported): Reported => ({
  sources: dailySources.filter((each) => [...one.sources, ...other.sources].includes(each)),
  at: Math.max(one.at, other.at),
});

const bySource = (cells: CellsBySource): Map<Source, Map<string, Plays>> =>
  new Map(Object.entries(cells).map(([source, own]) => [source as Source, shown(own)] as const));

export const shownMonths = (shelf: Shelf): Map<Source, Map<Month, Plays>> => bySource(shelf.months);

export const shownPeriods = (shelf: Shelf): Map<Source, Map<string, Plays>> =>
  bySource(shelf.periods);

/** Figures below zero, as `day`, `month` or `period` keys with their source. */
export function figuresBelowZero(shelf: Shelf): { source: string; period: string }[] {
  return [shelf.days, shelf.months, shelf.periods].flatMap((kind) =>
    Object.entries(kind).flatMap(([source, cells]) =>
      Object.entries(cells).flatMap(([period, cell]) =>
        (playsOf(cell)?.streams ?? 0) < 0 ? [{ source, period }] : [],
      ),
    ),
  );
}

/** A month that is known twice, by its days and by an accounting report. */
export interface MonthCheck {
  readonly month: Month;
  readonly source: Source;
  readonly fromDays: number;
  readonly fromMonth: number;
}

/** Where every day of the month is known, the monthly figures checked against their sum. */
export function checkMonth(shelf: Shelf): MonthCheck[] {
  const days = shownDays(shelf);
  const all = daysOf(shelf.month);
  if (!all.every((day) => days.has(day))) return [];
  // Stryker disable next-line OptionalChaining: Every day is there, the line before has seen to it; types do not know that.
  const fromDays = all.reduce((sum, day) => sum + (days.get(day)?.streams ?? 0), 0);
  return [...shownMonths(shelf)].flatMap(([source, months]) => {
    const fromMonth = months.get(shelf.month)?.streams;
    return fromMonth === undefined ? [] : [{ month: shelf.month, source, fromDays, fromMonth }];
  });
}

/** A shown day that a later report changed. */
export interface DayChange {
  readonly day: Day;
  readonly before: Plays;
  readonly after: Plays;
  /** More than a tenth: worth a look. */
  readonly isLarge: boolean;
}

export function changedDays(before: Shelf, after: Shelf): DayChange[] {
  const known = shownDays(before);
  return [...shownDays(after)].flatMap(([day, plays]) => {
    const earlier = known.get(day);
    if (!earlier || samePlays(earlier, plays)) return [];
    const difference = Math.abs(plays.streams - earlier.streams);
    return [{ day, before: earlier, after: plays, isLarge: difference * 10 > earlier.streams }];
  });
}

/** Parts of a report for which another report counts instead: it has more lines, or was vouched for. */
export function outweighedParts(own: Shelf, all: Shelf): { source: string; part: string }[] {
  return kinds.flatMap((kind) =>
    Object.entries(own[kind]).flatMap(([source, cells]) =>
      Object.entries(cells).flatMap(([period, cell]) =>
        Object.entries(cell).flatMap(([part, claims]) => {
          // Stryker disable next-line ArrayDeclaration: Only what is settled counts, and a text is not.
          const current = currentClaim(all[kind][source]?.[period]?.[part] ?? []);
          const isOutweighed = current?.lines && claims.every((claim) => isLess(claim, current));
          return isOutweighed ? [{ source, part }] : [];
        }),
      ),
    ),
  );
}

/** A figure for which a higher one counts that was said at the same time. */
export interface Outdone {
  readonly source: string;
  readonly period: string;
  readonly said: Plays;
  readonly counts: Plays;
}

/** Figures of a report that do not count as another one of the same time is higher. */
export const outdoneFigures = (own: Shelf, all: Shelf): Outdone[] =>
  kinds.flatMap((kind) =>
    Object.entries(own[kind]).flatMap(([source, cells]) =>
      Object.entries(cells).flatMap(([period, cell]) =>
        Object.entries(cell).flatMap(([part, claims]) =>
          claims.flatMap((said) => {
            const counts = outdoing(all[kind][source]?.[period]?.[part] ?? [], said);
            return counts ? [{ source, period, said, counts }] : [];
          }),
        ),
      ),
    ),
  );

const isLess = (claim: Claim, current: Claim): boolean =>
  !samePlays(claim, current) &&
  (claim.lines < current.lines || (current.complete && !claim.complete));
