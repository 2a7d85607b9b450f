import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { PageRecords, type RecordsContent } from './packed-records.ts';

export interface SitePages {
  readonly records: PageRecords;
  /** What files show, by file, where that has a name: see keyedPath of the ledger. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Of no page is anything known. */
export const unknownPages = (): SitePages => ({ records: PageRecords.none(), keys: new Map() });

/** What is written down at once: all that is known, or what is another since the blocks before. */
interface Block {
  /** What it is of, with the blocks before it. */
  readonly of: string;
  readonly keys: Map<string, string>;
  readonly records: RecordsContent;
}

/** Numbers cannot be told from damaged ones: a block begins with a checksum of its content, and its length. */
const HEAD_BYTES = 8;

function bytesOf(of: string, { keys, records }: SitePages): Buffer {
  const block = { of, keys, records: records.content() };
  const content = serialize(block);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(crc32(content));
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** @throws when they are damaged */
function* blocksIn(bytes: Buffer): Generator<Block> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + HEAD_BYTES + bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + HEAD_BYTES, end);
    const isWhole = end <= bytes.length && bytes.readUInt32LE(at) === crc32(content);
    if (!isWhole) throw new Error(`The block at ${at} is damaged.`);
    yield deserialize(content);
    at = end;
  }
}

/** Writes down what is known, at one instant; `of` names what it is of. */
export function writePages(file: string, of: string, pages: SitePages): void {
  writeFileSync(`${file}.next`, bytesOf(of, pages));
  renameSync(`${file}.next`, file);
}

/** Beyond this part of what was written at first, changes are no longer worth to be read one by one. */
const MOST_CHANGES = 1 / 4;

/**
 * Writes down what is another than in the file, which is sound. Changes that were cut off while they were written
 * are as good as a file that is gone.
 *
 * @returns false when all is to be written: there are too many changes, or the file is gone
 */
export function addToPages(file: string, of: string, changes: SitePages): boolean {
  if (!existsSync(file)) return false;
  const block = bytesOf(of, changes);
  const opened = openSync(file, 'r+');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    readSync(opened, head, 0, HEAD_BYTES, 0);
    const [first, { size }] = [head.readUInt32LE(4), fstatSync(opened)];
    const added = size - HEAD_BYTES - first + block.length;
    if (added > first * MOST_CHANGES) return false;
    writeSync(opened, block, 0, block.length, size);
    return true;
  } finally {
    closeSync(opened);
  }
}

/** What was written down of this. Of anything else nothing is known: then pages are drawn and read once more. */
export function readPages(file: string, of: string): SitePages {
  try {
    const [first, ...changes] = blocksIn(readFileSync(file));
    if (!first || (changes.at(-1) ?? first).of !== of) return unknownPages();
    const { keys } = first;
    const records = PageRecords.of(first.records);
    // Joined among themselves first: then the texts of all pages are looked through once.
    const changed = PageRecords.none();
    for (const change of changes) {
      changed.add(PageRecords.of(change.records));
      for (const [name, key] of change.keys) keys.set(name, key);
    }
    if (changed.size > 0) records.add(changed);
    return { records, keys };
  } catch {
    return unknownPages();
  }
}
