import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the pieces of a file are: one for each DAT, one after the other. */
export interface FilePieces {
  /** The bytes before the first of them. */
  readonly head: number;
  /** The bytes between two of them. */
  readonly between: number;
  /** The bytes of each. */
  readonly lengths: readonly number[];
}

/** The files of many works that a site has, and where their pieces are. */
export interface LastPieces {
  readonly siteDir: string;
  /** The DATS, in the order of their pieces, which is the same in all files. */
  readonly ids: readonly string[];
  readonly files: Readonly<Record<string, FilePieces>>;
  /** DATS whose pieces are others now. */
  readonly changed: readonly string[];
}

let last: LastPieces | undefined;

/** Opens the file that says where the pieces of the last site are. */
export function openPieces(path: string): void {
  last = JSON.parse(readFileSync(path, 'utf8'));
}

/** The pieces of the files that were put together. */
export const piecesOfFiles = new Map<string, FilePieces>();

/** The pieces of a file of the last site that can be taken over, by the ids of their DATS. */
export function knownPieces(file: string): ReadonlyMap<string, Buffer> {
  const pieces = new Map<string, Buffer>();
  const known = last?.files[file];
  if (!last || !known || !existsSync(join(last.siteDir, file))) return pieces;
  const bytes = readFileSync(join(last.siteDir, file));
  const changed = new Set(last.changed);
  let at = known.head;
  for (const [index, length] of known.lengths.entries()) {
    const id = last.ids[index];
    if (id !== undefined && !changed.has(id)) pieces.set(id, bytes.subarray(at, at + length));
    at += length + known.between;
  }
  return pieces;
}

/**
 * Puts a file together that has a piece for each DAT, and notes where they are.
 *
 * @param file relative to the folder of the site
 * @param between what stands between two pieces
 */
export function fileOfPieces(
  file: string,
  { head, tail = '', between = '' }: { head: string; tail?: string; between?: string },
  pieces: readonly Buffer[],
): Buffer<ArrayBuffer> {
  const [first, gap, end] = [Buffer.from(head), Buffer.from(between), Buffer.from(tail)];
  piecesOfFiles.set(file, {
    head: first.length,
    between: gap.length,
    lengths: pieces.map(({ length }) => length),
  });
  const body = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [gap, piece]));
  return Buffer.concat([first, ...body, end]);
}
