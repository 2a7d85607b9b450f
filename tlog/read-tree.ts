import { foldHashes, type Hash, listSubtrees, type Range } from './merkle.ts';
import {
  completeHash,
  locateSubtree,
  readEntriesTile,
  readHashTile,
  TILE_WIDTH,
  type Tile,
  tilePath,
} from './tiles.ts';

/** Reads a file below data/v1/; undefined if it does not exist. Rejects if that cannot be determined. */
export type Read = (path: string) => Promise<Uint8Array | undefined>;

export const inTree = (path: string): string => `tlog/${path}`;

export class BadFile extends Error {
  override readonly name = 'BadFile';
  readonly path: string;

  constructor(path: string, what: string) {
    super(`${path} ${what}`);
    this.path = path;
  }
}

export class MissingFile extends BadFile {
  constructor(path: string) {
    super(path, 'is missing');
  }
}

/** Reads the parts of a tile. Once the tree has grown, a partial tile can be gone; the full one begins with it. */
async function readTile<Part>(
  read: Read,
  tile: Tile,
  parse: (bytes: Uint8Array, width: number) => Part[] | undefined,
): Promise<Part[]> {
  const full = { ...tile, width: TILE_WIDTH };
  for (const each of tile.width < TILE_WIDTH ? [tile, full] : [tile]) {
    const place = inTree(tilePath(each));
    const bytes = await read(place);
    if (!bytes) continue;
    const parts = parse(bytes, each.width);
    if (!parts) throw new BadFile(place, `is not a tile of ${each.width}`);
    return parts.slice(0, tile.width);
  }
  throw new MissingFile(inTree(tilePath(tile)));
}

export const readHashes = (read: Read, tile: Tile): Promise<Hash[]> =>
  readTile(read, tile, readHashTile);

export const readEntries = (read: Read, tile: Tile): Promise<Uint8Array[]> =>
  readTile(read, tile, readEntriesTile);

/**
 * Reads the hashes over ranges of a tree from its tiles, each tile once and all concurrently.
 *
 * @throws BadFile if a tile is missing or invalid
 */
export async function readRanges(
  read: Read,
  size: number,
  ranges: readonly Range[],
): Promise<Hash[]> {
  const tiles = new Map<string, Promise<Hash[]>>();
  const loadHashes = (tile: Tile): Promise<Hash[]> => {
    const known = tiles.get(tilePath(tile)) ?? readHashes(read, tile);
    tiles.set(tilePath(tile), known);
    return known;
  };
  const loadHash = async (range: Range): Promise<Hash> => {
    const subtrees = listSubtrees(range).map(async (subtree) => {
      const { tile, start, count } = locateSubtree(subtree, size);
      return completeHash((await loadHashes(tile)).slice(start, start + count));
    });
    return foldHashes(await Promise.all(subtrees));
  };
  return Promise.all(ranges.map(loadHash));
}
