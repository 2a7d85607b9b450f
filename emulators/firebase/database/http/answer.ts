import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidToken } from '../../identity.ts';
import { InvalidData, InvalidRules, NotImplemented, PermissionDenied } from '../refusal.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'no-cache',
};

export function allowAnyPage(response: ServerResponse): void {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
}

export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, PUT, PATCH, POST, DELETE',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '3600',
  });
  response.end();
}

export function answerJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
}

export function answerError(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  answerJson(response, statusOf(error), JSON.stringify({ error: message }));
}

function statusOf(error: unknown): number {
  if (error instanceof PermissionDenied || error instanceof InvalidToken) return 401;
  if (error instanceof InvalidData || error instanceof InvalidRules) return 400;
  return error instanceof NotImplemented ? 501 : 500;
}
