import { failure, places } from './check-note.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Failure, Fault } from './faults.ts';
import {
  appendComplete,
  appendLeaf,
  type Edge,
  emptyEdge,
  type Hash,
  isSameHash,
  leafHash,
  rootOf,
  type Tree,
} from './merkle.ts';
import type { Policy } from './policy.ts';
import { BadFile, inTree, MissingFile, type Read, readEntries, readHashes } from './read-tree.ts';
import {
  completeHash,
  levelLength,
  listTiles,
  TILE_WIDTH,
  type Tile,
  tileIn,
  tilePath,
} from './tiles.ts';

/** A file of lines: the entries from `start` up to, but not including, `end`, counted from 0. */
export interface LineFile {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface Entries {
  /** Returns the fault of an entry by itself; `seq` counts from 1. */
  readonly faultOf: (entry: Uint8Array, seq: number) => Fault | undefined;
  /** Returns the entry's own time in milliseconds since 1970; 0 if it has none. */
  readonly millisOf: (entry: Uint8Array) => number;
  /** Lists the files that together have all entries of a log of this size; none to check the tree alone. */
  readonly filesOf: (size: number) => readonly LineFile[];
}

export interface CheckOptions {
  readonly entries: Entries;
  readonly policy?: Policy;
  readonly kept?: Tree;
  readonly stale?: { readonly nowMillis: number; readonly hours: number };
  readonly onProgress?: (entries: number, size: number) => void;
}

class Wrong extends Error {
  readonly failure: Failure;

  constructor(...place: Parameters<typeof failure>) {
    super('wrong');
    this.failure = failure(...place);
  }
}

const CONCURRENCY = 16;

/** Yields the loaded values in order, loading up to `CONCURRENCY` ahead. */
async function* ahead<T>(count: number, load: (number: number) => Promise<T>) {
  const loading: Promise<T>[] = [];
  for (let number = 0; number < count; number++) {
    for (let next = number + loading.length; next < Math.min(count, number + CONCURRENCY); next++) {
      const started = load(next);
      // The value is awaited later; this prevents an unhandled rejection until then.
      started.catch(() => {});
      loading.push(started);
    }
    yield await (loading.shift() as Promise<T>);
  }
}

const placeOf = (tile: Tile): string => inTree(tilePath(tile));

async function mustHave<Part>(tile: Tile, fault: Fault, parts: Promise<Part[]>): Promise<Part[]> {
  return parts.catch((error: unknown) => {
    if (!(error instanceof BadFile)) throw error;
    throw new Wrong(placeOf(tile), 0, error instanceof MissingFile ? 'missing' : fault);
  });
}

const mustReadHashes = (read: Read, tile: Tile) => mustHave(tile, 'tile', readHashes(read, tile));
const mustReadEntries = (read: Read, tile: Tile) =>
  mustHave(tile, 'bundle', readEntries(read, tile));

const LINE_FEED = 10;

class Lines {
  readonly #read: Read;
  readonly #files: readonly LineFile[];
  #file = -1;
  #bytes = new Uint8Array();
  #at = 0;

  constructor(read: Read, files: readonly LineFile[]) {
    this.#read = read;
    this.#files = files;
  }

