import { wholePart } from '@datchain/shared/domain/streams/cells.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import type { Period } from '@datchain/shared/domain/streams/rows.ts';
import type { SharedIds } from '@datchain/shared/domain/streams/shared-ids.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import type { Work } from '@datchain/shared/domain/streams/work-names.ts';
import type { Match } from '@datchain/shared/domain/streams/works.ts';
import type { RowFigure, Understood } from './spill.ts';

/** A figure of a file: a row of a snapshot, or the sum of a batch's rows. */
export interface Figure extends RowFigure {
  /** The part of a cell that the figure is; see `Cell`. */
  readonly part: string;
  /** The first of its rows, as an editor counts lines. */
  readonly line: number;
  readonly rows: number;
  /** See `Claim`. */
  readonly names?: readonly string[];
}

/** The rows of a file that have the same names: what one of them is about, all are. */
export interface Unit {
  readonly work: Work;
  /** Title and artist as the report spells them. */
  readonly label: string;
  readonly rows: number;
  readonly firstLine: number;
  readonly figures: readonly Figure[];
}

/** A unit and the work that it was found to be about, or why it waits. */
export interface Placed extends Unit {
  readonly match: Match;
}

export const isBatch = (source: Source): boolean => sources[source].kind === 'batch';

/** The day, month or period of a figure, as cells are called. */
export const keyOf = (period: Period): string => {
  if (period.kind === 'day') return period.day;
  return period.kind === 'month' ? period.month : `${period.start}..${period.end}`;
};

/** What figures of one work in one file have in common when they are about the same thing. */
export const cellOf = ({ platform, period, part }: Figure): string =>
  `${platform} ${keyOf(period)} ${part}`;

const addedPlays = (one: Plays, other: Plays): Plays =>
  one.downloads === undefined && other.downloads === undefined
    ? { streams: one.streams + other.streams }
    : {
        streams: one.streams + other.streams,
        downloads: (one.downloads ?? 0) + (other.downloads ?? 0),
      };

/** A figure of a batch with another one added, if there is one before it. */
export function addedFigures(before: Figure | undefined, figure: Figure): Figure {
  if (before === undefined) return figure;
  // A link that is undone takes both back, as they are one figure.
  const names = before.names ?? figure.names;
  return {
    ...before,
    plays: addedPlays(before.plays, figure.plays),
    rows: before.rows + figure.rows,
    ...(names ? { names } : {}),
  };
}

/**
 * The part of a batch that a row adds to: that of its strongest name, so that the batch read again with
 * another title is the same. A row without a title has its own, since it may wait where the others are
 * credited.
 */
const partOf = (batch: string, { key, names }: Work): string =>
  `${batch} ${key}${names.some((name) => name.startsWith('title:')) ? '' : ' without a title'}`;

function figureOf({ figure, line }: Understood, work: Work): Figure | undefined {
  if (!figure) return undefined;
  const part = figure.batch === undefined ? wholePart : partOf(figure.batch, work);
  return { ...figure, part, line, rows: 1 };
}

/**
 * Puts rows of the same names together, and no others: a row never borrows a name from another one
 * (N-INP-03). Sums within a batch; in a snapshot every row stays, since two of them may contradict each
 * other.
 *
 * @param rows those of one part of the file; all rows of the same names are in one part
 * @param sharedIds every row of the file is noted there
 */
export async function unitsOf(
  rows: AsyncIterable<Understood>,
  source: Source,
  sharedIds: SharedIds,
): Promise<Unit[]> {
  const units = new Map<string, { unit: Unit; figures: Map<string, Figure> }>();
  for await (const row of rows) {
    const { line, label } = row;
    const work = sharedIds.mark(row.work);
    const fresh = { work, label, rows: 0, firstLine: line, figures: [] };
    const names = work.names.join('\n');
    const { unit, figures } = units.get(names) ?? { unit: fresh, figures: new Map() };
    const figure = figureOf(row, work);
    if (figure) {
      const key = isBatch(source) ? cellOf(figure) : String(line);
      figures.set(key, addedFigures(figures.get(key), figure));
    }
    units.set(names, {
      unit: { ...unit, label: unit.label || label, rows: unit.rows + 1 },
      figures,
    });
  }
  return [...units.values()].map(({ unit, figures }) => ({
    ...unit,
    figures: [...figures.values()],
  }));
}
