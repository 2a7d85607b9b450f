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
  readonly between?: string;
  readonly tail?: string;
}

interface FileOfWorks {
  readonly frame: (briefs: readonly DatBrief[]) => Frame;
  readonly pieceOf: (work: Work) => string;
}

const files = {
  'data/v1/dats.json': {
    frame: (briefs) => {
      const head = JSON.stringify(datsFileHead(findLastChange(briefs)));
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

export type Pieces = Readonly<Record<NameOfWorks, Uint8Array>>;

export interface WorksSource {
  readonly outline: Pick<PlannedOutline, 'briefs' | 'previews'>;
  readonly datOf: (id: string) => Dat;
  readonly site: URL;
}

export function makePieces(brief: DatBrief, { outline, datOf, site }: WorksSource): Pieces {
  const { previews } = outline;
  const dat = datOf(brief.id);
  const changedAt = findLastChange([brief]);
  const work = { dat, exported: exportedDat(dat, { ...brief, previews, site, changedAt }) };
  const pieces: Record<string, Uint8Array> = Object.fromEntries(
    namesOfWorks.map((name) => [name, Buffer.from(files[name].pieceOf(work))]),
  );
  return pieces as Pieces;
}

/** Yields a file in parts: its head, the parts of all works, newest first, and its tail. */
export function* fileOfWorks(
  name: NameOfWorks,
  briefs: readonly DatBrief[],
  pieceOf: (brief: DatBrief) => Uint8Array,
): Generator<string | Uint8Array> {
  const file: FileOfWorks = files[name];
  const { head, between = '', tail = '' } = file.frame(briefs);
  yield head;
  for (const [place, brief] of briefs.entries()) {
    if (place > 0) yield between;
    yield pieceOf(brief);
  }
  yield tail;
}
