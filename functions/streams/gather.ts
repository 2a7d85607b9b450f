import type { Claim } from '@datchain/shared/domain/streams/claims.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import type { Period } from '@datchain/shared/domain/streams/rows.ts';
import { SETTLING_MILLIS, settledDays } from '@datchain/shared/domain/streams/settle.ts';
import { emptyShelf, joinShelves, type Shelf } from '@datchain/shared/domain/streams/shelf.ts';
import type { Source } from '@datchain/shared/domain/streams/sources.ts';
import type { Work } from '@datchain/shared/domain/streams/work-names.ts';
import type { Match } from '@datchain/shared/domain/streams/works.ts';
import { ageOfDay, daysOf, monthOf } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Effects, Reasons } from './outcome.ts';
import { addedFigures, cellOf, type Figure, isBatch, keyOf, type Placed } from './units.ts';

/** What holds for every figure of a file. */
export interface FileStamp {
  readonly source: Source;
  readonly madeAt: Millis;
  /** See `FileNames`. */
  readonly file: string;
  readonly complete: boolean;
}

/** The rows of a file for one place: a DAT, or a work in the queue. */
export interface Gathered {
  readonly work: Work;
  readonly label: string;
  readonly match: Match;
  /** Rows that are taken or wait; those that contradict each other are not among them. */
  readonly rows: number;
  readonly firstLine: number;
  readonly shelves: readonly Shelf[];
  readonly figures: number;
}

const shelfMonth = (period: Period): string => {
  if (period.kind === 'day') return monthOf(period.day);
  return period.kind === 'month' ? period.month : monthOf(period.end);
};

/** Which days of a work on a platform are kept, and whether they can be shown. */
function settling(figures: readonly Figure[], { source, madeAt }: FileStamp) {
  const byPlatform = new Map<Platform, Map<string, number>>();
  for (const { platform, period, plays } of figures) {
    if (period.kind !== 'day') continue;
    const days = byPlatform.get(platform) ?? new Map<string, number>();
    byPlatform.set(platform, days.set(period.day, plays.streams));
  }
  const settled = new Map(
    [...byPlatform].map(([platform, days]) => [platform, settledDays(source, days, madeAt)]),
  );
  return ({ platform, period }: Figure): boolean | undefined => {
    if (period.kind === 'day') return settled.get(platform)?.get(period.day);
    const end = period.kind === 'month' ? daysOf(period.month).at(-1) : period.end;
    if (end === undefined || isBatch(source)) return true;
    return ageOfDay(end, madeAt) >= SETTLING_MILLIS;
  };
}

function shelfOf(figure: Figure, isSettled: boolean, stamp: FileStamp): Shelf {
  const { platform, period, part, plays, rows, line, names } = figure;
  const claim: Claim = {
    ...plays,
    said: [{ at: stamp.madeAt, file: stamp.file, line }],
    ...(names ? { names: [...names] } : {}),
    lines: isBatch(stamp.source) ? rows : 0,
    complete: isBatch(stamp.source) && stamp.complete,
    settled: isSettled,
  };
  const cells = { [stamp.source]: { [keyOf(period)]: { [part]: [claim] } } };
  const kind = { day: 'days', month: 'months', period: 'periods' } as const;
  return { ...emptyShelf(platform, shelfMonth(period)), [kind[period.kind]]: cells };
}

interface Place {
  readonly first: Placed;
  rows: number;
  /** By cell; in a snapshot, where rows may contradict each other, by row. */
  readonly figures: Map<string, Figure>;
}

/** Names a place: all units of a DAT have one, a unit that waits has its own. */
const placeOf = ({ match, work }: Placed): string =>
  match.kind === 'dat' ? `dat:${match.datId}` : work.names.join('\n');

/** Names a song: rows with one title wait for one work, whatever else they say. Spilled by it. */
export function songOf({ match, work }: Pick<Placed, 'match' | 'work'>): string {
  if (match.kind === 'dat') return `dat:${match.datId}`;
  return work.names.find((name) => name.startsWith('title:')) ?? work.names.join('\n');
}

function addTo({ figures }: Place, figure: Figure, source: Source): void {
  const cell = cellOf(figure);
  if (!isBatch(source)) figures.set(`${cell} ${figure.line}`, figure);
  else figures.set(cell, addedFigures(figures.get(cell), figure));
}

/** Refuses rows of a snapshot that are about one song, platform and time: one of them must be wrong. */
function refuseContradicting(places: Iterable<Place>, refused: Reasons): void {
  const all = [...places].flatMap((place) =>
    [...place.figures].map(([key, figure]) => ({ place, key, figure })),
  );
  const bySong = Map.groupBy(
    all,
    ({ place, figure }) => `${songOf(place.first)} ${cellOf(figure)}`,
  );
  for (const several of bySong.values()) {
    if (several.length === 1) continue;
    for (const { place, key, figure } of several) {
      const { label, work } = place.first;
      const about = `${label || work.key} on ${figure.platform}, ${keyOf(figure.period)}`;
      const reason = `more than one row is about ${about}: add them up or delete the wrong one, then import the file again`;
      refused.add(reason, figure.line);
      place.figures.delete(key);
      place.rows -= 1;
    }
  }
}

function gathered(place: Place, stamp: FileStamp, effects: Effects): Gathered {
  const { work, label, match, firstLine } = place.first;
  const figures = [...place.figures.values()];
  const settledOf = settling(figures, stamp);
  const shelves = new Map<string, Shelf[]>();
  let count = 0;
  for (const figure of figures) {
    const isSettled = settledOf(figure);
    if (isSettled === undefined) continue;
    if (!isSettled) effects.held += 1;
    count += 1;
    const key = `${figure.platform} ${shelfMonth(figure.period)}`;
    const own = shelves.get(key) ?? [];
    own.push(shelfOf(figure, isSettled, stamp));
    shelves.set(key, own);
  }
  const joined = [...shelves.values()].flatMap(([first, ...rest]) =>
    first ? [rest.reduce(joinShelves, first)] : [],
  );
  return { work, label, match, rows: place.rows, firstLine, shelves: joined, figures: count };
}

/**
 * Puts the units of each place together, however they name it, and refuses rows of a snapshot that
 * contradict each other (N-INP-05).
 *
 * @param units those of one part of the file; all units of a song are in one part
 */
export async function gather(
  units: AsyncIterable<Placed>,
  stamp: FileStamp,
  effects: Effects,
  refused: Reasons,
): Promise<Gathered[]> {
  const places = new Map<string, Place>();
  for await (const unit of units) {
    const name = placeOf(unit);
    const place = places.get(name) ?? { first: unit, rows: 0, figures: new Map() };
    place.rows += unit.rows;
    for (const figure of unit.figures) addTo(place, figure, stamp.source);
    places.set(name, place);
  }
  if (!isBatch(stamp.source)) refuseContradicting(places.values(), refused);
  return [...places.values()].map((place) => gathered(place, stamp, effects));
}
