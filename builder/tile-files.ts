import { accessSync, existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Edge, type Hash, leafHash, subtreesOf } from '@datchain/tlog/merkle.ts';
import { type Read, readEntries, readHashes } from '@datchain/tlog/read-tree.ts';
import {
  completeHash,
  entriesTile,
  hashTile,
  levelLength,
  TILE_WIDTH,
  type Tile,
  type TileLevel,
  tileIn,
  tilePath,
  tilesOf,
} from '@datchain/tlog/tiles.ts';

/** A folder of files of which most are as they were in `before`: those are linked or stay, and are not written. */
export class FilesLikeBefore {
  readonly #dir: string;
  readonly #before: string | undefined;
  readonly #folders = new Set<string>();
  /** Files that are not in this folder, because they stay as they are in `before`. */
  readonly kept = new Set<string>();
  #isKeptInPlace = false;

  constructor(dir: string, before: string | undefined) {
    this.#dir = dir;
    this.#before = before;
  }

  /** From now on what is as it was in `before` gets no file here. */
  keepInPlace(): void {
    this.#isKeptInPlace = true;
  }

  place(path: string, bytes: Uint8Array): void {
    const file = join(this.#dir, path);
    this.#makeFolder(file);
    if (!this.#isAsBefore(path, bytes, file)) writeFileSync(file, bytes);
  }

  /** Keeps a file as it is in `before`. @throws when it is not there */
  keep(path: string): void {
    accessSync(join(this.#before ?? '', path));
    this.kept.add(path);
  }

  #makeFolder(file: string): void {
    const folder = dirname(file);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }

  #isAsBefore(path: string, bytes: Uint8Array, file: string): boolean {
    const before = this.#before && join(this.#before, path);
    if (!before || !existsSync(before) || !readFileSync(before).equals(bytes)) return false;
    if (this.#isKeptInPlace) {
      this.kept.add(path);
      return true;
    }
    return isLinked(before, file);
  }
}

/** Links a file; false on another disk, or one without links. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Writes the tiles of a log (C2SP tlog-tiles) as its entries come, holding one tile of each level. */
export class TileFiles {
  readonly #files: FilesLikeBefore;
  /** Of each level, the hashes that are in no full tile yet. */
  #hashes: Hash[][] = [];
  #entries: Uint8Array[] = [];
  #size = 0;

  constructor(files: FilesLikeBefore) {
    this.#files = files;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Goes on from a tree of this size, whose tiles are those of the folder before: the full ones stay
   * as they are. To be called before anything else.
   *
   * @throws BadFile when a tile at its edge cannot be read; nothing was written then
   */
  async continueFrom(read: Read, size: number): Promise<void> {
    const last = (level: TileLevel): Tile | undefined => {
      const length = levelLength(size, level);
      return length % TILE_WIDTH > 0
        ? tileIn(size, level, Math.floor(length / TILE_WIDTH))
        : undefined;
    };
    const hashes: Hash[][] = [];
    const full: Tile[] = tilesOf(size, 'entries');
    for (let level = 0; levelLength(size, level) > 0; level++) {
      const tile = last(level);
      hashes.push(tile ? await readHashes(read, tile) : []);
      full.push(...tilesOf(size, level));
    }
    const entries = last('entries');
    this.#entries = entries ? await readEntries(read, entries) : [];
    this.#hashes = hashes;
    this.#size = size;
    for (const tile of full) if (tile.width === TILE_WIDTH) this.#files.keep(tilePath(tile));
  }

  add(entry: Uint8Array): void {
    this.#entries.push(entry);
    this.#size += 1;
    this.#addHash(0, leafHash(entry));
  }

  #addHash(level: number, hash: Hash): void {
    const hashes = this.#hashes[level] ?? [];
    this.#hashes[level] = hashes;
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    this.#placeTile(level, hashTile(hashes), TILE_WIDTH);
    if (level === 0) {
      this.#placeTile('entries', entriesTile(this.#entries), TILE_WIDTH);
      this.#entries = [];
    }
    this.#hashes[level] = [];
    this.#addHash(level + 1, completeHash(hashes));
  }

  #placeTile(level: TileLevel, bytes: Uint8Array, width: number): void {
    const hashesOfLevel = this.#size / TILE_WIDTH ** (level === 'entries' ? 0 : level);
    const number = Math.ceil(Math.floor(hashesOfLevel) / TILE_WIDTH) - 1;
    this.#files.place(tilePath({ level, number, width }), bytes);
  }

  /** The right edge of the tree so far. */
  edge(): Edge {
    const hashes = [...this.#hashes]
      .reverse()
      .flatMap((each) =>
        subtreesOf({ start: 0, end: each.length }).map(({ level, index }) =>
          completeHash(each.slice(index * 2 ** level, (index + 1) * 2 ** level)),
        ),
      );
    return { size: this.#size, hashes };
  }

  /** Writes the tiles at the right edge, for the sizes signed since the last full tile. */
  finish(signedSizes: readonly number[]): void {
    const full = this.#size - this.#entries.length;
    for (const size of new Set([...signedSizes, this.#size])) {
      const width = size - full;
      if (width <= 0) continue;
      this.#placeTile(0, hashTile((this.#hashes[0] ?? []).slice(0, width)), width);
      this.#placeTile('entries', entriesTile(this.#entries.slice(0, width)), width);
    }
    for (const [above, hashes] of this.#hashes.slice(1).entries()) {
      for (const width of hashes.keys()) {
        this.#placeTile(above + 1, hashTile(hashes.slice(0, width + 1)), width + 1);
      }
    }
  }
}
