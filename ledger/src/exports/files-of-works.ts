import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ExportedDat } from '@datchain/shared/contracts/public-export.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { type DatBrief, findLastChange } from '../rows/dat-brief.ts';
import type { PlannedOutline } from '../rows/outline.ts';
import { datsFileHead, exportedDat } from './records.ts';
import { datsTableHead, datsTableLine, editionsTableHead, editionsTableLines } from './tables.ts';

interface Work {
  readonly dat: Dat;
  readonly exported: ExportedDat;
}

interface Frame {
  readonly head: string;
  readonly tail?: string;
}

interface FileOfWorks {
  readonly between?: string;
  readonly frame: (briefs: readonly DatBrief[]) => Frame;
  readonly pieceOf: (work: Work) => string;
}

const files = {
  'data/v1/dats.json': {
    between: ',',
    frame: (briefs) => {
      const head = JSON.stringify(datsFileHead(findLastChange(briefs)));
      return { head: `${head.slice(0, -1)},"dats":[`, tail: ']}\n' };
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

/** A run of works in an export file. Works that stay side by side stay in one chunk. */
export interface Chunk {
  /** A key of everything that the files show of these works. */
  readonly key: string;
  readonly briefs: readonly DatBrief[];
}

/** The average number of works in a chunk; one changed work costs the text of all of them. */
const CHUNK_SIZE = 64;

const isLast = ({ id }: DatBrief): boolean => crc32(id) % CHUNK_SIZE === 0;

const chunkOf = (briefs: readonly DatBrief[]): Chunk => ({
  key: hash('sha256', JSON.stringify(briefs.map(({ id, key }) => [id, key]))),
  briefs,
});

/** Splits works after ids that a hash picks, so that a new work changes one chunk only. */
export function splitIntoChunks(briefs: readonly DatBrief[]): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  for (const [place, brief] of briefs.entries()) {
    if (!isLast(brief) && place < briefs.length - 1) continue;
    chunks.push(chunkOf(briefs.slice(start, place + 1)));
    start = place + 1;
  }
  return chunks;
}

/** The text of a chunk in each file. */
export type Pieces = Readonly<Record<NameOfWorks, Uint8Array>>;

/** The chunks of the export files, with the text of new ones. */
export interface WrittenChunks {
  readonly keys: readonly string[];
  readonly made: ReadonlyMap<string, Pieces>;
}

export interface WorksSource {
  readonly outline: Pick<PlannedOutline, 'briefs' | 'previews'>;
  readonly datOf: (id: string) => Dat;
  readonly site: URL;
}

const betweenIn = (name: NameOfWorks): string => {
  const { between = '' }: FileOfWorks = files[name];
  return between;
};

export function makePieces({ briefs }: Chunk, { outline, datOf, site }: WorksSource): Pieces {
  const { previews } = outline;
  const works = briefs.map((brief) => {
    const dat = datOf(brief.id);
    const changedAt = findLastChange([brief]);
    return { dat, exported: exportedDat(dat, { ...brief, previews, site, changedAt }) };
  });
  const pieces: Record<string, Uint8Array> = Object.fromEntries(
    namesOfWorks.map((name) => [
      name,
      Buffer.from(works.map(files[name].pieceOf).join(betweenIn(name))),
    ]),
  );
  return pieces as Pieces;
}

/** Yields a file in parts: its head, the text of all works, newest first, and its tail. */
export function* fileOfWorks(
  name: NameOfWorks,
  briefs: readonly DatBrief[],
  pieces: Iterable<Uint8Array>,
): Generator<string | Uint8Array> {
  const file: FileOfWorks = files[name];
  const { head, tail = '' } = file.frame(briefs);
  yield head;
  let isFirst = true;
  for (const piece of pieces) {
    if (!isFirst) yield betweenIn(name);
    isFirst = false;
    yield piece;
  }
  yield tail;
}
