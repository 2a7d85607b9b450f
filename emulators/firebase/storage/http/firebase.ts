import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '../../identity.ts';
import { parseListQuery } from '../objects/list.ts';
import { parseSettings, type Settings } from '../objects/settings.ts';
import { downloadTokens, etagOf, type StoredObject, TOKENS_KEY } from '../objects/stored-object.ts';
import { badRequest } from '../refusal.ts';
import type { Place, Storage } from '../storage.ts';
import type { UploadPlan, UploadSessions } from '../uploads/session.ts';
import { UploadFile } from '../uploads/upload-file.ts';
import { answerJson } from './answer.ts';
import { sendBytes } from './download.ts';
import { openMultipart } from './multipart.ts';
import { identifyCaller, readText, requireObjectName } from './request.ts';

/** An app's resumable upload; only the user who began it may end it. */
export interface AppUpload extends UploadPlan {
  readonly who: Identity;
}

export interface AppCall {
  readonly storage: Storage;
  readonly uploads: UploadSessions<AppUpload>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly bucket: string;
  /** Undefined for calls on the whole bucket: lists and uploads. */
  readonly name: string | undefined;
}

/** Answers the paths of the app's SDK, `/v0/b/{bucket}/o…`. */
export async function answerApp(call: AppCall): Promise<void> {
  const { request, name } = call;
  const method = request.method ?? 'GET';
  if (method === 'POST' || method === 'PUT') return upload(call);
  if (name === undefined) {
    if (method === 'GET') return list(call);
  } else {
    requireObjectName(name);
    const place = { bucket: call.bucket, name };
    if (method === 'GET' || method === 'HEAD') return read(call, place);
    if (method === 'PATCH') return update(call, place);
    if (method === 'DELETE') return remove(call, place);
  }
  throw badRequest(`${method} is not used at this address`);
}

/**
 * Identifies the caller by real time: the service that issues the tokens never shifts its clock.
 */
const callerOf = ({ request, bucket }: AppCall): Identity =>
  identifyCaller(request, bucket, Date.now());

async function read(call: AppCall, place: Place): Promise<void> {
  const { storage, request, response, url } = call;
  const who = callerOf(call);
  if (url.searchParams.get('alt') === 'media') {
    const token = url.searchParams.get('token');
    return sendBytes(() => storage.getBytes(place, who, token), request, response);
  }
  answerJson(response, 200, appMetadata(await storage.getWithToken(place, who)));
}

async function update(call: AppCall, place: Place): Promise<void> {
  const who = callerOf(call);
  const { md5Hash, crc32c, ...settings } = parseSettings(await readText(call.request));
  answerJson(call.response, 200, appMetadata(await call.storage.update(place, settings, who)));
}

async function remove(call: AppCall, place: Place): Promise<void> {
  await call.storage.remove(place, callerOf(call));
  call.response.writeHead(204).end();
}

async function list(call: AppCall): Promise<void> {
  const query = parseListQuery(call.url.searchParams);
  if (query.prefix !== '' && !query.prefix.endsWith('/')) {
    throw badRequest('The prefix must be empty or end with a slash');
  }
  const page = await call.storage.list(call.bucket, query, callerOf(call));
  answerJson(call.response, 200, {
    prefixes: page.prefixes,
    items: page.items.map(({ name, bucket }) => ({ name, bucket })),
    ...(page.nextPageToken && { nextPageToken: page.nextPageToken }),
  });
}

async function upload(call: AppCall): Promise<void> {
  const { request, url } = call;
  const command = header(request, 'x-goog-upload-command');
  if (command && command !== 'start') return continueUpload(call, command);
  const name = call.name ?? url.searchParams.get('name') ?? '';
  requireObjectName(name);
  const place = { bucket: call.bucket, name };
  if (command === 'start') return startUpload(call, place);
  return uploadAtOnce(call, place);
}

