import { invalid } from '../../contract.ts';
import { spellDouble } from '../../values/read-value.ts';
import { readTimestamp, writeTimestamp } from '../../values/timestamps.ts';
import { isDefault, MAX_DEPTH, put } from './plain.ts';
import type { FieldShape, FieldType, MessageShape, Scalar } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Normalises a client's proto3 JSON: camel-case names, 64-bit integers as strings, plain base64,
 * UTC timestamps. Leaves out nulls and defaults without a meaning.
 * @throws Refusal INVALID_ARGUMENT that names unknown fields
 */
export function readJson(shape: MessageShape, json: unknown): Json {
  return readFields(shape, json, '', 0);
}

function readFields(shape: MessageShape, json: unknown, at: string, depth: number): Json {
  if (depth > MAX_DEPTH) throw invalid('The message is nested too deeply');
  if (!isRecord(json)) throw wrong(json, shape.name, at);
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) {
    const field = shape.byName.get(key) ?? shape.byName.get(camelCase(key));
    if (!field) throw invalid(`${received} Unknown name "${key}"${where(at)}: Cannot find field.`);
    const place = at === '' ? field.name : `${at}.${field.name}`;
    if (value === null && !isNullValue(field.type)) continue;
    const read = readField(field, value, place, depth);
    if (field.rivals) {
      const rival = field.rivals.find((name) => Object.hasOwn(result, name));
      if (rival)
        throw invalid(`${received} Only one of "${rival}" and "${field.name}"${where(at)}`);
    } else if (!field.many && field.type.kind !== 'message' && isDefault(read)) continue;
    result[field.name] = read;
  }
  return result;
}

function readField({ many, type }: FieldShape, value: unknown, at: string, depth: number): unknown {
  if (many === 'list') {
    if (!Array.isArray(value)) throw wrong(value, 'list', at);
    return value.map((each, index) => readValue(type, each, `${at}[${index}]`, depth));
  }
  if (many === 'map') {
    if (!isRecord(value)) throw wrong(value, 'map', at);
    const map: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) {
      if (!key.isWellFormed()) throw wrong(key, 'string', at);
      put(map, key, readValue(type, each, `${at}["${key}"]`, depth));
    }
    return map;
  }
  return readValue(type, value, at, depth);
}

function readValue(type: FieldType, value: unknown, at: string, depth: number): unknown {
  if (type.kind === 'scalar') return readScalar(type.scalar, value, at);
  if (type.kind === 'message') return readMessage(type.shape, value, at, depth + 1);
  if (type.kind === 'null') {
    if (value === null || value === 'NULL_VALUE' || value === 0) return null;
    throw wrong(value, 'null', at);
  }
  for (const [name, number] of type.values) if (value === name || value === number) return name;
  throw wrong(value, type.name, at);
}

function readMessage(shape: MessageShape, value: unknown, at: string, depth: number): unknown {
  if (shape.plain === 'timestamp') {
    const moment = typeof value === 'string' ? readTimestamp(value) : undefined;
    if (!moment) throw wrong(value, shape.name, at);
    return writeTimestamp(moment);
  }
  const inner = shape.plain === 'wrapper' && shape.byName.get('value');
  return inner ? readValue(inner.type, value, at, depth) : readFields(shape, value, at, depth);
}

function readScalar(scalar: Scalar, value: unknown, at: string): unknown {
  const read = scalarOf(scalar, value);
  if (read === undefined) throw wrong(value, scalar, at);
  return read;
}

function scalarOf(scalar: Scalar, value: unknown): unknown {
  switch (scalar) {
    case 'string':
      return typeof value === 'string' && value.isWellFormed() ? value : undefined;
    case 'bytes':
      return typeof value === 'string' ? base64(value) : undefined;
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'double':
    case 'float':
      return doubleOf(value);
    case 'int32':
      return integerOf(value, -(2n ** 31n), 2n ** 31n - 1n, Number);
    case 'uint32':
      return integerOf(value, 0n, 2n ** 32n - 1n, Number);
    case 'int64':
      return integerOf(value, -(2n ** 63n), 2n ** 63n - 1n, String);
  }
}

function integerOf<T>(
  value: unknown,
  least: bigint,
  most: bigint,
  as: (value: bigint) => T,
): T | undefined {
  const isInteger =
    typeof value === 'number' ? Number.isInteger(value) : /^-?\d{1,20}$/.test(String(value));
  if (!isInteger || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const integer = BigInt(value);
  return integer >= least && integer <= most ? as(integer) : undefined;
}

function doubleOf(value: unknown): number | string | undefined {
  if (typeof value === 'number') return spellDouble(value);
  if (typeof value !== 'string') return undefined;
  if (/^(NaN|-?Infinity)$/.test(value)) return value;
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value);
  return isNumber ? spellDouble(Number(value)) : undefined;
}

/** Accepts both alphabets, with or without padding. */
function base64(text: string): string | undefined {
  if (!/^[\w+/-]*={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64').toString('base64');
}

const received = 'Invalid JSON payload received.';

const where = (at: string): string => (at === '' ? '' : ` at '${at}'`);

function wrong(value: unknown, type: string, at: string) {
  const shown = JSON.stringify(value)?.slice(0, 100);
  return invalid(`Invalid value${where(at)} (${type}), ${shown}`);
}

const isNullValue = (type: FieldType): boolean => type.kind === 'null';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts the names of the `.proto` files, like `collection_id`, which proto3 JSON also allows.
 */
const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
