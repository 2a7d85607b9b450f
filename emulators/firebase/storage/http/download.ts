import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parseRange } from '../../range.ts';
import { etagOf, type StoredObject } from '../objects/stored-object.ts';
import { Refused } from '../refusal.ts';

interface Download {
  readonly object: StoredObject;
  readonly path: string;
  /** Headers that replace the object's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends an object's bytes, or the requested range, from its file.
 *
 * @param find called again when the object is replaced or removed before its file is open; throws
 * if the object does not exist
 */
export async function sendBytes(
  find: () => Promise<Download>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (let gone = ''; ; ) {
    const found = await find();
    const file = await openFile(found.path);
    // Once the file is open, a newer version may replace the object.
    if (file) return send({ ...found, file }, request, response).finally(() => file.close());
    if (found.path === gone) throw new Error(`The bytes of ${found.object.name} are missing`);
    gone = found.path;
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function send(
  { object, file, headers = {} }: Download & { readonly file: FileHandle },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { size } = object;
  for (const [name, value] of Object.entries({ ...headersOf(object), ...headers })) {
    response.setHeader(name, value);
  }
  if (request.headers['if-none-match'] === `"${etagOf(object)}"`) {
    response.writeHead(304).end();
    return;
  }
  const range = parseRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new Refused(416, 'The range is outside the object');
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
  response.writeHead(range ? 206 : 200, { 'content-length': end - start + 1 });
  if (size === 0 || request.method === 'HEAD') {
    response.end();
    return;
  }
  // A reader that hangs up is not an error.
  await pipeline(file.createReadStream({ start, end }), response).catch(() => response.destroy());
}

function headersOf(object: StoredObject): Record<string, string> {
  const { contentEncoding } = object;
  return {
    'accept-ranges': 'bytes',
    'cache-control': object.cacheControl ?? 'private, max-age=0',
    'content-type': object.contentType ?? 'application/octet-stream',
    // Browsers must not sniff the type: a stored picture must never run as a page.
    'x-content-type-options': 'nosniff',
    ...(object.contentDisposition && { 'content-disposition': object.contentDisposition }),
    ...(contentEncoding && { 'content-encoding': contentEncoding }),
    ...(object.contentLanguage && { 'content-language': object.contentLanguage }),
    etag: `"${etagOf(object)}"`,
    'last-modified': new Date(object.updated).toUTCString(),
    'x-goog-generation': String(object.generation),
    'x-goog-metageneration': String(object.metageneration),
    'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5Hash}`,
    'x-goog-storage-class': 'STANDARD',
    'x-goog-stored-content-encoding': contentEncoding || 'identity',
    'x-goog-stored-content-length': String(object.size),
  };
}
