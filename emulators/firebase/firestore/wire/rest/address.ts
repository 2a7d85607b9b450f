import { invalid } from '../../contract.ts';
import { type Method, methods } from '../messages/shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** A call as an address and a body say it; the request is still in the client's spelling. */
export interface RestCall {
  readonly method: Method;
  readonly request: Json;
}

export interface RestRequest {
  readonly verb: string;
  /** Below `/v1/`, decoded. */
  readonly path: string;
  readonly parameters: Iterable<readonly [string, string]>;
  /** What the body holds; an empty object when it is empty. */
  readonly body: Json;
}

/** Calls that an address names after a colon, and the field that the address itself fills. */
const named: Readonly<Record<string, readonly [method: string, field: 'database' | 'parent']>> = {
  batchGet: ['BatchGetDocuments', 'database'],
  beginTransaction: ['BeginTransaction', 'database'],
  commit: ['Commit', 'database'],
  listCollectionIds: ['ListCollectionIds', 'parent'],
  rollback: ['Rollback', 'database'],
  runAggregationQuery: ['RunAggregationQuery', 'parent'],
  runQuery: ['RunQuery', 'parent'],
};

/** Parameters that say how to answer, and change nothing here. */
const ignored: ReadonlySet<string> = new Set(['key', 'prettyPrint', '$prettyPrint']);

/**
 * Reads which call a request is. Undefined when no call has such an address.
 * @throws Refusal for parameters that cannot be read
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

/** `projects/P/databases/D/documents:commit`, `…/documents/c/d:runQuery` */
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

/** `projects/P/databases/D/documents/c/d`: a document, or with one part less a collection. */
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

/** The address counts; a body may repeat what it says, but not say otherwise. */
function fill(body: Json, field: string, value: string): Json {
  if (Object.hasOwn(body, field) && body[field] !== value) {
    throw invalid(`The body's ${field} ${JSON.stringify(body[field])} is not the address's`);
  }
  return { ...body, [field]: value };
}

/** `mask.fieldPaths=a` goes to `request.mask.fieldPaths`. Unknown names are refused when it is read. */
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
