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
import type { monthRecordSchema } from './month-record-schema.ts';
import type { Platform } from './platforms.ts';
import { dailySources, type Source } from './sources.ts';

export type MonthRecord = Stored<typeof monthRecordSchema>;

export const emptyMonthRecord = (platform: Platform, month: Month): MonthRecord => ({
  platform,
  month,
  days: {},
  months: {},
  periods: {},
});

export const joinMonthRecords = (one: MonthRecord, other: MonthRecord): MonthRecord => ({
  platform: one.platform,
  month: one.month,
  days: joinBySource(one.days, other.days),
  months: joinBySource(one.months, other.months),
  periods: joinBySource(one.periods, other.periods),
});

const kinds = ['days', 'months', 'periods'] as const;

/** Replaces each claim of a month record. A figure without claims stays as an empty one. */
export function mapClaims(
  record: MonthRecord,
  change: (claim: Claim) => readonly Claim[],
): MonthRecord {
  const changed = (cells: CellsBySource): CellsBySource =>
    mapValues(cells, (bySource) =>
      mapValues(bySource, (cell) => mapValues(cell, (claims) => claims.flatMap(change))),
    );
  return {
    ...record,
    days: changed(record.days),
    months: changed(record.months),
    periods: changed(record.periods),
  };
}

/**
 * Replaces wrong claims of a DAT's month record. Shown days that lose their last claim become zeros, because pages
 * show them.
 */
export function correctedMonthRecord(
  record: MonthRecord,
  change: (claim: Claim) => readonly Claim[],
): MonthRecord {
  const rest = mapClaims(record, change);
  const stillShown = shownDays(rest);
  const lost = [...shownDays(record).keys()].filter((day) => !stillShown.has(day));
  const zero: Claim = {
    streams: 0,
    said: [],
    lines: 0,
    complete: false,
    final: true,
  };
  const days = { own_csv: Object.fromEntries(lost.map((day) => [day, { [wholePart]: [zero] }])) };
  return joinMonthRecords(rest, { ...emptyMonthRecord(record.platform, record.month), days });
}

export const listClaims = ({ days, months, periods }: MonthRecord): Claim[] =>
  [days, months, periods]
    .flatMap((cells) => Object.values(cells).flatMap((bySource) => Object.values(bySource)))
    .flatMap((cell) => Object.values(cell).flat());

export const withoutEmpty = (record: MonthRecord): MonthRecord => {
  const filled = (cells: CellsBySource): CellsBySource =>
    filledValues(mapValues(cells, (one) => filledValues(mapValues(one, filledValues))));
  return {
    ...record,
    days: filled(record.days),
    months: filled(record.months),
    periods: filled(record.periods),
  };
};

export const countFigures = ({ days, months, periods }: MonthRecord): number =>
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

function filterParts(record: MonthRecord, isKept: (place: PartPlace) => boolean): MonthRecord {
  const kept = (kind: PartPlace['kind']): CellsBySource =>
    mapValues(record[kind], (cells, source) =>
      mapValues(cells, (cell, key) =>
        mapValues(cell, (claims, part) => (isKept({ kind, source, key, part }) ? claims : [])),
      ),
    );
  return withoutEmpty({
    ...record,
    days: kept('days'),
    months: kept('months'),
    periods: kept('periods'),
  });
}

export interface Parted {
  readonly fitting: MonthRecord;
  readonly contradicting: MonthRecord;
  readonly periods: readonly string[];
}

/** Separates fresh figures that contradict another row of the same file in the known record (N-INP-05). */
export function partContradicting(known: MonthRecord, fresh: MonthRecord): Parted {
  const isContradicting = ({ kind, source, key, part }: PartPlace): boolean => {
    const claimsIn = (record: MonthRecord): Claims => record[kind][source]?.[key]?.[part] ?? [];
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
export function shownDays(record: MonthRecord): Map<Day, Plays> {
  const days = new Map<Day, Plays>();
  for (const source of dailySources) {
    for (const [day, plays] of shown(record.days[source] ?? {})) {
      if (!days.has(day)) days.set(day, plays);
    }
  }
  return days;
}

/** Returns the sources of the shown days, and when their newest file was made; undefined without any. */
export function reportedDays(record: MonthRecord): Reported | undefined {
  const known = dailySources.filter((source) => shown(record.days[source] ?? {}).size > 0);
  const claims = known.flatMap((source) =>
    Object.values(record.days[source] ?? {}).flatMap((cell) => Object.values(cell).flat()),
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

export const shownMonths = (record: MonthRecord): Map<Source, Map<Month, Plays>> =>
  bySource(record.months);

export const shownPeriods = (record: MonthRecord): Map<Source, Map<string, Plays>> =>
  bySource(record.periods);

export function figuresBelowZero(record: MonthRecord): { source: string; period: string }[] {
  return [record.days, record.months, record.periods].flatMap((kind) =>
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
export function checkMonth(record: MonthRecord): MonthCheck[] {
  const days = shownDays(record);
  const all = listDays(record.month);
  if (!all.every((day) => days.has(day))) return [];
  // Stryker disable next-line OptionalChaining: The line above ensures that every day is known; types do not know that.
  const fromDays = all.reduce((sum, day) => sum + (days.get(day)?.streams ?? 0), 0);
  return [...shownMonths(record)].flatMap(([source, months]) => {
    const fromMonth = months.get(record.month)?.streams;
    return fromMonth === undefined ? [] : [{ month: record.month, source, fromDays, fromMonth }];
  });
}

export interface DayChange {
  readonly day: Day;
  readonly before: Plays;
  readonly after: Plays;
  /** True if the change is more than a tenth, and so worth a check. */
  readonly isLarge: boolean;
}

export function changedDays(before: MonthRecord, after: MonthRecord): DayChange[] {
  const known = shownDays(before);
  return [...shownDays(after)].flatMap(([day, plays]) => {
    const earlier = known.get(day);
    if (!earlier || samePlays(earlier, plays)) return [];
    const difference = Math.abs(plays.streams - earlier.streams);
    return [{ day, before: earlier, after: plays, isLarge: difference * 10 > earlier.streams }];
  });
}

/** Lists the parts of a report that do not count, because another report has more lines or was vouched for. */
export function outweighedParts(
  own: MonthRecord,
  all: MonthRecord,
): { source: string; part: string }[] {
  return kinds.flatMap((kind) =>
    Object.entries(own[kind]).flatMap(([source, cells]) =>
      Object.entries(cells).flatMap(([period, cell]) =>
        Object.entries(cell).flatMap(([part, claims]) => {
          // Stryker disable next-line ArrayDeclaration: Only final claims count, and a text is not one.
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
export const outdoneFigures = (own: MonthRecord, all: MonthRecord): Outdone[] =>
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
