import type { ExportedDat } from '@datchain/shared/contracts/public-export.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { outline, workOf } from '../build-data.ts';
import { type DatBrief, lastChangeOf } from '../rows/dat-brief.ts';
import { fileOfPieces, knownPieces } from './pieces.ts';
import { datsFileHead, exportedDat } from './records.ts';
import { datsTableHead, datsTableLine, editionsTableHead, editionsTableLines } from './tables.ts';

/** A DAT, and what is exported of it. */
interface Work {
  readonly dat: Dat;
  readonly exported: ExportedDat;
}

/** A file that has a piece for each DAT. */
interface FileOfWorks {
  /** What stands before, between and after the pieces. */
  readonly frame: () => {
    readonly head: string;
    readonly between?: string;
    readonly tail?: string;
  };
  readonly pieceOf: (work: Work) => string;
}

const files = {
  'data/v1/dats.json': {
    frame: () => {
      const head = JSON.stringify(datsFileHead(lastChangeOf(outline.briefs)));
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

type Name = keyof typeof files;
const names = Object.keys(files) as Name[];

/** Whether a file is one of these: they are made together. */
export const isOfWorks = (file: string): boolean => Object.hasOwn(files, file);

/** Of files that were not asked for yet. */
let made: Map<Name, Buffer[]> | undefined;

/** The pieces of all files, newest DAT first: a work is read once for all of them. */
function makePieces(site: URL): Map<Name, Buffer[]> {
  const { briefs, previews } = outline;
  const known = names.map((name) => knownPieces(name));
  const pieces = new Map(names.map((name): [Name, Buffer[]] => [name, []]));
  for (const brief of briefs) {
    const read = readOnce(brief, { previews, site });
    for (const [index, name] of names.entries()) {
      const piece = known[index]?.get(brief.id) ?? Buffer.from(files[name].pieceOf(read()));
      pieces.get(name)?.push(piece);
    }
  }
  return pieces;
}

/** Reads a work when a piece of it is to be made. */
function readOnce(brief: DatBrief, addresses: { previews: string; site: URL }): () => Work {
  let work: Work | undefined;
  return () => {
    if (work) return work;
    const { dat } = workOf(brief.id);
    const changedAt = lastChangeOf([brief]);
    work = { dat, exported: exportedDat(dat, { ...brief, ...addresses, changedAt }) };
    return work;
  };
}

/** @param site the address of this site */
export function fileOfWorks(name: Name, site: URL): Uint8Array<ArrayBuffer> {
  if (!made?.has(name)) made = makePieces(site);
  const pieces = made.get(name) ?? [];
  made.delete(name);
  return fileOfPieces(name, files[name].frame(), pieces);
}
