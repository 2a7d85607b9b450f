import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Backend } from '../backend.ts';
import { call } from '../calls.ts';
import { answerJson, decodePath, notFound, readJsonBody } from '../http.ts';
import { readJson } from '../messages/read-json.ts';
import { readAddress } from './address.ts';

/** Answers a call below `/v1/`. @throws Refusal and InvalidToken */
export async function answerRest(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const verb = request.method ?? 'GET';
  const rest = readAddress({
    verb,
    path: decodePath(url.pathname.slice('/v1/'.length)),
    parameters: url.searchParams,
    body: verb === 'POST' || verb === 'PATCH' ? await readJsonBody(request) : {},
  });
  if (!rest) return notFound(response);
  const message = readJson(rest.method.request, rest.request);
  const answers = await call(backend, rest.method, message, request.headers.authorization);
  answerJson(response, 200, rest.method.kind === 'many' ? answers : answers[0]);
}
