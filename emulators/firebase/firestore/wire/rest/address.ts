import { invalid } from '../../contract.ts';
import { type Method, methods } from '../messages/shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** A call from a path and a body; the request is still in the client's spelling. */
export interface RestCall {
  readonly method: Method;
  readonly request: Json;
}

export interface RestRequest {
  readonly verb: string;
  /** The decoded path below `/v1/`. */
  readonly path: string;
  readonly parameters: Iterable<readonly [string, string]>;
  /** Empty if no body was sent. */
  readonly body: Json;
}

/** The calls that follow a colon in the path, each with the field that the path fills. */
const named: Readonly<Record<string, readonly [method: string, field: 'database' | 'parent']>> = {
  batchGet: ['BatchGetDocuments', 'database'],
  beginTransaction: ['BeginTransaction', 'database'],
  commit: ['Commit', 'database'],
  listCollectionIds: ['ListCollectionIds', 'parent'],
  rollback: ['Rollback', 'database'],
  runAggregationQuery: ['RunAggregationQuery', 'parent'],
  runQuery: ['RunQuery', 'parent'],
};

/** Query parameters about formatting, which are ignored. */
const ignored: ReadonlySet<string> = new Set(['key', 'prettyPrint', '$prettyPrint']);

/**
 * Reads the call of a request; undefined for an unknown path.
 * @throws Refusal for invalid parameters
 */
export function readAddress(rest: RestRequest): RestCall | undefined {
  const call = rest.verb === 'POST' ? (readNamed(rest) ?? readPlain(rest)) : readPlain(rest);
  if (!call) return undefined;
  const method = methods.get(call.method);
  if (!method) throw new Error(`There is no call ${call.method}`);
  const request: Record<string, unknown> = { ...call.request };
  for (const [key, value] of rest.parameters) {
    if (ignored.has(key)) continue;
    if (key === 'alt' || key === '$alt') {
      if (value !== 'json') throw invalid(`Answers are JSON; ${key}=${value} is not covered`);
    } else setParameter(request, key.split('.'), value);
  }
  return { method, request };
}

interface Found {
  readonly method: string;
  readonly request: Json;
}

/** Reads `projects/P/databases/D/documents:commit` or `…/documents/c/d:runQuery`. */
function readNamed({ path, body }: RestRequest): Found | undefined {
  const match = /^(projects\/[^/]+\/databases\/[^/]+)(\/documents(?:\/.+)?):(\w+)$/s.exec(path);
  const [method, field] = (match && Object.hasOwn(named, match[3]!) && named[match[3]!]) || [];
  if (!match || !method || !field) return undefined;
  if (field === 'database') {
    if (match[2] !== '/documents') return undefined;
    return { method, request: fill(body, field, match[1]!) };
  }
  return { method, request: fill(body, field, match[1]! + match[2]!) };
}

/**
 * Reads `projects/P/databases/D/documents/c/d`: a document, or a collection if one segment shorter.
 */
function readPlain({ verb, path, body }: RestRequest): Found | undefined {
  const match = /^(projects\/[^/]+\/databases\/[^/]+\/documents)\/(.+)$/s.exec(path);
  if (!match) return undefined;
  const segments = match[2]!.split('/');
  if (segments.length % 2 === 0) {
    if (verb === 'GET') return { method: 'GetDocument', request: { name: path } };
    if (verb !== 'PATCH') return undefined;
    return { method: 'UpdateDocument', request: { document: fill(body, 'name', path) } };
  }
  const collectionId = segments.pop()!;
  const parent = [match[1], ...segments].join('/');
  if (verb !== 'GET') return undefined;
  return { method: 'ListDocuments', request: { parent, collectionId } };
}

/** Adds the path's value to the body. @throws Refusal if the body contradicts it */
function fill(body: Json, field: string, value: string): Json {
  if (Object.hasOwn(body, field) && body[field] !== value) {
    throw invalid(`The body's ${field} ${JSON.stringify(body[field])} is not the address's`);
  }
  return { ...body, [field]: value };
}

/** Sets `request.mask.fieldPaths` for `mask.fieldPaths=a`. Unknown names are refused later. */
function setParameter(
  request: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  text: string,
): void {
  const known = request[name];
  if (rest.length > 0) {
    const next: Record<string, unknown> = typeof known === 'object' ? { ...known } : {};
    setParameter(next, rest, text);
    request[name] = next;
  } else if (name === 'fieldPaths') request[name] = [...(Array.isArray(known) ? known : []), text];
  else request[name] = text;
}
