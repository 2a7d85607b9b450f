import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidToken } from '../../identity.ts';
import { Refused } from '../refusal.ts';

const exposed = [
  'Content-Range',
  'ETag',
  'X-Goog-Hash',
  'X-Goog-Upload-Status',
  'X-Goog-Upload-URL',
  'X-Goog-Upload-Size-Received',
  'X-Goog-Upload-Chunk-Granularity',
].join(', ');

/** Lets pages of any origin call the app's paths; tokens and rules alone decide access. */
export function allowAnyPage(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', exposed);
}

export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  allowAnyPage(response);
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '3600',
  });
  response.end();
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** Answers in the format that both SDKs read: a code, a message, and a list of one error. */
export function answerError(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = statusOf(error);
  const errors = [{ message, domain: 'global', reason: reasons[code] ?? 'backendError' }];
  answerJson(response, code, { error: { code, message, errors } });
}

const reasons: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  412: 'conditionNotMet',
  416: 'requestedRangeNotSatisfiable',
  501: 'notImplemented',
};

function statusOf(error: unknown): number {
  if (error instanceof Refused) return error.status;
  return error instanceof InvalidToken ? 401 : 500;
}
