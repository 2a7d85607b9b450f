import { wholePart } from '@datchain/shared/domain/streams/cells.ts';
import type { Claim, Plays } from '@datchain/shared/domain/streams/claims.ts';
import { samePlays } from '@datchain/shared/domain/streams/claims.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import type { Period } from '@datchain/shared/domain/streams/rows.ts';
import { SETTLING_MILLIS, settledDays } from '@datchain/shared/domain/streams/settle.ts';
import { emptyShelf, joinShelves, type Shelf } from '@datchain/shared/domain/streams/shelf.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import { joinWorks, type Work } from '@datchain/shared/domain/streams/works.ts';
import { ageOfDay, daysOf, monthOf } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Effects } from './outcome.ts';
import type { Understood } from './spill.ts';

/** What holds for every figure of a file. */
export interface FileStamp {
  readonly source: Source;
  readonly madeAt: Millis;
  /** Beginning of its SHA-256. */
  readonly file: string;
  readonly complete: boolean;
}

interface Figure {
  readonly platform: Platform;
  readonly period: Period;
  readonly part: string;
  plays: Plays;
  lines: number;
  readonly firstLine: number;
  isContradicted: boolean;
}

/** A work with all its figures in one file. */
export interface Gathered {
  readonly work: Work;
  readonly label: string;
  readonly shelves: readonly Shelf[];
  readonly figures: number;
}

interface Gathering {
  work: Work;
  label: string;
  readonly figures: Map<string, Figure>;
}

const keyOf = (period: Period): string => {
  if (period.kind === 'day') return period.day;
  return period.kind === 'month' ? period.month : `${period.start}..${period.end}`;
};

const shelfMonth = (period: Period): string => {
  if (period.kind === 'day') return monthOf(period.day);
  return period.kind === 'month' ? period.month : monthOf(period.end);
};

const added = (one: Plays, other: Plays): Plays =>
  one.downloads === undefined && other.downloads === undefined
    ? { streams: one.streams + other.streams }
    : {
        streams: one.streams + other.streams,
        downloads: (one.downloads ?? 0) + (other.downloads ?? 0),
      };

function addFigure(gathering: Gathering, understood: Understood, source: Source): void {
  const { figure, line, work } = understood;
  if (!figure) return;
  const { platform, period, plays, batch } = figure;
  const part = batch === undefined ? wholePart : `${batch} ${work.key}`;
  const key = `${platform} ${keyOf(period)} ${part}`;
  const known = gathering.figures.get(key);
  if (!known) {
    const fresh = { platform, period, part, plays, lines: 1, firstLine: line };
    gathering.figures.set(key, { ...fresh, isContradicted: false });
  } else if (sources[source].kind === 'batch') {
    known.plays = added(known.plays, plays);
    known.lines += 1;
  } else if (!samePlays(known.plays, plays)) known.isContradicted = true;
}

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
    if (end === undefined || sources[source].kind === 'batch') return true;
    return ageOfDay(end, madeAt) >= SETTLING_MILLIS;
  };
}

function shelfOf(figure: Figure, isSettled: boolean, stamp: FileStamp): Shelf {
  const { platform, period, part, plays, lines } = figure;
  const isBatch = sources[stamp.source].kind === 'batch';
  const claim: Claim = {
    ...plays,
    from: stamp.madeAt,
    until: stamp.madeAt,
    file: stamp.file,
    lines: isBatch ? lines : 0,
    complete: isBatch && stamp.complete,
    settled: isSettled,
  };
  const cells = { [stamp.source]: { [keyOf(period)]: { [part]: [claim] } } };
  const kind = { day: 'days', month: 'months', period: 'periods' } as const;
  return { ...emptyShelf(platform, shelfMonth(period)), [kind[period.kind]]: cells };
}

function gathered(gathering: Gathering, stamp: FileStamp, effects: Effects): Gathered {
  const { work, label } = gathering;
  const figures = [...gathering.figures.values()].filter((figure) => {
    const period = keyOf(figure.period);
    const reason = `two lines of ${label || work.key} say different things about ${period}`;
    if (figure.isContradicted) effects.unclear.add(reason, figure.firstLine);
    return !figure.isContradicted;
  });
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
  return { work, label, shelves: joined, figures: count };
}

/** Puts the lines of each work together: sums within a batch, one statement in a snapshot. */
export async function gather(
  lines: AsyncIterable<Understood>,
  stamp: FileStamp,
  effects: Effects,
): Promise<Gathered[]> {
  const works = new Map<string, Gathering>();
  for await (const understood of lines) {
    const { work, label } = understood;
    const known = works.get(work.key) ?? { work, label, figures: new Map() };
    if (known.work.names.join() !== work.names.join()) known.work = joinWorks(known.work, work);
    if (known.label === '') known.label = label;
    addFigure(known, understood, stamp.source);
    works.set(work.key, known);
  }
  return [...works.values()].map((gathering) => gathered(gathering, stamp, effects));
}
