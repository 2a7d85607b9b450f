import protobuf from 'protobufjs';
import { readTimestamp } from '../../values/timestamps.ts';
import { wireTypeOf } from './read-binary.ts';
import type { FieldShape, FieldType, MessageShape, Scalar } from './shapes.ts';

/**
 * Encodes proto3 JSON as a binary message.
 * @throws Error for a field that the message lacks, which is a bug of the caller
 */
export function writeBinary(shape: MessageShape, json: unknown): Uint8Array {
  const writer = protobuf.Writer.create();
  writeFields(writer, shape, json);
  return writer.finish();
}

function writeFields(writer: protobuf.Writer, shape: MessageShape, json: unknown): void {
  if (shape.plain === 'timestamp') writeMoment(writer, String(json));
  else if (shape.plain === 'wrapper') writeField(writer, shape.byName.get('value')!, json);
  else writeMembers(writer, shape, json);
}

function writeMembers(writer: protobuf.Writer, shape: MessageShape, json: unknown): void {
  if (typeof json !== 'object' || json === null) {
    throw new Error(`A ${shape.name} is an object, not ${JSON.stringify(json)}`);
  }
  for (const [name, value] of Object.entries(json)) {
    const field = shape.byName.get(name);
    if (!field) throw new Error(`${shape.name} has no field ${name}`);
    if (value === undefined) continue;
    if (field.many === 'list') for (const each of value) writeField(writer, field, each);
    else if (field.many === 'map') writeMap(writer, field, value);
    else writeField(writer, field, value);
  }
}

function writeMap(writer: protobuf.Writer, { id, type }: FieldShape, map: object): void {
  for (const [key, value] of Object.entries(map)) {
    writer.uint32((id << 3) | 2);
    writer.fork();
    writer.uint32((1 << 3) | 2);
    writer.string(key);
    writer.uint32((2 << 3) | wireTypeOf(type));
    writeValue(writer, type, value);
    writer.ldelim();
  }
}

function writeField(writer: protobuf.Writer, { id, type }: FieldShape, value: unknown): void {
  writer.uint32((id << 3) | wireTypeOf(type));
  writeValue(writer, type, value);
}

function writeValue(writer: protobuf.Writer, type: FieldType, value: unknown): void {
  if (type.kind === 'scalar') writeScalar(writer, type.scalar, value);
  else if (type.kind === 'null') writer.uint32(0);
  else if (type.kind === 'enum') {
    const number = type.values.get(String(value));
    if (number === undefined) throw new Error(`${String(value)} is no ${type.name}`);
    writer.uint32(number);
  } else {
    writer.fork();
    writeFields(writer, type.shape, value);
    writer.ldelim();
  }
}

function writeMoment(writer: protobuf.Writer, text: string): void {
  const moment = readTimestamp(text);
  if (!moment) throw new Error(`Not a timestamp: ${text}`);
  writer.uint32(1 << 3);
  writer.int64(moment[0]);
  writer.uint32(2 << 3);
  writer.uint32(moment[1]);
}

function writeScalar(writer: protobuf.Writer, scalar: Scalar, value: unknown): void {
  switch (scalar) {
    case 'string':
      writer.string(String(value));
      break;
    case 'bytes':
      writer.bytes(Buffer.from(String(value), 'base64'));
      break;
    case 'bool':
      writer.bool(value === true);
      break;
    case 'double':
      writer.double(Number(value));
      break;
    case 'float':
      writer.float(Number(value));
      break;
    case 'int32':
    case 'uint32':
    case 'int64':
      writer.int64(String(value));
      break;
  }
}
