import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip } from 'node:zlib';
import { UNKNOWN_REPORT } from '@datchain/shared/domain/streams/detect.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { inspect } from './read-file.ts';

export type Unpacked =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly path: string;
      /** Time of its last change in its archive; undefined if no archive has it. */
      readonly changedAt?: Millis | undefined;
    }
  | { readonly kind: 'left out'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

export const unpackLimits = {
  /** Depth of archives within archives: Apple's zip contains gzip. */
  depth: 3,
  files: 500,
  /** Bytes extracted from one archive, all layers together. */
  bytes: 16 * 2 ** 30,
} as const;

interface Unpacking {
  readonly folder: string;
  left: number;
  files: number;
}

class TooMuch extends Error {}

const refused = (name: string, reason: string) => ({ kind: 'refused', name, reason }) as const;
const leftOut = (name: string) => ({ kind: 'left out', name }) as const;

const tooMuch = 'The archive is larger or deeper than a report can be.';
const excel = 'It is an Excel workbook. Save the sheet as CSV and import that.';

/** Detects a file's kind by its first bytes, because names are unreliable. */
async function readKind(path: string): Promise<'gzip' | 'zip' | 'old workbook' | 'plain'> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString('hex');
    if (start.startsWith('1f8b')) return 'gzip';
    if (start === 'd0cf11e0') return 'old workbook';
    return start === '504b0304' || start === '504b0506' ? 'zip' : 'plain';
  } finally {
    await file.close();
  }
}

/**
 * Extracts content into a new file, within the limit. The streams are opened last, because a stream that fails
 * before anyone listens ends the process.
 *
 * @param checksum CRC-32 of the content, if nothing else checks it
 */
async function spool(
  unpacking: Unpacking,
  open: () => Promise<[Readable, ...Transform[]]>,
  checksum?: number,
): Promise<string> {
  const path = join(await mkdtemp(join(unpacking.folder, 'layer-')), 'content');
  let sum = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacking.left -= chunk.length;
      if (checksum !== undefined) sum = crc32(chunk, sum);
      done(unpacking.left < 0 ? new TooMuch() : null, chunk);
    },
    flush: (done) =>
      done(checksum === undefined || sum === checksum ? null : new Error('its checksum is wrong')),
  });
  await pipeline([...(await open()), count, createWriteStream(path)]);
  return path;
}

/** Paths of system files and of kinds of files that are no tables. */
const noise =
  /(^|\/)(__MACOSX\/.*|\._[^/]*|\.DS_Store|~\$[^/]*|(eh)?thumbs\.db|desktop\.ini|icon\r|[^/]*\.(lnk|url|webloc|pdf|png|jpe?g|gif|webp))$/i;

/** Paths that seldom are reports, such as hidden files and notes; their content decides. */
const unlikely = /(^|\/)(\.[^/]+(\/.*)?|(read[ _-]?me|licen[cs]e|notice)[^/]*)$/i;

/** Returns the path of a file within its zip; some programs begin it with `./`. */
const pathIn = ({ fileName }: Entry): string => fileName.replace(/^(\.\/+)+/, '');

const YEARS_WITH_STREAMS = Date.UTC(1981, 0);

/**
 * Returns when a file was last changed. Undefined if its zip has no time: many programs write the first year
 * that zip knows.
 */
function changeOf(entry: Entry): Millis | undefined {
  const at = entry.getLastModDate().getTime();
  return at < YEARS_WITH_STREAMS ? undefined : at;
}

async function isReport(path: string, name: string): Promise<boolean> {
  const { text, detected } = await inspect(path, name);
  return !text.isBinary && !(detected.kind === 'refused' && detected.name === UNKNOWN_REPORT);
}

/**
 * Recognises an office document by the names in its zip.
 *
 * @returns the refusal; undefined for other zips
 */
function documentIn(names: readonly string[]): string | undefined {
  if (names.includes('[Content_Types].xml')) {
    const isExcel = names.some((name) => name.startsWith('xl/'));
    return isExcel ? excel : 'It is a document of an office program, and reports are tables.';
  }
  const isOpenDocument = names.includes('mimetype') && names.includes('content.xml');
  return isOpenDocument
    ? 'It is an OpenDocument file. Save the sheet as CSV and import that.'
    : undefined;
}

