import { InvalidData, NotImplemented } from '../refusal.ts';
import { branch, childrenOf, isLeaf, NO_CHILDREN, type Tree } from './node.ts';
import { compareKeys } from './path.ts';

export type Query =
  | { readonly by: 'key'; readonly startAt: string | undefined; readonly limit: number | undefined }
  | { readonly by: 'value'; readonly startAt: number };

export function select(tree: Tree, query: Query | null): Tree {
  if (!query) return tree;
  let children = NO_CHILDREN;
  for (const [key, child] of childrenOf(tree).ascend()) {
    if (query.by === 'key') {
      if (query.startAt !== undefined && compareKeys(key, query.startAt) < 0) continue;
      if (children.size === query.limit) break;
    } else if (!isLeaf(child) || Number(child.value) < query.startAt) continue;
    children = children.set(key, child);
  }
  return branch(children);
}

const PARAMETERS = ['startAt', 'limitToFirst'];
const UNSUPPORTED = ['startAfter', 'endAt', 'endBefore', 'equalTo', 'limitToLast'];

/**
 * Reads the query of a REST URL: `orderBy="$key"` with `startAt` and `limitToFirst`, or
 * `orderBy="$value"` with a number to start at. Returns null without one.
 */
export function parseRestQuery(params: URLSearchParams): Query | null {
  const unsupported = UNSUPPORTED.find((name) => params.has(name));
  if (unsupported) throw new NotImplemented(`A query with ${unsupported}`);
  const order = readJson(params, 'orderBy');
  if (order === undefined) {
    if (!PARAMETERS.some((name) => params.has(name))) return null;
    throw new InvalidData('orderBy must be defined when other query parameters are defined');
  }
  const startAt = readJson(params, 'startAt');
  const limit = readJson(params, 'limitToFirst');
  if (order === '$key') return keyQuery(startAt, limit);
  if (order !== '$value' || typeof startAt !== 'number' || limit !== undefined) {
    throw new NotImplemented(`A query ordered by ${JSON.stringify(order)} like this`);
  }
  return { by: 'value', startAt };
}

/** Reads the `q` of a socket message: the first children by key; null selects all. */
export function parseWireQuery(json: unknown): Query | null {
  const { i, l, vf, ...rest } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (i === undefined && l === undefined && Object.keys(rest).length === 0) return null;
  if (i !== '.key' || vf !== 'l' || Object.keys(rest).length > 0) {
    throw new NotImplemented('A query like this on a socket');
  }
  return keyQuery(undefined, l);
}

function keyQuery(startAt: unknown, limit: unknown): Query {
  if (startAt !== undefined && typeof startAt !== 'string') {
    throw new InvalidData('startAt must be a text in double quotes');
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && Number(limit) > 0)) {
    throw new InvalidData('The limit must be a positive integer');
  }
  return { by: 'key', startAt, limit: limit === undefined ? undefined : Number(limit) };
}

function readJson(params: URLSearchParams, name: string): unknown {
  const text = params.get(name);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidData(`${name} must be a JSON value (texts in double quotes)`);
  }
}
