import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
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
/** So many bytes after such a place decide. */
const DECIDING = 32;
/** What stands at the end of a line, or of an entry of a list. */
const LINE_END = '\n'.charCodeAt(0);
const ends = [LINE_END, '}'.charCodeAt(0)];

const endIn = (bytes: Buffer): number =>
  ends.find((each) => bytes.indexOf(each) < bytes.lastIndexOf(each)) ?? 0;

/**
 * How long the first part of these bytes is; undefined when that is decided by what follows them.
 *
 * @param isAll whether nothing follows
 */
function firstPart(bytes: Buffer, end: number, isAll: boolean): number | undefined {
  for (let at = SHORTEST_PART; at < bytes.length; ) {
    at = bytes.indexOf(end, at) + 1;
    if (at === 0 || (!isAll && at + DECIDING > bytes.length)) break;
    if (crc32(bytes.subarray(at, at + DECIDING)) % PLACES === 0) return at;
  }
  return isAll ? bytes.length : undefined;
}

/** Cuts bytes into parts, at places that mostly stay the same when something before them changes. */
export function* partsOf(bytes: Buffer, end = endIn(bytes)): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const rest = bytes.subarray(start);
    const part = rest.subarray(0, firstPart(rest, end, true));
    yield part;
    start += part.length;
  }
}

/** Where the first and the last end of a line is in bytes. */
function lineEndsIn(bytes: Uint8Array): number[] {
  const [first, last] = [bytes.indexOf(LINE_END), bytes.lastIndexOf(LINE_END)];
  if (first === -1) return [];
  return first === last ? [first] : [first, last];
}

/** Where the only end of a line in bytes is; -1 where there is none, or more of them. */
function onlyLineIn(bytes: Uint8Array): number {
  const [first = -1, ...others] = lineEndsIn(bytes);
  return others.length > 0 ? -1 : first;
}

/** Bytes of a file that are where they were in the last one, or further on or back. */
interface Same {
  readonly from: number;
  readonly to: number;
  /** Where they began in the last file. */
  readonly was: number;
}

