import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { dumpPath } from '@datchain/ledger/src/exports/dump.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Header } from 'tar';
import { logDir } from './log-files.ts';
import type { SiteTree } from './site-tree.ts';

/** What is public, each thing once: files that only cut another one into pieces are left out. */
const files = [
  'dats.json',
  'editions.csv',
  'market.json',
  'books.json',
  'schema.json',
  'handles.json',
];

/** What of it is drawn with the pages, as the site has it. */
export const drawnForDump: readonly string[] = files.map((file) => `${logDir}/${file}`);

/** What the lines are checked with; tiles can be made from the lines. */
const treeFiles = ['tlog/checkpoint', 'tlog/policy'];

const aDump = /^data\/v1\/datchain-[\d-]+\.tar\.gz$/;

// A dump is compressed in parts. Where one ends is told by the content, so that a change is within one or
// two of them; all others are taken from the last dump as they are.

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

/** The bytes of a tar file of these files, part by part. */
function* tarOf(folder: string, paths: readonly string[], changedAt: Millis): Generator<Buffer> {
  for (const path of paths) {
    const bytes = readFileSync(join(folder, path));
    yield headOf(path, bytes.length, changedAt);
    yield* partsOf(bytes);
    yield zeros(-bytes.length & (BLOCK - 1));
  }
  yield zeros(2 * BLOCK);
}

/** A head without a time or a system, so that the same content is the same file. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const gzipEnd = Buffer.from([3, 0]);

/** What is compressed ends at a whole byte, and something else may follow. */
const flush = { finishFlush: constants.Z_FULL_FLUSH };
const compress = promisify(deflateRaw) as (bytes: Buffer, options: typeof flush) => Promise<Buffer>;

/** A dump, and where the parts are in it. */
export interface KnownDump {
  /** Relative to the folder of the site. */
  readonly path: string;
  /** In order: a name of what is in it, and its length when it is compressed. */
  readonly parts: readonly (readonly [name: string, length: number])[];
}

/** The compressed parts of a dump that a site has, by their names. */
function partsIn(siteDir: string, { path, parts }: KnownDump): Map<string, Buffer> {
  const file = join(siteDir, path);
  const found = new Map<string, Buffer>();
  if (!existsSync(file)) return found;
  const bytes = readFileSync(file);
  let at = gzipHead.length;
  for (const [name, length] of parts) {
    found.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  return bytes.length === at + gzipEnd.length + 8 ? found : new Map();
}

/**
 * Packs everything public into one file that carries the day of its last change. The same data give
 * the same bytes.
 *
 * @param changedAt when any row last changed
 * @param last a site, and what is known of its dump
 */
export async function writeDump(
  site: SiteTree,
  changedAt: Millis,
  last?: { readonly siteDir: string; readonly dump: KnownDump },
): Promise<KnownDump> {
  const folder = join(site.dir, logDir);
  const there = files.filter((file) => existsSync(join(folder, file)));
  const ledger = readdirSync(folder).filter((file) => /^ledger[-\d]*\.jsonl$/.test(file));
  const tree = existsSync(join(folder, 'tlog')) ? treeFiles : [];
  const known = last ? partsIn(last.siteDir, last.dump) : new Map<string, Buffer>();
  const compressed: Buffer[] = [];
  const parts: [name: string, length: number][] = [];
  const tail = zeros(8);
  let [crc, size] = [0, 0];
  for (const part of tarOf(folder, [...there, ...ledger.sort(), ...tree], changedAt)) {
    if (part.length === 0) continue;
    crc = crc32(part, crc);
    size += part.length;
    const name = hash('sha256', part);
    const bytes = known.get(name) ?? (await compress(part, flush));
    compressed.push(bytes);
    parts.push([name, bytes.length]);
  }
  tail.writeUInt32LE(crc, 0);
  tail.writeUInt32LE(size % 2 ** 32, 4);
  for (const file of site.files) if (aDump.test(file)) site.remove(file);
  const path = dumpPath(changedAt).slice(1);
  site.write(path, Buffer.concat([gzipHead, ...compressed, gzipEnd, tail]));
  return { path, parts };
}
