import type { IncomingMessage, ServerResponse } from 'node:http';
import { ADMIN } from '../../identity.ts';
import { parseListQuery } from '../objects/list.ts';
import { parseSettings, type Settings } from '../objects/settings.ts';
import { etagOf, type StoredObject } from '../objects/stored-object.ts';
import { badRequest, notImplemented } from '../refusal.ts';
import type { Place, Storage } from '../storage.ts';
import { UploadFile } from '../uploads/upload-file.ts';
import { answerJson } from './answer.ts';
import { sendBytes } from './download.ts';
import { openMultipart } from './multipart.ts';
import { decode, readText, requireDemo, requireObjectName } from './request.ts';

/** A parsed call of a server's client library (firebase-admin, @google-cloud/storage). */
export interface AdminCall {
  readonly storage: Storage;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The path without a prefix like `/storage/v1`. */
  readonly path: string;
}

/** Answers Cloud Storage's own paths, where every caller is an admin. */
export async function answerAdmin(call: AdminCall): Promise<void> {
  const { request, path } = call;
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const copying = /^\/b\/([^/]+)\/o\/([^/]+)\/(?:rewriteTo|copyTo)\/b\/([^/]+)\/o\/([^/]+)$/.exec(
    path,
  );
  if (copying && method === 'POST') return copy(call, copying.slice(1).map(decode));
  const [, bucket, isObjects, name] = /^\/b\/([^/]+)(?:(\/o)(?:\/(.+))?)?$/.exec(path) ?? [];
  if (bucket === undefined) throw notImplemented(`${method} ${path}`);
  requireDemo(decode(bucket), 'bucket');
  if (name === undefined) {
    if (method !== 'GET') throw notImplemented(`${method} ${path}`);
    if (!isObjects) return answerJson(call.response, 200, bucketMetadata(decode(bucket)));
    return list(call, decode(bucket));
  }
  const place = { bucket: decode(bucket), name: decode(name) };
  requireObjectName(place.name);
  if (method === 'GET') return read(call, place);
  if (method === 'PATCH') return update(call, place);
  if (method === 'DELETE') return remove(call, place);
  throw notImplemented(`${method} ${path}`);
}

async function read({ storage, request, response, url }: AdminCall, place: Place): Promise<void> {
  if (url.searchParams.get('alt') === 'media') {
    return sendBytes(() => storage.getBytes(place, ADMIN), request, response);
  }
  answerJson(response, 200, resourceOf(await storage.get(place, ADMIN)));
}

async function update(call: AdminCall, place: Place): Promise<void> {
  const settings = parseSettings(await readText(call.request));
  const object = await call.storage.update(place, settings, ADMIN, expectedOf(call.url));
  answerJson(call.response, 200, resourceOf(object));
}

async function remove({ storage, response, url }: AdminCall, place: Place): Promise<void> {
  await storage.remove(place, ADMIN, expectedOf(url));
  response.writeHead(204).end();
}

async function list({ storage, response, url }: AdminCall, bucket: string): Promise<void> {
  const page = await storage.list(bucket, parseListQuery(url.searchParams), ADMIN);
  answerJson(response, 200, {
    kind: 'storage#objects',
    items: page.items.map(resourceOf),
    prefixes: page.prefixes,
    ...(page.nextPageToken && { nextPageToken: page.nextPageToken }),
  });
}

async function copy(call: AdminCall, names: string[]): Promise<void> {
  const [fromBucket = '', fromName = '', toBucket = '', toName = ''] = names;
  for (const bucket of [fromBucket, toBucket]) requireDemo(bucket, 'bucket');
  requireObjectName(toName);
  const settings = parseSettings(await readText(call.request));
  const from = { bucket: fromBucket, name: fromName };
  const to = { bucket: toBucket, name: toName };
  const object = await call.storage.copy(from, to, settings, expectedOf(call.url));
  answerJson(call.response, 200, {
    kind: 'storage#rewriteResponse',
    done: true,
    objectSize: String(object.size),
    totalBytesRewritten: String(object.size),
    resource: resourceOf(object),
  });
}

/** Answers `/upload/storage/v1/b/{bucket}/o`: an upload in one request. */
export async function answerAdminUpload(call: AdminCall): Promise<void> {
  const { request, url, path } = call;
  const bucket = decode(/^\/b\/([^/]+)\/o$/.exec(path)?.[1] ?? '');
  requireDemo(bucket, 'bucket');
  if (request.method !== 'POST') throw badRequest('Uploads begin with POST');
  const type = url.searchParams.get('uploadType');
  if (type === 'resumable') throw notImplemented('A resumable upload of a server');
  const parts =
    type === 'multipart'
      ? await openMultipart(request.headers['content-type'], request)
      : { metadata: '', contentType: request.headers['content-type'], bytes: request };
  const place = { bucket, name: nameOf(url, parts.metadata) };
  const settings = withType(parseSettings(parts.metadata), parts.contentType);
  const file = new UploadFile(call.storage.store.newUploadPath());
  try {
    await file.append(parts.bytes);
    const received = await file.finish();
    const upload = { settings, received };
    const object = await call.storage.create(place, upload, ADMIN, expectedOf(url));
    answerJson(call.response, 200, resourceOf(object));
  } finally {
    await file.discard();
  }
}

function expectedOf(url: URL): number | undefined {
  const text = url.searchParams.get('ifGenerationMatch');
  return text === null ? undefined : Number(text);
}

function nameOf(url: URL, metadata: string): string {
  const inBody: unknown = metadata === '' ? undefined : JSON.parse(metadata).name;
  const name = url.searchParams.get('name') ?? (typeof inBody === 'string' ? inBody : '');
  requireObjectName(name);
  return name;
}

const withType = (settings: Settings, type: string | undefined): Settings => ({
  ...settings,
  contentType: settings.contentType ?? (type || 'application/octet-stream'),
});

/** Formats an object's metadata like Cloud Storage: numbers as strings. */
function resourceOf(object: StoredObject): Record<string, unknown> {
  const { blob, size, generation, metageneration, metadata, ...rest } = object;
  return {
    kind: 'storage#object',
    id: `${object.bucket}/${object.name}/${generation}`,
    ...rest,
    generation: String(generation),
    metageneration: String(metageneration),
    size: String(size),
    storageClass: 'STANDARD',
    etag: etagOf(object),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

const bucketMetadata = (name: string) => ({
  kind: 'storage#bucket',
  id: name,
  name,
  location: 'US',
  storageClass: 'STANDARD',
});