async function uploadAtOnce(call: AppCall, place: Place): Promise<void> {
  const { storage, request } = call;
  const who = callerOf(call);
  const isMultipart = header(request, 'x-goog-upload-protocol') === 'multipart';
  const type = request.headers['content-type'];
  const parts = isMultipart
    ? await openMultipart(type, request)
    : { metadata: '', contentType: type, bytes: request };
  const settings = withType(parseSettings(parts.metadata), parts.contentType);
  const file = new UploadFile(storage.store.newUploadPath());
  try {
    await file.append(parts.bytes);
    const object = await storage.create(place, { settings, received: await file.finish() }, who);
    answerJson(call.response, 200, appMetadata(object));
  } finally {
    await file.discard();
  }
}

async function startUpload(call: AppCall, { bucket, name }: Place): Promise<void> {
  const { storage, uploads, request, response, url } = call;
  const who = callerOf(call);
  const metadata = parseSettings(await readText(request));
  const settings = withType(metadata, header(request, 'x-goog-upload-header-content-type'));
  const length = header(request, 'x-goog-upload-header-content-length');
  const declaredSize = length === undefined ? undefined : wholeNumber(length);
  const plan = { bucket, name, settings, declaredSize, who };
  const { id } = uploads.start(plan, storage.store.newUploadPath());
  const next = new URL(`/v0/b/${encodeURIComponent(bucket)}/o`, url.origin);
  next.search = new URLSearchParams({
    name,
    upload_id: id,
    upload_protocol: 'resumable',
  }).toString();
  response.setHeader('x-goog-upload-status', 'active');
  response.setHeader('x-goog-upload-url', next.href);
  response.setHeader('x-goog-upload-chunk-granularity', String(256 * 1024));
  response.writeHead(200).end();
}

/** Executes `query`, `cancel`, `upload`, `finalize` or `upload, finalize` for a started upload. */
async function continueUpload(call: AppCall, command: string): Promise<void> {
  const { storage, uploads, request, response, url } = call;
  const session = uploads.get(url.searchParams.get('upload_id'));
  const steps = command.split(',').map((step) => step.trim());
  const tellStatus = () => {
    response.setHeader('x-goog-upload-status', session.status);
    response.setHeader('x-goog-upload-size-received', String(session.received));
  };
  if (steps.some((step) => !['query', 'cancel', 'upload', 'finalize'].includes(step))) {
    throw badRequest(`No upload command ${command}`);
  }
  if (steps.includes('query')) await session.settle();
  if (steps.includes('cancel')) await session.cancel();
  if (steps.includes('upload') && session.status !== 'final') {
    await session.receive(request, wholeNumber(header(request, 'x-goog-upload-offset') ?? '0'));
  }
  if (!steps.includes('finalize')) {
    tellStatus();
    response.writeHead(200).end();
    return;
  }
  const { bucket, name, settings, who } = session.plan;
  try {
    const object = await session.finalize((received) =>
      storage.create({ bucket, name }, { settings, received }, who),
    );
    tellStatus();
    answerJson(response, 200, appMetadata(object));
  } catch (error) {
    tellStatus();
    throw error;
  }
}

const withType = (settings: Settings, type: string | undefined): Settings => ({
  ...settings,
  contentType: settings.contentType ?? type ?? 'application/octet-stream',
});

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`Not a number of bytes: ${JSON.stringify(text)}`);
  return Number(text);
}

/**
 * Formats metadata for the app's SDK: numbers as strings, download tokens apart from custom
 * metadata.
 */
function appMetadata(object: StoredObject): Record<string, unknown> {
  const { blob, size, generation, metageneration, metadata, ...rest } = object;
  const { [TOKENS_KEY]: _tokens, ...custom } = metadata;
  return {
    ...rest,
    generation: String(generation),
    metageneration: String(metageneration),
    size: String(size),
    storageClass: 'STANDARD',
    contentEncoding: object.contentEncoding ?? 'identity',
    etag: etagOf(object),
    downloadTokens: downloadTokens(object).join(','),
    ...(Object.keys(custom).length > 0 && { metadata: custom }),
  };
}
