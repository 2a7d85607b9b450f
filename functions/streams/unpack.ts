import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openPromise } from 'yauzl';

/** A file to be read as a report, or why it cannot be. */
export type Unpacked =
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  /** Not a report, and left where it is. */
  | { readonly kind: 'left out'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

export const unpackLimits = {
  /** Archives hold archives: Apple's zip holds gzip. */
  depth: 3,
  /** Files in one archive. */
  files: 500,
  /** Bytes that come out of one archive, all its layers together. */
  bytes: 16 * 2 ** 30,
} as const;

interface Unpacking {
  /** A folder of our own for what comes out; the caller removes it. */
  readonly folder: string;
  /** Bytes that may still come out. */
  left: number;
  files: number;
}

class TooMuch extends Error {}

/** What a file is by its first bytes; names lie. */
async function kindOf(path: string): Promise<'gzip' | 'zip' | 'plain'> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString('hex');
    if (start.startsWith('1f8b')) return 'gzip';
    // A zip with entries, or an empty one.
    return start === '504b0304' || start === '504b0506' ? 'zip' : 'plain';
  } finally {
    await file.close();
  }
}

/**
 * Writes what comes out of an archive into a new file, as long as there is room. The streams are
 * opened when everything else is ready: one that fails before anyone listens ends the process.
 */
async function spool(
  unpacking: Unpacking,
  open: () => Promise<[Readable, ...Transform[]]>,
): Promise<string> {
  const path = join(await mkdtemp(join(unpacking.folder, 'layer-')), 'content');
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacking.left -= chunk.length;
      done(unpacking.left < 0 ? new TooMuch() : null, chunk);
    },
  });
  await pipeline([...(await open()), count, createWriteStream(path)]);
  return path;
}

/** Files that systems and people put beside reports, by the end of their path. */
const noise =
  /(^|[/\\])(__MACOSX[/\\].*|\..*|~\$.*|(eh)?thumbs\.db|desktop\.ini|icon\r|(read[ _-]?me|licen[cs]e|notice)[^/\\]*|[^/\\]*\.(lnk|url|webloc|pdf|png|jpe?g|gif|webp))$/i;

async function* unzip(path: string, name: string, depth: number, unpacking: Unpacking) {
  // Read with a central directory, sizes checked; nothing is written under a name from the archive.
  const zip = await openPromise(path, { autoClose: false });
  let reports = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === '[Content_Types].xml') {
        const reason = 'It is a workbook. Save the sheet as CSV and import that.';
        yield { kind: 'refused', name, reason } as const;
        return;
      }
      if (entry.fileName.endsWith('/')) continue;
      unpacking.files += 1;
      if (unpacking.files > unpackLimits.files) throw new TooMuch();
      if (noise.test(entry.fileName)) {
        yield { kind: 'left out', name: entry.fileName } as const;
        continue;
      }
      reports += 1;
      const inside = basename(entry.fileName);
      if (entry.isEncrypted()) {
        yield { kind: 'refused', name: inside, reason: 'It is encrypted.' } as const;
        continue;
      }
      const content = await spool(unpacking, async () => [await zip.openReadStreamPromise(entry)]);
      yield* layers(content, inside, depth + 1, unpacking);
    }
    if (reports === 0)
      yield { kind: 'refused', name, reason: 'There is no report in it.' } as const;
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
  const kind = await kindOf(path);
  if (kind === 'plain') {
    yield { kind: 'file', name, path };
    return;
  }
  if (depth >= unpackLimits.depth) throw new TooMuch();
  if (kind === 'zip') {
    yield* unzip(path, name, depth, unpacking);
    return;
  }
  const content = await spool(unpacking, async () => [createReadStream(path), createGunzip()]);
  yield* layers(content, name.replace(/\.gz$/i, ''), depth + 1, unpacking);
}

/**
 * The plain files of a file that may be a gzip or zip archive, known by its first bytes. Layers
 * come out into `folder`; size, number and depth are bounded, and an archive beyond that is
 * refused.
 */
export async function* unpack(
  path: string,
  name: string,
  folder: string,
): AsyncGenerator<Unpacked> {
  if (!(await stat(path)).isFile()) {
    yield { kind: 'refused', name, reason: 'It is not a file.' };
    return;
  }
  try {
    yield* layers(path, name, 0, { folder, left: unpackLimits.bytes, files: 0 });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason =
      error instanceof TooMuch
        ? 'The archive is larger or deeper than a report can be.'
        : `The archive is damaged (${error.message}).`;
    if (!(error instanceof TooMuch) && !isArchiveError(error)) throw error;
    yield { kind: 'refused', name, reason };
  }
}

/** zlib's errors carry a Z_ code; yauzl's carry none, while those of the file system always do. */
const isArchiveError = (error: Error & { code?: unknown }): boolean =>
  error.code === undefined
    ? !(error instanceof TypeError)
    : typeof error.code === 'string' && error.code.startsWith('Z_');
