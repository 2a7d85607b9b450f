import { type Claim, type Plays, wholePart } from '@datchain/shared/domain/streams/claims.ts';
import { FINAL_AFTER_MILLIS, finalDays } from '@datchain/shared/domain/streams/final-days.ts';
import {
  emptyMonthRecord,
  joinMonthRecords,
  type MonthRecord,
} from '@datchain/shared/domain/streams/month-record.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import type { Period } from '@datchain/shared/domain/streams/rows.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import type { Work } from '@datchain/shared/domain/streams/work-names.ts';
import type { Match } from '@datchain/shared/domain/streams/works.ts';
import { ageOfDay, listDays, monthOf } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Effects, Reasons } from './outcome.ts';
import type { RowFigure, Understood } from './read-file.ts';

/** A row with the work it belongs to, or the reason why it waits. */
export interface Placed extends Understood {
  readonly match: Match;
}

interface Figure extends RowFigure {
  readonly part: string;
  /** Line of its first row, counted from 1. */
  readonly line: number;
  readonly rows: number;
  readonly names?: readonly string[];
}

export interface FileStamp {
  readonly source: Source;
  readonly madeAt: Millis;
  readonly file: string;
  readonly complete: boolean;
}

export interface Gathered {
  readonly work: Work;
  readonly label: string;
  readonly match: Match;
  /** Rows that are taken or wait, without those that contradict each other. */
  readonly rows: number;
  readonly firstLine: number;
  readonly records: readonly MonthRecord[];
  readonly figures: number;
}

const isBatch = (source: Source): boolean => sources[source].kind === 'batch';

const keyOf = (period: Period): string => {
  if (period.kind === 'day') return period.day;
  return period.kind === 'month' ? period.month : `${period.start}..${period.end}`;
};

/** Returns a key that is equal for figures of one work and file about the same thing. */
const cellOf = ({ platform, period, part }: Figure): string =>
  `${platform} ${keyOf(period)} ${part}`;

const addedPlays = (one: Plays, other: Plays): Plays =>
  one.downloads === undefined && other.downloads === undefined
    ? { streams: one.streams + other.streams }
    : {
        streams: one.streams + other.streams,
        downloads: (one.downloads ?? 0) + (other.downloads ?? 0),
      };

function addedFigures(before: Figure | undefined, figure: Figure): Figure {
  if (before === undefined) return figure;
  // The two figures are one now: undoing a link takes both back.
  const names = before.names ?? figure.names;
  return {
    ...before,
    plays: addedPlays(before.plays, figure.plays),
    rows: before.rows + figure.rows,
    ...(names ? { names } : {}),
  };
}

/**
 * Returns the part of a batch that a row adds to. It is keyed by the row's strongest name, so that a batch read
 * again with another title is the same. A row without a title has its own part, because it may wait while the
 * others are credited.
 */
const batchPart = (batch: string, { key, names }: Work): string =>
  `${batch} ${key}${names.some((name) => name.startsWith('title:')) ? '' : ' without a title'}`;

function figureOf({ figure, line, work, match }: Placed): Figure | undefined {
  if (!figure) return undefined;
  const part = figure.batch === undefined ? wholePart : batchPart(figure.batch, work);
  const names = match.kind === 'dat' ? { names: work.names } : {};
  return { ...figure, part, line, rows: 1, ...names };
}

const recordMonth = (period: Period): string => {
  if (period.kind === 'day') return monthOf(period.day);
  return period.kind === 'month' ? period.month : monthOf(period.end);
};

/**
 * Returns a function that tells whether a figure is final and can be shown; undefined if its day is not kept.
 */
function finalLookup(figures: readonly Figure[], { source, madeAt }: FileStamp) {
  const byPlatform = new Map<Platform, Map<string, number>>();
  for (const { platform, period, plays } of figures) {
    if (period.kind !== 'day') continue;
    const days = byPlatform.get(platform) ?? new Map<string, number>();
    byPlatform.set(platform, days.set(period.day, plays.streams));
  }
  const finalDaysByPlatform = new Map(
    [...byPlatform].map(([platform, days]) => [platform, finalDays(source, days, madeAt)]),
  );
  return ({ platform, period }: Figure): boolean | undefined => {
    if (period.kind === 'day') return finalDaysByPlatform.get(platform)?.get(period.day);
    const end = period.kind === 'month' ? listDays(period.month).at(-1) : period.end;
    if (end === undefined || isBatch(source)) return true;
    return ageOfDay(end, madeAt) >= FINAL_AFTER_MILLIS;
  };
}