  /** Returns the line of an entry with its place; entries must be read in order. */
  async take(index: number): Promise<{ where: string; at: number; line: Uint8Array }> {
    while (this.#file < 0 || index >= (this.#files[this.#file]?.end ?? 0)) await this.#open();
    const { path, start } = this.#files[this.#file] as LineFile;
    const at = index - start + 1;
    if (this.#at >= this.#bytes.length) throw new Wrong(path, at, 'missing');
    const feed = this.#bytes.indexOf(LINE_FEED, this.#at);
    const end = feed < 0 ? this.#bytes.length : feed + 1;
    const line = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { where: path, at, line };
  }

  /** Opens the next file; the one before must be at its end. */
  async #open(): Promise<void> {
    this.close();
    this.#file += 1;
    const { path } = this.#files[this.#file] as LineFile;
    const bytes = await this.#read(path);
    if (!bytes) throw new Wrong(path, 0, 'missing');
    this.#bytes = bytes as Uint8Array<ArrayBuffer>;
    this.#at = 0;
  }

  close(): void {
    const file = this.#files[this.#file];
    if (!file || this.#at >= this.#bytes.length) return;
    throw new Wrong(file.path, file.end - file.start + 1, 'unsigned');
  }

  /** Reads the remaining files too, even of an empty log. */
  async end(): Promise<void> {
    while (this.#file < this.#files.length - 1) await this.#open();
    this.close();
  }
}

const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/**
 * Checks all tiles and lines of a log against each other and the checkpoint.
 *
 * @returns the tree's edge and its last entry, or the first failure
 */
export async function checkTree(
  read: Read,
  checkpoint: Checkpoint,
  options: CheckOptions,
): Promise<{ edge: Edge; last: Uint8Array | undefined } | Failure> {
  try {
    return await new TreeCheck(read, checkpoint, options).check();
  } catch (error) {
    if (error instanceof Wrong) return error.failure;
    throw error;
  }
}

class TreeCheck {
  readonly #read: Read;
  readonly #checkpoint: Checkpoint;
  readonly #options: CheckOptions;
  readonly #lines: Lines;
  readonly #hasLines: boolean;
  #edge = emptyEdge;
  #checked = 0;
  #last: Uint8Array | undefined;
  #isForked = false;

  constructor(read: Read, checkpoint: Checkpoint, options: CheckOptions) {
    this.#read = read;
    this.#checkpoint = checkpoint;
    this.#options = options;
    const files = options.entries.filesOf(checkpoint.size);
    this.#hasLines = files.length > 0;
    this.#lines = new Lines(read, files);
  }

  async check(): Promise<{ edge: Edge; last: Uint8Array | undefined }> {
    const blocks = await this.#checkLeaves();
    await this.#lines.end();
    await this.#checkLevels(blocks);
    if (!isSameHash(rootOf(this.#edge), this.#checkpoint.root)) {
      throw new Wrong(places.checkpoint, 0, 'root');
    }
    if (this.#isForked) throw new Wrong(places.checkpoint, 0, 'fork');
    return { edge: this.#edge, last: this.#last };
  }

  /** @returns the hash over each full tile */
  async #checkLeaves(): Promise<Hash[]> {
    const { size } = this.#checkpoint;
    const blocks: Hash[] = [];
    const loaded = ahead(Math.ceil(size / TILE_WIDTH), async (number) => {
      const tile = tileIn(size, 0, number);
      const bundle = { ...tile, level: 'entries' as const };
      const both = [mustReadHashes(this.#read, tile), mustReadEntries(this.#read, bundle)] as const;
      const [hashes, entries] = await Promise.all(both);
      return { tile, hashes, bundle, entries };
    });
    for await (const { tile, hashes, bundle, entries } of loaded) {
      for (const [at, entry] of entries.entries()) {
        const claimed = hashes[at] as Hash;
        await this.#checkLeaf({ tile, bundle, at }, entry, claimed);
      }
      const block = tile.width === TILE_WIDTH ? completeHash(hashes) : undefined;
      if (block) blocks.push(block);
      this.#append(hashes, block);
      this.#options.onProgress?.(this.#edge.size, size);
    }
    return blocks;
  }

  async #checkLeaf(
    { tile, bundle, at }: { readonly tile: Tile; readonly bundle: Tile; readonly at: number },
    entry: Uint8Array,
    claimed: Hash,
  ): Promise<void> {
    // Without files of lines, an entry can only be compared with its hash.
    const {
      where,
      at: lineAt,
      line,
    } = this.#hasLines
      ? await this.#lines.take(this.#checked)
      : { where: placeOf(bundle), at: at + 1, line: entry };
    const leaf = leafHash(entry);
    if (!isSameHash(leaf, claimed)) {
      // If the line matches the hash, the entry is wrong, otherwise the hash.
      const isEntryWrong = isSameHash(leafHash(line), claimed);
      throw isEntryWrong
        ? new Wrong(placeOf(bundle), at + 1, 'entry')
        : new Wrong(placeOf(tile), at + 1, 'hash');
    }
    if (!isSameBytes(line, entry)) throw new Wrong(where, lineAt, 'line');
    const fault = this.#options.entries.faultOf(entry, this.#checked + 1);
    if (fault) throw new Wrong(where, lineAt, fault);
    this.#checked += 1;
    this.#last = entry;
  }

  /** Appends the checked hashes of a tile: a full tile in one step, unless the kept tree ends inside it. */
  #append(hashes: readonly Hash[], block: Hash | undefined): void {
    const { kept } = this.#options;
    const start = this.#edge.size;
    const endsInside = kept && kept.size > start && kept.size < start + hashes.length;
    if (block && !endsInside) {
      this.#edge = appendComplete(this.#edge, block, hashes.length);
      this.#compare();
      return;
    }
    for (const hash of hashes) {
      this.#edge = appendLeaf(this.#edge, hash);
      this.#compare();
    }
  }

  #compare(): void {
    const { kept } = this.#options;
    if (kept?.size !== this.#edge.size) return;
    this.#isForked = !isSameHash(kept.root, rootOf(this.#edge));
  }

  async #checkLevels(blocks: readonly Hash[]): Promise<void> {
    const { size } = this.#checkpoint;
    let below = blocks;
    for (let level = 1; levelLength(size, level) > 0; level++) {
      const above: Hash[] = [];
      const tiles = listTiles(size, level);
      const loaded = ahead(tiles.length, (number) =>
        mustReadHashes(this.#read, tiles[number] as Tile),
      );
      let number = 0;
      for await (const hashes of loaded) {
        const tile = tiles[number] as Tile;
        for (const [at, hash] of hashes.entries()) {
          const made = below[number * TILE_WIDTH + at] as Hash;
          if (!isSameHash(hash, made)) throw new Wrong(placeOf(tile), at + 1, 'block');
        }
        if (tile.width === TILE_WIDTH) above.push(completeHash(hashes));
        number += 1;
      }
      below = above;
    }
  }
}
