import type { IncomingMessage, ServerResponse } from 'node:http';
import { codes, invalid, Refusal } from '../contract.ts';
import { errorBody, toRefusal } from './refused.ts';

/** The longest accepted body, in bytes; a form takes more for the same message. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Lets pages of any origin call; tokens and rules alone decide access. */
export function allowPage(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
}

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

export function answerError(response: ServerResponse, error: unknown): void {
  const body = errorBody(toRefusal(error));
  answerJson(response, body.error.code, body);
}

/** Answers an unknown path in the words of Google's emulator. */
export function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('Not Found\n');
}

/** Reads the body as text. @throws Refusal when it is too long */
export async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // The connection must stay open for the refusal.
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

/** Reads the JSON object of a body; an empty one without a body. @throws Refusal */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(request);
  return text.trim() === '' ? {} : parseObject(text);
}

/** Parses a JSON object. @throws Refusal INVALID_ARGUMENT for anything else */
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

/** Decodes a path. @throws Refusal for invalid percent-encoding */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid('The address is not valid percent-encoding');
  }
}
