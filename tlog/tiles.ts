import { foldHashes, HASH_BYTES, type Hash, type Subtree } from './merkle.ts';

/** A full tile has this many hashes, or entries (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** Levels of the tree that one level of tiles covers. */
const TILE_LEVELS = 8;

/** Of level 0 with a tile of entries beside each tile of leaf hashes. */
export type TileLevel = number | 'entries';

/** A tile: `width` hashes, or entries, from number × 256 on. */
export interface Tile {
  readonly level: TileLevel;
  readonly number: number;
  /** From 1 to 256; below 256 where the tree ends in it. */
  readonly width: number;
}

/** 1234067 as x001/x234/067. */
function numberPath(number: number): string {
  const digits = String(number);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return padded.replace(/\d{3}(?=\d)/g, (three) => `x${three}/`);
}

/** Where a tile is, below the address of the log. */
export const tilePath = ({ level, number, width }: Tile): string =>
  `tile/${level}/${numberPath(number)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;

/** How many hashes a level has in a tree of this size. */
export const levelLength = (size: number, level: TileLevel): number =>
  level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);

/** The tile of a level with this number, as wide as it is in a tree of this size. */
export const tileIn = (size: number, level: TileLevel, number: number): Tile => ({
  level,
  number,
  width: Math.min(TILE_WIDTH, levelLength(size, level) - number * TILE_WIDTH),
});

/** All tiles of a level in a tree of this size. */
export const tilesOf = (size: number, level: TileLevel): Tile[] =>
  Array.from({ length: Math.ceil(levelLength(size, level) / TILE_WIDTH) }, (_, number) =>
    tileIn(size, level, number),
  );

/** Which hashes of which tile a complete subtree is made from, in a tree of this size. */
export function tileOf({ level, index }: Subtree, size: number) {
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const count = 2 ** (level % TILE_LEVELS);
  const first = index * count;
  const number = Math.floor(first / TILE_WIDTH);
  return { tile: tileIn(size, tileLevel, number), start: first - number * TILE_WIDTH, count };
}

/** The hash over as many hashes as a power of two. */
export function completeHash(hashes: readonly Hash[]): Hash {
  if (hashes.length === 1) return hashes[0] as Hash;
  const half = hashes.length / 2;
  return foldHashes([completeHash(hashes.slice(0, half)), completeHash(hashes.slice(half))]);
}

/** The bytes of a tile of hashes. */
export function hashTile(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES);
  return bytes;
}

/** The hashes of a tile; undefined when it does not have exactly so many. */
export function readHashTile(bytes: Uint8Array, width: number): Hash[] | undefined {
  if (bytes.length !== width * HASH_BYTES) return undefined;
  return Array.from({ length: width }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/** The length of an entry takes two bytes, the higher one first. */
const LENGTH_BYTES = 2;
export const MOST_ENTRY_BYTES = 65_535;

/**
 * The bytes of a tile of entries.
 *
 * @throws RangeError for an entry of more than 65,535 bytes
 */
export function entriesTile(entries: readonly Uint8Array[]): Uint8Array {
  const size = entries.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MOST_ENTRY_BYTES) throw new RangeError('An entry is too long for a tile');
    bytes.set([entry.length >> 8, entry.length & 0xff], at);
    bytes.set(entry, at + LENGTH_BYTES);
    at += LENGTH_BYTES + entry.length;
  }
  return bytes;
}

/** The entries of a tile; undefined when it does not have exactly so many. */
export function readEntriesTile(bytes: Uint8Array, width: number): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + LENGTH_BYTES;
    const end = start + (((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0));
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(start, end));
    at = end;
  }
  return entries.length === width ? entries : undefined;
}
