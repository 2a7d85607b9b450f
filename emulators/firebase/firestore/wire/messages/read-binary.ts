import protobuf from 'protobufjs/light.js';
import { invalid } from '../../contract.ts';
import { spellDouble } from '../../values/read-value.ts';
import { writeTimestamp } from '../../values/timestamps.ts';
import { isDefault, MAX_DEPTH, put } from './plain.ts';
import type { FieldShape, FieldType, MessageShape, Scalar } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Decodes a binary message to proto3 JSON. Unknown fields are refused by number, because they have
 * no name here.
 * @throws Refusal INVALID_ARGUMENT
 */
export function readBinary(shape: MessageShape, bytes: Uint8Array): Json {
  const reader = protobuf.Reader.create(bytes);
  try {
    return readFields(reader, bytes.length, shape, 0);
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`The bytes are no ${shape.name}`);
    throw error;
  }
}

function readFields(
  reader: protobuf.Reader,
  end: number,
  shape: MessageShape,
  depth: number,
): Json {
  if (depth > MAX_DEPTH) throw invalid('The message is nested too deeply');
  const json: Record<string, unknown> = {};
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = shape.byId.get(tag >>> 3);
    if (!field) {
      const what = `Field ${tag >>> 3} of ${shape.name}`;
      throw invalid(`${what} is not covered by the local Firestore`);
    }
    readField(reader, tag & 7, field, json, depth);
  }
  if (reader.pos !== end) throw invalid(`The bytes are no ${shape.name}`);
  return json;
}

function readField(
  reader: protobuf.Reader,
  wireType: number,
  field: FieldShape,
  json: Record<string, unknown>,
  depth: number,
): void {
  const { name, type, many, rivals } = field;
  if (many === 'map') {
    const [key, value] = readEntry(reader, type, depth);
    json[name] ??= {};
    put(json[name] as Record<string, unknown>, key, value);
  } else if (many === 'list') {
    json[name] ??= [];
    const list = json[name] as unknown[];
    if (wireType === 2 && isPackable(type)) {
      const end = reader.uint32() + reader.pos;
      while (reader.pos < end) list.push(readValue(reader, type, depth));
    } else {
      requireWireType(wireType, field);
      list.push(readValue(reader, type, depth));
    }
  } else {
    requireWireType(wireType, field);
    const value = readValue(reader, type, depth);
    if (rivals) dropRivals(json, rivals);
    if (rivals || type.kind === 'message' || !isDefault(value)) json[name] = value;
  }
}

/** Removes earlier members of a oneof, where the last one wins; there is hardly ever one. */
function dropRivals(json: Record<string, unknown>, rivals: readonly string[]): void {
  for (const name in json) if (rivals.includes(name)) delete json[name];
}

function readEntry(reader: protobuf.Reader, type: FieldType, depth: number): [string, unknown] {
  const end = reader.uint32() + reader.pos;
  let key = '';
  let value: unknown;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === 1) key = readText(reader);
    else value = readValue(reader, type, depth);
  }
  // An entry without a value has an empty one.
  return [key, value ?? emptyValue(type)];
}

const emptyValue = (type: FieldType): unknown => (type.kind === 'message' ? {} : '');

function readValue(reader: protobuf.Reader, type: FieldType, depth: number): unknown {
  if (type.kind === 'scalar') return readScalar(reader, type.scalar);
  if (type.kind === 'message') return readMessage(reader, type.shape, depth + 1);
  const value = reader.int32();
  if (type.kind === 'null') return null;
  for (const [name, number] of type.values) if (number === value) return name;
  throw invalid(`${value} is no ${type.name}`);
}

function readMessage(reader: protobuf.Reader, shape: MessageShape, depth: number): unknown {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new RangeError('The message ends early');
  const fields = readFields(reader, end, shape, depth);
  if (shape.plain === 'wrapper') return fields.value ?? defaultOf(shape);
  return shape.plain === 'timestamp' ? readMoment(fields) : fields;
}

function readMoment(fields: Json): string {
  const seconds = Number(fields.seconds ?? 0);
  const nanos = Number(fields.nanos ?? 0);
  const isMoment = seconds >= -62_135_596_800 && seconds <= 253_402_300_799;
  if (!isMoment || nanos < 0 || nanos > 999_999_999) {
    throw invalid(`Timestamps are of the years 1 to 9999, not ${seconds} s and ${nanos} ns`);
  }
  return writeTimestamp([seconds, nanos]);
}

function defaultOf(shape: MessageShape): unknown {
  const type = shape.byName.get('value')?.type;
  const scalar = type?.kind === 'scalar' ? type.scalar : undefined;
  if (scalar === 'string' || scalar === 'bytes') return '';
  if (scalar === 'bool') return false;
  return scalar === 'int64' ? '0' : 0;
}

const unicode = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a string. @throws Refusal for invalid UTF-8, such as the half surrogate pairs that SDKs
 * send
 */
function readText(reader: protobuf.Reader): string {
  const start = reader.pos;
  const text = reader.string();
  // The library replaces invalid bytes by U+FFFD, but U+FFFD may also have been sent.
  if (text.isWellFormed() && !text.includes('\ufffd')) return text;
  reader.pos = start;
  try {
    return unicode.decode(reader.bytes());
  } catch {
    throw invalid('A text is not Unicode');
  }
}

function readScalar(reader: protobuf.Reader, scalar: Scalar): unknown {
  switch (scalar) {
    case 'string':
      return readText(reader);
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64');
    case 'bool':
      return reader.bool();
    case 'double':
      return spellDouble(reader.double());
    case 'float':
      return spellDouble(reader.float());
    case 'int32':
      return reader.int32();
    case 'uint32':
      return reader.uint32();
    case 'int64':
      return textOf(reader.int64());
  }
}

/** Formats a 64-bit integer; most fit into a number, which is formatted much faster. */
function textOf(integer: protobuf.Long): string {
  const number = integer.high * 2 ** 32 + (integer.low >>> 0);
  return String(Number.isSafeInteger(number) ? number : integer);
}

const isPackable = (type: FieldType): boolean =>
  type.kind === 'enum' ||
  (type.kind === 'scalar' && type.scalar !== 'string' && type.scalar !== 'bytes');

function requireWireType(wireType: number, { name, type }: FieldShape): void {
  if (wireType !== wireTypeOf(type)) throw invalid(`The bytes of ${name} are of another type`);
}

/** Returns the wire type: 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
export function wireTypeOf(type: FieldType): number {
  if (type.kind === 'message') return 2;
  if (type.kind !== 'scalar') return 0;
  if (type.scalar === 'string' || type.scalar === 'bytes') return 2;
  if (type.scalar === 'double') return 1;
  return type.scalar === 'float' ? 5 : 0;
}
