import type { ServerResponse } from 'node:http';
import type { Change, WriteRequest } from '../namespace.ts';
import { InvalidData, NotImplemented, PermissionDenied, StaleData } from '../refusal.ts';
import { computeEtag, type Json, treeToJson } from '../tree/json.ts';
import { getAt } from '../tree/node.ts';
import { joinPath } from '../tree/path.ts';
import { parseRestQuery } from '../tree/query.ts';
import { answerJson } from './answer.ts';
import { type RestCall, readJson } from './request.ts';

const UNSUPPORTED = [
  'auth_variable_override',
  'callback',
  'download',
  'format',
  'shallow',
  'timeout',
  'writeSizeLimit',
  'x-http-method-override',
];

export async function answerRest(call: RestCall, response: ServerResponse): Promise<void> {
  for (const name of UNSUPPORTED) {
    if (call.url.searchParams.has(name) || call.request.headers[name] !== undefined) {
      throw new NotImplemented(`The option ${name}`);
    }
  }
  switch (call.method) {
    case 'GET':
      return answerGet(call, response);
    case 'PUT':
      return answerWrite(call, response, 'set', await readJson(call.request));
    case 'PATCH':
      return answerWrite(call, response, 'update', await readJson(call.request));
    case 'DELETE':
      return answerWrite(call, response, 'set', null);
    default:
      throw new InvalidData(`The method ${call.method} is not covered by the local database`);
  }
}

function answerGet(call: RestCall, response: ServerResponse): void {
  const { url, path, namespace, who, request } = call;
  const query = parseRestQuery(url.searchParams);
  const tree = namespace.readIndexed(path, query, who);
  if (request.headers['x-firebase-etag'] === 'true') response.setHeader('etag', computeEtag(tree));
  answer(call, response, treeToJson(tree, 'plain'));
}

function answerWrite(
  call: RestCall,
  response: ServerResponse,
  kind: WriteRequest['kind'],
  json: unknown,
): void {
  const { path, namespace, who, request } = call;
  const expected = request.headers['if-match'];
  if (expected !== undefined && kind === 'update') {
    throw new NotImplemented('if-match with PATCH (production refuses it too)');
  }
  const write: WriteRequest = { kind, path: joinPath(path), json };
  let changes: readonly Change[];
  try {
    changes = namespace.write(
      expected === undefined
        ? write
        : { ...write, expectedEtag: expected.replace(/^"(.*)"$/, '$1') },
      who,
    );
  } catch (error) {
    if (!(error instanceof StaleData)) throw error;
    answerMismatch(call, response);
    return;
  }
  if (request.headers['x-firebase-etag'] === 'true') {
    response.setHeader('etag', computeEtag(getAt(namespace.root, path)));
  }
  const written: Record<string, Json> = Object.create(null);
  for (const change of changes) {
    written[joinPath(change.path.slice(path.length))] = treeToJson(change.value, 'plain');
  }
  answer(call, response, kind === 'set' ? treeToJson(changes[0]!.value, 'plain') : written);
}

/** Answers a failed condition with the current value, for those who may read it. */
function answerMismatch({ path, namespace, who }: RestCall, response: ServerResponse): void {
  if (!namespace.canRead(path, who)) throw new PermissionDenied();
  const tree = getAt(namespace.root, path);
  response.setHeader('etag', computeEtag(tree));
  answerJson(response, 412, JSON.stringify(treeToJson(tree, 'plain')));
}

function answer({ url }: RestCall, response: ServerResponse, json: Json): void {
  const print = url.searchParams.get('print');
  if (print === 'silent') response.writeHead(204).end();
  else if (print !== null) throw new NotImplemented(`print=${print}`);
  else answerJson(response, 200, JSON.stringify(json));
}