function makeMonthRecord(figure: Figure, isFinal: boolean, stamp: FileStamp): MonthRecord {
  const { platform, period, part, plays, rows, line, names } = figure;
  const claim: Claim = {
    ...plays,
    said: [{ at: stamp.madeAt, file: stamp.file, line }],
    ...(names ? { names: [...names] } : {}),
    lines: isBatch(stamp.source) ? rows : 0,
    complete: isBatch(stamp.source) && stamp.complete,
    final: isFinal,
  };
  const cells = { [stamp.source]: { [keyOf(period)]: { [part]: [claim] } } };
  const kind = { day: 'days', month: 'months', period: 'periods' } as const;
  return { ...emptyMonthRecord(platform, recordMonth(period)), [kind[period.kind]]: cells };
}

interface Place {
  readonly first: Placed;
  /** Title and artist as spelled by the first row that has any. */
  label: string;
  rows: number;
  /** Keyed by cell; in a snapshot, whose rows may contradict each other, by cell and line. */
  readonly figures: Map<string, Figure>;
}

const placeOf = ({ match, work }: Placed): string =>
  match.kind === 'dat' ? `dat:${match.datId}` : work.names.join('\n');

/**
 * Returns the key of a song: rows with one title wait for one work, whatever else they say. Rows are spilled by
 * this key.
 */
export function makeSongKey({ match, work }: Pick<Placed, 'match' | 'work'>): string {
  if (match.kind === 'dat') return `dat:${match.datId}`;
  return work.names.find((name) => name.startsWith('title:')) ?? work.names.join('\n');
}

function addTo({ figures }: Place, figure: Figure, source: Source): void {
  const cell = cellOf(figure);
  if (!isBatch(source)) figures.set(`${cell} ${figure.line}`, figure);
  else figures.set(cell, addedFigures(figures.get(cell), figure));
}

/** Refuses rows of a snapshot about the same song, platform and time: one of them must be wrong. */
function refuseContradicting(places: Iterable<Place>, refused: Reasons): void {
  const all = [...places].flatMap((place) =>
    [...place.figures].map(([key, figure]) => ({ place, key, figure })),
  );
  const bySong = Map.groupBy(
    all,
    ({ place, figure }) => `${makeSongKey(place.first)} ${cellOf(figure)}`,
  );
  for (const several of bySong.values()) {
    if (several.length === 1) continue;
    for (const { place, key, figure } of several) {
      const { label, first } = place;
      const about = `${label || first.work.key} on ${figure.platform}, ${keyOf(figure.period)}`;
      const reason = `more than one row is about ${about}: add them up or delete the wrong one, then import the file again`;
      refused.add(reason, figure.line);
      place.figures.delete(key);
      place.rows -= 1;
    }
  }
}

function gathered(place: Place, stamp: FileStamp, effects: Effects): Gathered {
  const { first, label, rows } = place;
  const figures = [...place.figures.values()];
  const isFinalOf = finalLookup(figures, stamp);
  const records = new Map<string, MonthRecord[]>();
  let count = 0;
  for (const figure of figures) {
    const isFinal = isFinalOf(figure);
    if (isFinal === undefined) continue;
    if (!isFinal) effects.held += 1;
    count += 1;
    const key = `${figure.platform} ${recordMonth(figure.period)}`;
    const own = records.get(key) ?? [];
    own.push(makeMonthRecord(figure, isFinal, stamp));
    records.set(key, own);
  }
  const joined = [...records.values()].flatMap(([first, ...rest]) =>
    first ? [rest.reduce(joinMonthRecords, first)] : [],
  );
  const { work, match, line: firstLine } = first;
  return { work, label, match, rows, firstLine, records: joined, figures: count };
}

/**
 * Groups rows by place. A row never borrows a name from another one (N-INP-03). Sums rows within a batch, and
 * refuses rows of a snapshot that contradict each other (N-INP-05).
 *
 * @param rows one part of the file; all rows of a song are in the same part
 */
export async function gather(
  rows: AsyncIterable<Placed>,
  stamp: FileStamp,
  effects: Effects,
  refused: Reasons,
): Promise<Gathered[]> {
  const places = new Map<string, Place>();
  for await (const row of rows) {
    const name = placeOf(row);
    const place = places.get(name) ?? { first: row, label: '', rows: 0, figures: new Map() };
    place.rows += 1;
    place.label ||= row.label;
    const figure = figureOf(row);
    if (figure) addTo(place, figure, stamp.source);
    places.set(name, place);
  }
  if (!isBatch(stamp.source)) refuseContradicting(places.values(), refused);
  return [...places.values()].map((place) => gathered(place, stamp, effects));
}
