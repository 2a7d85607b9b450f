import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parseRange } from '../../range.ts';
import { etagOf, type StoredObject } from '../objects/stored-object.ts';
import { Refused } from '../refusal.ts';

interface Download {
  readonly object: StoredObject;
  /** Where its bytes are. */
  readonly path: string;
  /** Said in place of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends an object's bytes, or the range that was asked for, from its file. */
export async function sendBytes(
  { object, path, headers = {} }: Download,
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
  // Opened first: once it is, a newer version may take the object's place.
  const file = size === 0 || request.method === 'HEAD' ? undefined : await open(path);
  response.writeHead(range ? 206 : 200, { 'content-length': end - start + 1 });
  if (!file) {
    response.end();
    return;
  }
  // A reader that hangs up is not a failure of ours.
  await pipeline(file.createReadStream({ start, end }), response).catch(() => response.destroy());
}

function headersOf(object: StoredObject): Record<string, string> {
  const { contentEncoding } = object;
  return {
    'accept-ranges': 'bytes',
    'cache-control': object.cacheControl ?? 'private, max-age=0',
    'content-type': object.contentType ?? 'application/octet-stream',
    // The stored type is the last word: no browser may take a picture for a page.
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
