import { InvalidData } from '../refusal.ts';
import type { Priority } from '../tree/node.ts';
import { parsePath } from '../tree/path.ts';
import type { Bound, Query } from '../tree/query.ts';
import type { QueryIndex } from '../tree/ranking.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The `q` of a socket message; null for a plain listen. */
export function parseWireQuery(json: unknown): Query | null {
  if (typeof json !== 'object' || json === null || Object.keys(json).length === 0) return null;
  const fields = json as Fields;
  const index = typeof fields.i === 'string' ? wireIndex(fields.i) : { by: 'priority' as const };
  const start = wireBound(fields, 'sp', 'sn', 'sin');
  const end = wireBound(fields, 'ep', 'en', 'ein');
  const from = fields.vf === 'r' ? ('last' as const) : ('first' as const);
  const limit = fields.l === undefined ? undefined : { count: requireCount(fields.l, 'l'), from };
  return { index, ...(start && { start }), ...(end && { end }), ...(limit && { limit }) };
}

function wireIndex(name: string): QueryIndex {
  if (name === '.key') return { by: 'key' };
  if (name === '.value') return { by: 'value' };
  if (name === '.priority') return { by: 'priority' };
  return { by: 'child', path: parsePath(name) };
}

function wireBound(
  fields: Fields,
  value: string,
  key: string,
  inclusive: string,
): Bound | undefined {
  if (!Object.hasOwn(fields, value)) return undefined;
  const name = fields[key];
  return {
    value: requirePlain(fields[value], value),
    isInclusive: fields[inclusive] !== false,
    ...(typeof name === 'string' && { key: name }),
  };
}

const REST_BOUNDS = ['startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo'];
const REST_LIMITS = ['limitToFirst', 'limitToLast'];

/** The query of a REST address (`orderBy="price"&startAt=3`); null when it has none. */
export function parseRestQuery(params: URLSearchParams): Query | null {
  const given = [...REST_BOUNDS, ...REST_LIMITS].filter((name) => params.has(name));
  const order = params.get('orderBy');
  if (order === null) {
    if (given.length === 0) return null;
    throw new InvalidData('orderBy must be defined when other query parameters are defined');
  }
  if (given.includes('equalTo') && given.some((name) => /^(start|end)/.test(name))) {
    throw new InvalidData('equalTo stands alone, without startAt, startAfter, endAt or endBefore');
  }
  for (const pair of [['startAt', 'startAfter'], ['endAt', 'endBefore'], REST_LIMITS]) {
    if (pair.every((name) => given.includes(name))) {
      throw new InvalidData(`Only one of ${pair.join(' and ')} may be given`);
    }
  }
  const index = restIndex(parseJson(order, 'orderBy'));
  const start = restBound(params, ['startAt', 'startAfter', 'equalTo']);
  const end = restBound(params, ['endAt', 'endBefore', 'equalTo']);
  const limit = restLimit(params);
  return { index, ...(start && { start }), ...(end && { end }), ...(limit && { limit }) };
}

function restIndex(order: unknown): QueryIndex {
  if (typeof order !== 'string') throw new InvalidData('orderBy must be a text in double quotes');
  if (!order.startsWith('$')) return { by: 'child', path: parsePath(order) };
  if (order === '$key' || order === '$value' || order === '$priority') {
    return { by: order.slice(1) as 'key' | 'value' | 'priority' };
  }
  throw new InvalidData(`orderBy knows "$key", "$value" and "$priority", not ${order}`);
}

function restBound(params: URLSearchParams, names: readonly string[]): Bound | undefined {
  const name = names.find((candidate) => params.has(candidate));
  if (!name) return undefined;
  const value = requirePlain(parseJson(params.get(name)!, name), name);
  return { value, isInclusive: name !== 'startAfter' && name !== 'endBefore' };
}

function restLimit(params: URLSearchParams): Query['limit'] {
  const name = REST_LIMITS.find((candidate) => params.has(candidate));
  if (!name) return undefined;
  const count = requireCount(parseJson(params.get(name)!, name), name);
  return { count, from: name === 'limitToLast' ? 'last' : 'first' };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidData(`${name} must be a JSON value (texts in double quotes)`);
  }
}

function requirePlain(value: unknown, name: string): Priority {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return value as Priority;
  }
  throw new InvalidData(`${name} must be a text, a number, true, false or null`);
}

function requireCount(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidData(`${name} must be a positive integer`);
}
