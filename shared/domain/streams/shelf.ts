import type { Stored } from '../stored.ts';
import { type Day, listDays, type Month } from '../time.ts';
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
  saidLast,
  samePlays,
  sumPlays,
  wholePart,
} from './claims.ts';
import type { Reported } from './figures.ts';
import type { Platform } from './platforms.ts';
import type { shelfSchema } from './shelf-schema.ts';
import { dailySources, type Source } from './sources.ts';

export type Shelf = Stored<typeof shelfSchema>;

export const emptyShelf = (platform: Platform, month: Month): Shelf => ({
  platform,
  month,
  days: {},
  months: {},
  periods: {},
});

export const joinShelves = (one: Shelf, other: Shelf): Shelf => ({
  platform: one.platform,
  month: one.month,
  days: joinBySource(one.days, other.days),
  months: joinBySource(one.months, other.months),
  periods: joinBySource(one.periods, other.periods),
});

const kinds = ['days', 'months', 'periods'] as const;

/** Replaces each claim of a shelf. A figure without claims stays as an empty one. */
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

/**
 * Replaces wrong claims of a DAT's shelf. Shown days that lose their last claim become zeros, because pages
 * show them.
 */
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

export const listClaims = ({ days, months, periods }: Shelf): Claim[] =>
  [days, months, periods]
    .flatMap((cells) => Object.values(cells).flatMap((bySource) => Object.values(bySource)))
    .flatMap((cell) => Object.values(cell).flat());

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

/** Separates fresh figures that contradict another row of the same file on the known shelf (N-INP-05). */
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

/** Returns the figures that can be shown; sums below zero wait for a person. */
const shown = (cells: Cells): Map<string, Plays> =>
  new Map(
    Object.entries(cells).flatMap(([key, cell]) => {
      const plays = sumPlays(cell);
      const isFit = plays !== undefined && plays.streams >= 0 && (plays.downloads ?? 0) >= 0;
      return isFit ? [[key, plays] as const] : [];
    }),
  );

/** Returns the days to show, each from the first source that has it. */
export function shownDays(shelf: Shelf): Map<Day, Plays> {
  const days = new Map<Day, Plays>();
  for (const source of dailySources) {
    for (const [day, plays] of shown(shelf.days[source] ?? {})) {
      if (!days.has(day)) days.set(day, plays);
    }
  }
  return days;
}

/** Returns the sources of the shown days, and when their newest file was made; undefined without any. */
export function reportedDays(shelf: Shelf): Reported | undefined {
  const known = dailySources.filter((source) => shown(shelf.days[source] ?? {}).size > 0);
  const claims = known.flatMap((source) =>
    Object.values(shelf.days[source] ?? {}).flatMap((cell) => Object.values(cell).flat()),
  );
  if (claims.length === 0) return undefined;
  return { sources: known, at: claims.reduce((last, claim) => Math.max(last, saidLast(claim)), 0) };
}

export const joinReported = (one: Reported, other: Reported): Reported => ({
  sources: dailySources.filter((each) => [...one.sources, ...other.sources].includes(each)),
  at: Math.max(one.at, other.at),
});

const bySource = (cells: CellsBySource): Map<Source, Map<string, Plays>> =>
  new Map(Object.entries(cells).map(([source, own]) => [source as Source, shown(own)] as const));

export const shownMonths = (shelf: Shelf): Map<Source, Map<Month, Plays>> => bySource(shelf.months);

export const shownPeriods = (shelf: Shelf): Map<Source, Map<string, Plays>> =>
  bySource(shelf.periods);

export function figuresBelowZero(shelf: Shelf): { source: string; period: string }[] {
  return [shelf.days, shelf.months, shelf.periods].flatMap((kind) =>
    Object.entries(kind).flatMap(([source, cells]) =>
      Object.entries(cells).flatMap(([period, cell]) =>
        (sumPlays(cell)?.streams ?? 0) < 0 ? [{ source, period }] : [],
      ),
    ),
  );
}

export interface MonthCheck {
  readonly month: Month;
  readonly source: Source;
  readonly fromDays: number;
  readonly fromMonth: number;
}

/** Compares monthly figures with the sum of the days, if every day of the month is known. */
export function checkMonth(shelf: Shelf): MonthCheck[] {
  const days = shownDays(shelf);
  const all = listDays(shelf.month);
  if (!all.every((day) => days.has(day))) return [];
  // Stryker disable next-line OptionalChaining: The line above ensures that every day is known; types do not know that.
  const fromDays = all.reduce((sum, day) => sum + (days.get(day)?.streams ?? 0), 0);
  return [...shownMonths(shelf)].flatMap(([source, months]) => {
    const fromMonth = months.get(shelf.month)?.streams;
    return fromMonth === undefined ? [] : [{ month: shelf.month, source, fromDays, fromMonth }];
  });
}

export interface DayChange {
  readonly day: Day;
  readonly before: Plays;
  readonly after: Plays;
  /** True if the change is more than a tenth, and so worth a check. */
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

/** Lists the parts of a report that do not count, because another report has more lines or was vouched for. */
export function outweighedParts(own: Shelf, all: Shelf): { source: string; part: string }[] {
  return kinds.flatMap((kind) =>
    Object.entries(own[kind]).flatMap(([source, cells]) =>
      Object.entries(cells).flatMap(([period, cell]) =>
        Object.entries(cell).flatMap(([part, claims]) => {
          // Stryker disable next-line ArrayDeclaration: Only settled claims count, and a text is not one.
          const current = currentClaim(all[kind][source]?.[period]?.[part] ?? []);
          const isOutweighed = current?.lines && claims.every((claim) => isLess(claim, current));
          return isOutweighed ? [{ source, part }] : [];
        }),
      ),
    ),
  );
}

export interface Outdone {
  readonly source: string;
  readonly period: string;
  readonly said: Plays;
  readonly counts: Plays;
}

/** Lists the figures of a report that do not count, because a higher one has the same time. */
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
