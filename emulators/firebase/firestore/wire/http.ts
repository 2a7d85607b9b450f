import type { IncomingMessage, ServerResponse } from 'node:http';
import { codes, invalid, Refusal } from '../contract.ts';
import { errorBody, refusalOf } from './refused.ts';

/** Longest body that is taken, in bytes; a form takes more for the same message. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Any page may call: who may do what is decided by tokens and rules alone. */
export function allowPage(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
}

/** Answers a browser asking whether it may call. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers'];
  response.writeHead(200, {
    'access-control-allow-methods': 'DELETE,GET,HEAD,PATCH,POST,PUT',
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    'access-control-max-age': '3600',
    'content-length': '0',
  });
  response.end();
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Answers `{"error": {code, message, status}}`. */
export function answerError(response: ServerResponse, error: unknown): void {
  const body = errorBody(refusalOf(error));
  answerJson(response, body.error.code, body);
}

/** Nothing has that address; Google's emulator says it in these words. */
export function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('Not Found\n');
}

/** The body as text. Throws Refusal when it is too long. */
export async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // The connection is still needed for saying no.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BODY_BYTES) {
      const message = `The body is longer than ${MAX_BODY_BYTES} bytes`;
      throw new Refusal(codes.RESOURCE_EXHAUSTED, message);
    }
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The JSON object of a body; an empty one without a body. Throws Refusal. */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(request);
  return text.trim() === '' ? {} : parseObject(text);
}

/** An object in JSON. Throws Refusal INVALID_ARGUMENT when it is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Falls through to the refusal below.
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalid("Payload isn't valid for request.");
  }
  return { ...json };
}

/** A path as it was before it was encoded. Throws Refusal. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid('The address is not valid percent-encoding');
  }
}
