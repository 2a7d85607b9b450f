import { foldHashes, HASH_BYTES, type Hash, type Subtree } from './merkle.ts';

/** The number of hashes or entries in a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

const TILE_LEVELS = 8;

/** A level of tiles; each tile of leaf hashes has a tile of entries beside it. */
export type TileLevel = number | 'entries';

/** A tile: `width` hashes or entries, from number × 256 on. */
export interface Tile {
  readonly level: TileLevel;
  readonly number: number;
  /** 1 to 256; less than 256 if the tree ends in the tile. */
  readonly width: number;
}

/** Formats a tile number: 1234067 is x001/x234/067. */
function numberPath(number: number): string {
  const digits = String(number);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return padded.replace(/\d{3}(?=\d)/g, (three) => `x${three}/`);
}

export const tilePath = ({ level, number, width }: Tile): string =>
  `tile/${level}/${numberPath(number)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;

export const levelLength = (size: number, level: TileLevel): number =>
  level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);

/** Returns a tile of a level, as wide as it is in a tree of this size. */
export const tileIn = (size: number, level: TileLevel, number: number): Tile => ({
  level,
  number,
  width: Math.min(TILE_WIDTH, levelLength(size, level) - number * TILE_WIDTH),
});

export const listTiles = (size: number, level: TileLevel): Tile[] =>
  Array.from({ length: Math.ceil(levelLength(size, level) / TILE_WIDTH) }, (_, number) =>
    tileIn(size, level, number),
  );

/** Returns the tile and the hashes in it that a complete subtree is computed from. */
export function locateSubtree({ level, index }: Subtree, size: number) {
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const count = 2 ** (level % TILE_LEVELS);
  const first = index * count;
  const number = Math.floor(first / TILE_WIDTH);
  return { tile: tileIn(size, tileLevel, number), start: first - number * TILE_WIDTH, count };
}

/** Computes the hash over a power of two of hashes. */
export function completeHash(hashes: readonly Hash[]): Hash {
  if (hashes.length === 1) return hashes[0] as Hash;
  const half = hashes.length / 2;
  return foldHashes([completeHash(hashes.slice(0, half)), completeHash(hashes.slice(half))]);
}

export function hashTile(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES);
  return bytes;
}

/** Decodes a tile of hashes; undefined unless it has exactly `width`. */
export function readHashTile(bytes: Uint8Array, width: number): Hash[] | undefined {
  if (bytes.length !== width * HASH_BYTES) return undefined;
  return Array.from({ length: width }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

const LENGTH_BYTES = 2;
export const MOST_ENTRY_BYTES = 65_535;

/**
 * Encodes a tile of entries.
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

/** Decodes a tile of entries; undefined unless it has exactly `width`. */
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
