import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Header } from 'tar';
import { joinedCrc32 } from './checksums.ts';
import { type FilePart, type FileRange, lengthOf } from './file-parts.ts';

// Files are packed into one tar file in one gzip stream, and compressed in parts. Where a part ends is told
// by the content, so that a change is within one or two of them; all others are taken from the last time.

const SHORTEST_PART = 1 << 17;
/** Of so many places where a part may end, it ends at one. */
const PLACES = 4;
/** What stands at the end of a line, or of an entry of a list. */
const ends = ['\n', '}'].map((text) => text.charCodeAt(0));

/** Cuts bytes into parts, at places that mostly stay the same when something before them changes. */
export function* partsOf(bytes: Buffer): Generator<Buffer> {
  const end = ends.find((each) => bytes.indexOf(each) < bytes.lastIndexOf(each)) ?? 0;
  let start = 0;
  let at = SHORTEST_PART;
  while (at < bytes.length) {
    at = bytes.indexOf(end, at) + 1;
    if (at === 0) break;
    // What follows decides.
    if (crc32(bytes.subarray(at, at + 32)) % PLACES > 0) continue;
    yield bytes.subarray(start, at);
    start = at;
    at += SHORTEST_PART;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

const BLOCK = 512;
const zeros = (length: number): Buffer => Buffer.alloc(length);

function headOf(path: string, size: number, changedAt: Millis): Buffer {
  const head = zeros(BLOCK);
  const mtime = new Date(changedAt);
  new Header({ path, size, mtime, mode: 0o644, type: 'File' }).encode(head, 0);
  return head;
}

/** A head without a time or a system, so that the same content is the same file. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const gzipEnd = Buffer.from([3, 0]);

/** What is compressed ends at a whole byte, and something else may follow. */
const flush = { finishFlush: constants.Z_FULL_FLUSH };
const compress = promisify(deflateRaw) as (bytes: Buffer, options: typeof flush) => Promise<Buffer>;

/** A part of a file: a name of what is in it, and its length when it is compressed. */
type Part = readonly [name: string, length: number];

/** A file that is packed. */
interface PackedFile {
  readonly path: string;
  /** In bytes, before it is compressed. */
  readonly length: number;
  readonly crc: number;
  readonly parts: readonly Part[];
  /** Where its parts begin in the archive. */
  readonly at: number;
}

/** Where the parts of its files are in an archive. */
export interface KnownArchive {
  /** In bytes. */
  readonly length: number;
  readonly files: readonly PackedFile[];
}

/** What can be taken from the last archive. */
interface Last {
  /** Where it is. */
  readonly path: string;
  /** Its compressed parts by their names. */
  readonly parts: ReadonlyMap<string, FileRange>;
  /** Its files by their paths. */
  readonly files: ReadonlyMap<string, PackedFile>;
}

/** @param path of the last archive; another one is of no use */
function lastOf(known: KnownArchive | undefined, path: string): Last {
  const parts = new Map<string, FileRange>();
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (!known || size !== known.length) return { path, parts, files: new Map() };
  for (const file of known.files) {
    let from = file.at;
    for (const [name, length] of file.parts) {
      parts.set(name, { path, from, to: from + length });
      from += length;
    }
  }
  return { path, parts, files: new Map(known.files.map((file) => [file.path, file])) };
}

/** An archive that is being packed. The same files at the same time give the same bytes. */
export class Packing {
  readonly #changedAt: Millis;
  readonly #last: Last;
  readonly #packed: FilePart[] = [gzipHead];
  readonly #files: PackedFile[] = [];
  #at = gzipHead.length;
  /** Of all that was packed. */
  #crc = 0;
  #length = 0;

  /**
   * @param changedAt stands there as the time of every file
   * @param known the last archive
   * @param path where that one is
   */
  constructor(changedAt: Millis, known?: KnownArchive, path = '') {
    this.#changedAt = changedAt;
    this.#last = lastOf(known, path);
  }

  /**
   * Packs a file.
   *
   * @param path in the archive
   * @param isAsLast whether it is sure to be what the last archive has under this path: then it is not read
   */
  async add(path: string, file: string, isAsLast: boolean): Promise<void> {
    const known = isAsLast ? this.#last.files.get(path) : undefined;
    const bytes = known ? undefined : readFileSync(file);
    const length = known?.length ?? bytes?.length ?? 0;
    await this.#addBytes(headOf(path, length, this.#changedAt));
    const at = this.#at;
    const crc = known?.crc ?? crc32(bytes ?? '');
    const parts = known ? this.#takeOver(known) : await this.#pack(bytes ?? zeros(0));
    this.#crc = joinedCrc32(this.#crc, { crc, length });
    this.#length += length;
    this.#files.push({ path, length, crc, parts, at });
    await this.#addBytes(zeros(-length & (BLOCK - 1)));
  }

  /** What a tar file has before and after each file. */
  async #addBytes(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    this.#crc = crc32(bytes, this.#crc);
    this.#length += bytes.length;
    this.#push(await compress(bytes, flush));
  }

  #takeOver({ parts, at }: PackedFile): readonly Part[] {
    const length = parts.reduce((sum, [, own]) => sum + own, 0);
    this.#push({ path: this.#last.path, from: at, to: at + length });
    return parts;
  }

  async #pack(bytes: Buffer): Promise<readonly Part[]> {
    const parts: Part[] = [];
    for (const part of partsOf(bytes)) {
      const name = hash('sha256', part);
      const packed = this.#last.parts.get(name) ?? (await compress(part, flush));
      this.#push(packed);
      parts.push([name, lengthOf(packed)]);
    }
    return parts;
  }

  #push(packed: FilePart): void {
    this.#packed.push(packed);
    this.#at += lengthOf(packed);
  }

  /** Ends it. @returns its bytes, one part after the other, and where its files are in them */
  async end() {
    await this.#addBytes(zeros(2 * BLOCK));
    const tail = zeros(8);
    tail.writeUInt32LE(this.#crc, 0);
    tail.writeUInt32LE(this.#length % 2 ** 32, 4);
    const files: readonly PackedFile[] = this.#files;
    this.#push(Buffer.concat([gzipEnd, tail]));
    return { parts: this.#packed, length: this.#at, files };
  }
}
