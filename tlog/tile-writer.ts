import { hexOf } from './bytes.ts';
import { appendComplete, appendLeaf, type Edge, emptyEdge, type Hash, leafHash } from './merkle.ts';
import { BadFile, inTree, type Read, readEntries, readHashes } from './read-tree.ts';
import {
  completeHash,
  entriesTile,
  hashTile,
  listTiles,
  TILE_WIDTH,
  type Tile,
  tileIn,
  tilePath,
} from './tiles.ts';

/** Makes the tiles of a log (C2SP tlog-tiles) as its entries come. Holds one hash for each full tile of entries. */
export class TileWriter {
  readonly #write: (tile: Tile, bytes: Uint8Array) => void;
  readonly #fullTiles: Hash[] = [];
  #entries: Uint8Array[] = [];

  constructor(write: (tile: Tile, bytes: Uint8Array) => void) {
    this.#write = write;
  }

  get size(): number {
    return this.#fullTiles.length * TILE_WIDTH + this.#entries.length;
  }

  /**
   * Continues a published tree. Must be called before an entry is added. Full tiles of entries are not read.
   *
   * @throws BadFile when a tile that is needed cannot be read, or the last one has other hashes than its entries
   */
  async continueFrom(read: Read, size: number): Promise<void> {
    for (const tile of listTiles(size, 1)) this.#fullTiles.push(...(await readHashes(read, tile)));
    if (size % TILE_WIDTH === 0) return;
    const tile = tileIn(size, 0, this.#fullTiles.length);
    this.#entries = await readEntries(read, { ...tile, level: 'entries' });
    const made = hashTile(this.#entries.map(leafHash));
    if (hexOf(made) !== hexOf(hashTile(await readHashes(read, tile)))) {
      throw new BadFile(inTree(tilePath(tile)), 'has other hashes than its entries');
    }
  }

  add(entry: Uint8Array): void {
    this.#entries.push(entry);
    if (this.#entries.length < TILE_WIDTH) return;
    const hashes = this.#writeEntries(TILE_WIDTH);
    this.#fullTiles.push(completeHash(hashes));
    this.#entries = [];
  }

  #writeEntries(width: number): Hash[] {
    const number = this.#fullTiles.length;
    const entries = this.#entries.slice(0, width);
    const hashes = entries.map(leafHash);
    this.#write({ level: 'entries', number, width }, entriesTile(entries));
    this.#write({ level: 0, number, width }, hashTile(hashes));
    return hashes;
  }

  edge(): Edge {
    const full = this.#fullTiles.reduce(
      (edge, hash) => appendComplete(edge, hash, TILE_WIDTH),
      emptyEdge,
    );
    return this.#entries.map(leafHash).reduce(appendLeaf, full);
  }

  /** Writes the remaining tiles that readers need, of this size and of the sizes signed before. */
  finish(signedSizes: readonly number[]): void {
    const full = this.#fullTiles.length * TILE_WIDTH;
    for (const size of new Set([...signedSizes, this.size])) {
      if (size > full) this.#writeEntries(size - full);
    }
    let hashes = this.#fullTiles;
    for (let level = 1; hashes.length > 0; level++) hashes = this.#writeLevel(level, hashes);
  }

  /** Writes a level above the leaves, its last tile in each width. @returns the hash over each full tile */
  #writeLevel(level: number, hashes: readonly Hash[]): Hash[] {
    const above: Hash[] = [];
    for (const tile of listTiles(this.size, level)) {
      const start = tile.number * TILE_WIDTH;
      const isFull = tile.width === TILE_WIDTH;
      for (let width = isFull ? TILE_WIDTH : 1; width <= tile.width; width++) {
        this.#write({ ...tile, width }, hashTile(hashes.slice(start, start + width)));
      }
      if (isFull) above.push(completeHash(hashes.slice(start, start + TILE_WIDTH)));
    }
    return above;
  }
}
