import { codes, type Fields, Refusal, type Value } from '../contract.ts';
import { checkReference } from './references.ts';
import { isReserved } from './reserved.ts';
import { cutToMicros, readTimestamp, writeTimestamp } from './timestamps.ts';

const invalid = (message: string) => new Refusal(codes.INVALID_ARGUMENT, message);

type Json = Readonly<Record<string, unknown>>;
type Kind = Value extends infer V ? (V extends V ? keyof V : never) : never;

/**
 * Reads a Value message and puts it into the one spelling that is kept: integers as plain decimal
 * text, timestamps in UTC and cut to microseconds, bytes in standard base64. Arrays may hold arrays here, as in a filter.
 * @throws Refusal INVALID_ARGUMENT, for what Firestore says of values in its words
 */
export function readValue(json: unknown): Value {
  if (json !== undefined && json !== null && typeof json !== 'object') throw wrong('Value', json);
  const message = (json ?? {}) as Json;
  let kind: string | undefined;
  for (const name of Object.keys(message)) {
    if (message[name] === null && name !== 'nullValue') continue;
    if (kind !== undefined) throw invalid(`A Value cannot be ${kind} and ${name} at once.`);
    kind = name;
  }
  if (kind === undefined) throw invalid('Cannot convert firestore.v1.Value with type unset.');
  const read = Object.hasOwn(readers, kind) && readers[kind as Kind];
  if (!read) throw invalid(`Unknown field "${kind}" in Value.`);
  return read(message[kind]);
}

/**
 * Reads a Value that documents are compared with. A timestamp that stands for itself, not in a list
 * or a map, keeps its nanoseconds: no stored one equals it then.
 * @throws Refusal as `readValue`
 */
export function readComparand(json: unknown): Value {
  const value = readValue(json);
  if (!('timestampValue' in value)) return value;
  const moment = readTimestamp(String((json as Json).timestampValue));
  return moment ? { timestampValue: writeTimestamp(moment) } : value;
}

/** Reads the fields of a document or a map. A map that says it is a vector has to be one. */
export function readFields(json: unknown): Fields {
  if (json === undefined || json === null) return {};
  if (typeof json !== 'object' || Array.isArray(json)) throw wrong('fields', json);
  // A field `__proto__`, which would not be kept like this, is refused.
  const fields: Record<string, Value> = {};
  for (const name of Object.keys(json)) {
    if (isReserved(name) && name !== '__type__') {
      throw invalid(`field name '${name}' is reserved.`);
    }
    fields[name] = readValue((json as Json)[name]);
  }
  return fields;
}

const readers: Readonly<Record<Kind, (json: unknown) => Value>> = {
  nullValue: (json) => {
    if (json !== null && json !== 'NULL_VALUE' && json !== 0) throw wrong('nullValue', json);
    return { nullValue: null };
  },
  booleanValue: (json) => {
    const value = json === 'true' ? true : json === 'false' ? false : json;
    if (typeof value !== 'boolean') throw wrong('booleanValue', json);
    return { booleanValue: value };
  },
  integerValue: (json) => ({ integerValue: readInt64(json) }),
  doubleValue: (json) => ({ doubleValue: spellDouble(readDouble('doubleValue', json)) }),
  timestampValue: (json) => {
    const moment = typeof json === 'string' ? readTimestamp(json) : undefined;
    if (!moment) throw wrong('timestampValue', json);
    return { timestampValue: writeTimestamp(cutToMicros(moment)) };
  },
  stringValue: (json) => {
    if (typeof json !== 'string') throw wrong('stringValue', json);
    return { stringValue: json };
  },
  bytesValue: (json) => {
    if (typeof json !== 'string' || !/^[\w+/-]*={0,2}$/.test(json)) throw wrong('bytesValue', json);
    // Node reads both alphabets of base64, with and without padding.
    return { bytesValue: Buffer.from(json, 'base64').toString('base64') };
  },
  referenceValue: (json) => {
    if (typeof json !== 'string') throw wrong('referenceValue', json);
    checkReference(json);
    return { referenceValue: json };
  },
  geoPointValue: (json) => {
    const { latitude, longitude } = messageOf('geoPointValue', json, ['latitude', 'longitude']);
    return {
      geoPointValue: {
        latitude: readDegrees('latitude', latitude ?? 0, 90),
        longitude: readDegrees('longitude', longitude ?? 0, 180),
      },
    };
  },
  arrayValue: (json) => {
    const { values } = messageOf('arrayValue', json, ['values']);
    if (values === undefined || values === null) return { arrayValue: {} };
    if (!Array.isArray(values)) throw wrong('arrayValue.values', values);
    return { arrayValue: values.length > 0 ? { values: values.map(readValue) } : {} };
  },
  mapValue: (json) => {
    const fields = readFields(messageOf('mapValue', json, ['fields']).fields);
    checkVector(fields);
    return { mapValue: Object.keys(fields).length > 0 ? { fields } : {} };
  },
};

function messageOf(kind: Kind, json: unknown, known: readonly string[]): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw wrong(kind, json);
  const unknown = Object.keys(json).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`Unknown field "${unknown}" in ${kind}.`);
  return json as Json;
}

function readInt64(json: unknown): string {
  const text = typeof json === 'number' ? String(json) : json;
  if (typeof text === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(text)) return text;
  if (typeof text !== 'string' || !/^[+-]?\d+$/.test(text)) throw wrong('integerValue', json);
  const value = BigInt(text.replace('+', ''));
  if (BigInt.asIntN(64, value) !== value) throw wrong('integerValue', json);
  return String(value);
}

function readDouble(name: string, json: unknown): number {
  if (typeof json === 'number') return json;
  const isNumber =
    typeof json === 'string' &&
    (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(json) || /^(NaN|-?Infinity)$/.test(json));
  if (!isNumber) throw wrong(name, json);
  return Number(json);
}

/** A double as JSON can hold it. */
export function spellDouble(value: number): number | 'NaN' | 'Infinity' | '-Infinity' | '-0' {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return 'Infinity';
  if (value === Number.NEGATIVE_INFINITY) return '-Infinity';
  return Object.is(value, -0) ? '-0' : value;
}

function readDegrees(name: 'latitude' | 'longitude', json: unknown, most: number): number {
  const value = readDouble(name, json);
  if (Math.abs(value) <= most) return value;
  const spelled = Number.isInteger(value) ? value.toFixed(1) : String(value);
  throw invalid(`Geo point ${name} '${spelled}' outside permitted range -${most}.0 to ${most}.0.`);
}

function checkVector(fields: Fields): void {
  const type = fields.__type__;
  if (!type || !('stringValue' in type) || type.stringValue !== '__vector__') return;
  const { value } = fields;
  if (!value || !('arrayValue' in value)) throw invalid("Vector map is missing key 'value'.");
  if (Object.keys(fields).length > 2) throw invalid('Vector Value map has extraneous entries.');
  const components = value.arrayValue.values ?? [];
  if (components.length === 0) throw invalid('Cannot have a zero length vector.');
  if (!components.every((component) => 'doubleValue' in component)) {
    throw invalid("Vector must only contain values of type 'double'");
  }
}

const wrong = (name: string, json: unknown) =>
  invalid(`${name} cannot be ${String(JSON.stringify(json)).slice(0, 100)}.`);