async function listEntries(zip: ZipFile, unpacking: Unpacking) {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      unpacking.files += 1;
      if (unpacking.files > unpackLimits.files) throw new TooMuch();
      entries.push(entry);
    }
  } catch (error) {
    return { entries, damage: formatDamage(error) };
  }
  return { entries };
}

async function* member(
  zip: ZipFile,
  entry: Entry,
  depth: number,
  unpacking: Unpacking,
): AsyncGenerator<Unpacked> {
  const inside = pathIn(entry);
  const name = basename(inside);
  if (entry.isEncrypted()) {
    yield refused(name, 'It is encrypted.');
    return;
  }
  if (!entry.canDecodeFileData()) {
    const reason =
      'It is compressed in a way that cannot be read. Import the file itself, or pack it as an ordinary zip (deflate).';
    yield refused(name, reason);
    return;
  }
  try {
    const open = async (): Promise<[Readable]> => [await zip.openReadStreamPromise(entry)];
    const content = await spool(unpacking, open, entry.crc32);
    for await (const file of layers(content, name, depth + 1, unpacking)) {
      const isLeftOut =
        file.kind === 'file' && unlikely.test(inside) && !(await isReport(file.path, file.name));
      if (isLeftOut) yield leftOut(inside);
      else if (file.kind === 'file')
        yield { ...file, changedAt: file.changedAt ?? changeOf(entry) };
      else yield file;
    }
  } catch (error) {
    yield refused(name, formatDamage(error));
  }
}

async function* unzip(
  path: string,
  name: string,
  depth: number,
  unpacking: Unpacking,
): AsyncGenerator<Unpacked> {
  // Reads the central directory with sizes checked; no file is written under a name from the archive.
  const zip = await openPromise(path, { autoClose: false });
  try {
    const { entries, damage } = await listEntries(zip, unpacking);
    const document = documentIn(entries.map(pathIn));
    if (document !== undefined) {
      yield refused(name, document);
      return;
    }
    let isEmpty = true;
    for (const entry of entries) {
      const inside = pathIn(entry);
      const files = noise.test(inside) ? [leftOut(inside)] : member(zip, entry, depth, unpacking);
      for await (const file of files) {
        isEmpty &&= file.kind === 'left out';
        yield file;
      }
    }
    if (damage !== undefined) yield refused(name, damage);
    else if (isEmpty) yield refused(name, 'There is no report in it.');
  } finally {
    zip.close();
  }
}

async function* layers(
  path: string,
  name: string,
  depth: number,
  unpacking: Unpacking,
): AsyncGenerator<Unpacked> {
  const kind = await readKind(path);
  if (kind === 'plain') {
    yield { kind: 'file', name, path };
    return;
  }
  if (kind === 'old workbook') {
    yield refused(name, excel);
    return;
  }
  if (depth >= unpackLimits.depth) {
    yield refused(name, tooMuch);
    return;
  }
  if (kind === 'zip') {
    yield* unzip(path, name, depth, unpacking);
    return;
  }
  const content = await spool(unpacking, async () => [createReadStream(path), createGunzip()]);
  yield* layers(content, name.replace(/\.gz$/i, ''), depth + 1, unpacking);
}

/**
 * Unpacks a file, which may be a gzip or zip archive by its first bytes, into plain files in `folder`. Archives
 * beyond the limits of size, number or depth are refused.
 */
export async function* unpack(
  path: string,
  name: string,
  folder: string,
): AsyncGenerator<Unpacked> {
  if (!(await stat(path)).isFile()) {
    yield refused(name, 'It is not a file.');
    return;
  }
  try {
    yield* layers(path, name, 0, { folder, left: unpackLimits.bytes, files: 0 });
  } catch (error) {
    yield refused(name, error instanceof TooMuch ? tooMuch : formatDamage(error));
  }
}

/**
 * Formats the damage of an archive.
 *
 * @throws error unless it comes from an archive
 */
function formatDamage(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TooMuch || !isArchiveError(error)) throw error;
  return `The archive is damaged (${error.message}).`;
}

/**
 * Whether an error comes from an archive: zlib's codes begin with Z_, yauzl's errors have no code, and file
 * system errors always have one.
 */
const isArchiveError = (error: Error & { code?: unknown }): boolean =>
  error.code === undefined
    ? !(error instanceof TypeError)
    : typeof error.code === 'string' && error.code.startsWith('Z_');