/** @param path of the last file */
function sameIn(made: readonly FilePart[], path: string): Same[] {
  let at = 0;
  return made.flatMap((part) => {
    const from = at;
    at += lengthOf(part);
    return part instanceof Uint8Array || part.path !== path ? [] : { from, to: at, was: part.from };
  });
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

/** A part of a file: a name of what is in it, its length when it is compressed and before, and its checksum. */
type Part = readonly [name: string, packed: number, length: number, crc: number];

/** A file that is packed. */
interface PackedFile {
  readonly path: string;
  /** In bytes, before it is compressed. */
  readonly length: number;
  readonly crc: number;
  /** What its parts end with. */
  readonly end: number;
  /** Where the only end of a line in it is; -1 where there is none, or more of them. */
  readonly onlyLine: number;
  readonly parts: readonly Part[];
  /** Where its parts begin in the archive. */
  readonly at: number;
}

type Packed = Pick<PackedFile, 'parts' | 'end' | 'onlyLine'>;

/** The same of a file, by what it was made of; undefined when there are more, or when that cannot be told. */
function onlyLineOf({ parts, last }: MadeOf, known: PackedFile): number | undefined {
  let [at, found] = [0, -1];
  for (const part of parts) {
    let ends: number[] = [];
    if (part instanceof Uint8Array) ends = lineEndsIn(part);
    else if (part.path !== last) return undefined;
    else if (part.from <= known.onlyLine && known.onlyLine < part.to) {
      ends = [known.onlyLine - part.from];
    }
    const [first, ...others] = ends;
    if (others.length > 0 || (first !== undefined && found !== -1)) return undefined;
    if (first !== undefined) found = at + first;
    at += lengthOf(part);
  }
  return found;
}

/** Where the parts of its files are in an archive. */
export interface KnownArchive {
  /** In bytes. */
  readonly length: number;
  readonly files: readonly PackedFile[];
}

/** What a file was made of, where parts of it are those of the last one. */
export interface MadeOf {
  readonly parts: readonly FilePart[];
  /** Where the last one is. */
  readonly last: string;
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

/** Bytes of a file that is open. @throws when it ends before them */
function bytesAt(opened: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(opened, bytes, at, bytes.length - at, from + at);
    if (read === 0) throw new Error(`A file ends at ${from + at}, before ${to}.`);
    at += read;
  }
  return bytes;
}

/** A file of which some is as in the last one. */
interface ChangedFile {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  readonly same: readonly Same[];
}

/** The parts of such a file, one after the other: those of the last one as they are known, all others read. */
function partsOfChanged({ file, size, same }: ChangedFile, known: PackedFile): (Buffer | Part)[] {
  const begins = new Map<number, Part>();
  let begin = 0;
  for (const part of known.parts) {
    begins.set(begin, part);
    begin += part[2];
  }
  /** The part of the last file that begins here, if it ends where it did. */
  const partAt = (at: number): Part | undefined => {
    const own = same.find(({ from, to }) => from <= at && at < to);
    const part = own && begins.get(own.was + at - own.from);
    if (!own || !part) return undefined;
    const isAllTheRest = own.to === size && own.was + own.to - own.from === known.length;
    // Where it ends is decided by what follows it.
    return isAllTheRest || at + part[2] + DECIDING <= own.to ? part : undefined;
  };
  const opened = openSync(file, 'r');
  const read = (at: number): Buffer => {
    for (let room = 2 * SHORTEST_PART; ; room *= 2) {
      const to = Math.min(at + room, size);
      const bytes = bytesAt(opened, at, to);
      const length = firstPart(bytes, known.end, to === size);
      if (length !== undefined) return bytes.subarray(0, length);
    }
  };
  try {
    const parts: (Buffer | Part)[] = [];
    for (let at = 0; at < size; ) {
      const part = partAt(at) ?? read(at);
      parts.push(part);
      at += Buffer.isBuffer(part) ? part.length : part[2];
    }
    return parts;
  } finally {
    closeSync(opened);
  }
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
   * @param made what it was made of, if that is known: then what has not changed is not read
   */
  async add(path: string, file: string, isAsLast: boolean, made?: MadeOf): Promise<void> {
    const { size } = statSync(file);
    const known = this.#last.files.get(path);
    const length = isAsLast && known ? known.length : size;
    await this.#addBytes(headOf(path, length, this.#changedAt));
    const at = this.#at;
    const { parts, ...cut } =
      isAsLast && known
        ? this.#takeOver(known)
        : ((known && made && (await this.#packChanges(file, size, known, made))) ??
          (await this.#pack(readFileSync(file))));
    const crc = parts.reduce((all, [, , own, crc]) => joinedCrc32(all, { crc, length: own }), 0);
    this.#crc = joinedCrc32(this.#crc, { crc, length });
    this.#length += length;
    this.#files.push({ path, length, crc, ...cut, parts, at });
    await this.#addBytes(zeros(-length & (BLOCK - 1)));
  }

  /** What a tar file has before and after each file. */
  async #addBytes(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    this.#crc = crc32(bytes, this.#crc);
    this.#length += bytes.length;
    this.#push(await compress(bytes, flush));
  }

  #takeOver({ parts, at, end, onlyLine }: PackedFile): Packed {
    const length = parts.reduce((sum, [, packed]) => sum + packed, 0);
    this.#push({ path: this.#last.path, from: at, to: at + length });
    return { parts, end, onlyLine };
  }

  async #pack(bytes: Buffer): Promise<Packed> {
    const end = endIn(bytes);
    const parts: Part[] = [];
    for (const part of partsOf(bytes, end)) parts.push(await this.#packPart(part));
    return { parts, end, onlyLine: onlyLineIn(bytes) };
  }

  async #packPart(part: Buffer): Promise<Part> {
    const name = hash('sha256', part);
    const packed = this.#last.parts.get(name) ?? (await compress(part, flush));
    this.#push(packed);
    return [name, lengthOf(packed), part.length, crc32(part)];
  }

  /**
   * Packs a file of which most is as in the last one: of that, nothing is read.
   *
   * @returns what packing all of it would; undefined, and nothing is packed, when that cannot be told
   */
  async #packChanges(
    file: string,
    size: number,
    known: PackedFile,
    made: MadeOf,
  ): Promise<Packed | undefined> {
    const { size: lastSize } = statSync(made.last, { throwIfNoEntry: false }) ?? {};
    if (lastSize !== known.length) return undefined;
    // Of one line at most, parts end with an entry: then that has to stay so.
    const onlyLine = known.end === LINE_END ? -1 : onlyLineOf(made, known);
    if (known.end === 0 || onlyLine === undefined) return undefined;
    const same = sameIn(made.parts, made.last);
    const found = partsOfChanged({ file, size, same }, known);
    // At least two of them end as parts did: then the whole file is cut at such places, too.
    if (found.filter((each) => !Buffer.isBuffer(each)).length < 3) return undefined;
    const parts: Part[] = [];
    for (const each of found) parts.push(await this.#packEach(each));
    return { parts, end: known.end, onlyLine };
  }

  async #packEach(part: Buffer | Part): Promise<Part> {
    if (Buffer.isBuffer(part)) return this.#packPart(part);
    const packed = this.#last.parts.get(part[0]);
    if (!packed) throw new Error(`The last archive has no part ${part[0]}.`);
    this.#push(packed);
    return part;
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
