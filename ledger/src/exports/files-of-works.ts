import type { ExportedDat } from '@datchain/shared/contracts/public-export.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { type DatBrief, lastChangeOf } from '../rows/dat-brief.ts';
import type { PlannedOutline } from '../rows/outline.ts';
import { type FilePieces, type Frame, fileOfPieces } from './pieces.ts';
import { datsFileHead, exportedDat } from './records.ts';
import { datsTableHead, datsTableLine, editionsTableHead, editionsTableLines } from './tables.ts';

interface Work {
  readonly dat: Dat;
  readonly exported: ExportedDat;
}

interface FileOfWorks {
  readonly frame: (briefs: readonly DatBrief[]) => Frame;
  readonly pieceOf: (work: Work) => string;
}

const files = {
  'data/v1/dats.json': {
    frame: (briefs) => {
      const head = JSON.stringify(datsFileHead(lastChangeOf(briefs)));
      return { head: `${head.slice(0, -1)},"dats":[`, between: ',', tail: ']}\n' };
    },
    pieceOf: ({ exported }) => JSON.stringify(exported),
  },
  'data/v1/dats.csv': {
    frame: () => ({ head: datsTableHead }),
    pieceOf: ({ exported }) => datsTableLine(exported),
  },
  'data/v1/editions.csv': {
    frame: () => ({ head: editionsTableHead }),
    pieceOf: ({ dat }) => editionsTableLines(dat),
  },
} as const satisfies Record<string, FileOfWorks>;

export type NameOfWorks = keyof typeof files;
export const namesOfWorks = Object.keys(files) as NameOfWorks[];

export interface WorksSource {
  readonly outline: Pick<PlannedOutline, 'briefs' | 'previews'>;
  readonly datOf: (id: string) => Dat;
  readonly site: URL;
}

export interface LastWorks {
  /** The DATS, in the order of their pieces. */
  readonly ids: readonly string[];
  readonly files: Readonly<Record<NameOfWorks, FilePieces>>;
  readonly changed: ReadonlySet<string>;
}

/** The places that the pieces of these DATS had in the last files; undefined for those to be made. */
function placesBefore(briefs: readonly DatBrief[], last: LastWorks): (number | undefined)[] {
  const places = new Map<string, number>();
  for (const [place, id] of last.ids.entries()) places.set(id, place);
  return briefs.map(({ id }) => (last.changed.has(id) ? undefined : places.get(id)));
}

/** So many works are read between two moments in which others are asked for something else. */
const WORKS_AT_ONCE = 50;

/**
 * Makes the files with a piece for each DAT; unchanged pieces are taken over. @param pause is waited for now and
 * then
 */
export async function filesOfWorks(
  { outline: { briefs, previews }, datOf, site }: WorksSource,
  last: LastWorks | undefined,
  pause: () => Promise<unknown>,
) {
  const taken = last ? placesBefore(briefs, last) : briefs.map(() => undefined);
  // As bytes: of a hundred thousand works the texts would be as much again.
  const made = new Map<number, Readonly<Record<string, Buffer>>>();
  for (const [place, brief] of briefs.entries()) {
    if (taken[place] !== undefined) continue;
    const dat = datOf(brief.id);
    const changedAt = lastChangeOf([brief]);
    const work = { dat, exported: exportedDat(dat, { ...brief, previews, site, changedAt }) };
    const pieces = namesOfWorks.map(
      (name) => [name, Buffer.from(files[name].pieceOf(work))] as const,
    );
    made.set(place, Object.fromEntries(pieces));
    if (made.size % WORKS_AT_ONCE === 0) await pause();
  }
  return namesOfWorks.map((name) => {
    const make = (place: number): Buffer => {
      const piece = made.get(place)?.[name];
      if (!piece) throw new Error(`There is no piece of ${briefs[place]?.id} for ${name}.`);
      return piece;
    };
    const file = fileOfPieces(files[name].frame(briefs), taken, make, last?.files[name]);
    return { name, ...file };
  });
}
