import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import protobuf from 'protobufjs/light.js';

export interface MessageShape {
  /** The full name, like `google.firestore.v1.Write`. */
  readonly name: string;
  /** Set for messages that proto3 JSON writes as a plain value. */
  readonly plain: 'timestamp' | 'wrapper' | undefined;
  readonly byId: ReadonlyMap<number, FieldShape>;
  readonly byName: ReadonlyMap<string, FieldShape>;
}

export interface FieldShape {
  /** The name in proto3 JSON: `updateMask`. */
  readonly name: string;
  readonly id: number;
  readonly type: FieldType;
  /** A map has string keys. */
  readonly many: 'list' | 'map' | undefined;
  /** Other members of its oneof, which exclude each other; undefined outside of one. */
  readonly rivals: readonly string[] | undefined;
}

export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'enum'; readonly name: string; readonly values: ReadonlyMap<string, number> }
  /** `google.protobuf.NullValue`, which is null in JSON. */
  | { readonly kind: 'null' }
  | { readonly kind: 'message'; readonly shape: MessageShape };

const scalars = ['bool', 'bytes', 'double', 'float', 'int32', 'int64', 'string', 'uint32'] as const;
export type Scalar = (typeof scalars)[number];

export interface Method {
  readonly name: string;
  readonly request: MessageShape;
  readonly response: MessageShape;
  readonly kind: 'one' | 'many' | 'open';
}

const root = loadRoot();
const shapes = new Map<protobuf.Type, MessageShape>();

export const methods: ReadonlyMap<string, Method> = new Map(
  root
    .lookupService('google.firestore.v1.Firestore')
    .methodsArray.map((method) => [method.name, methodOf(method)]),
);

/** Returns the shape of a message, by its full name. @throws when it does not exist */
export const shapeNamed = (name: string): MessageShape => shapeOf(root.lookupType(name));

/** Loads the API description of the server SDK, whose package does not export the file. */
function loadRoot(): protobuf.Root {
  const admin = createRequire(import.meta.url).resolve('firebase-admin/firestore');
  const main = createRequire(admin).resolve('@google-cloud/firestore');
  const path = createRequire(main).resolve('../protos/v1.json');
  const loaded = protobuf.Root.fromJSON(JSON.parse(readFileSync(path, 'utf8')));
  // The SDK's description lacks a field that the web SDK sends, and one that Google's emulator returns.
  const write = loaded.lookupType('google.firestore.v1.Write');
  write.add(new protobuf.Field('verify', 5, 'string'));
  write.oneofs.operation?.add(write.fields.verify!);
  loaded
    .lookupType('google.firestore.v1.RunAggregationQueryResponse')
    .add(new protobuf.Field('done', 5, 'bool'));
  loaded.resolveAll();
  return loaded;
}

function methodOf(method: protobuf.Method): Method {
  const { name, resolvedRequestType, resolvedResponseType } = method;
  if (!resolvedRequestType || !resolvedResponseType) throw new Error(`No messages of ${name}`);
  const kind = method.requestStream ? 'open' : method.responseStream ? 'many' : 'one';
  return {
    name,
    request: shapeOf(resolvedRequestType),
    response: shapeOf(resolvedResponseType),
    kind,
  };
}

function shapeOf(type: protobuf.Type): MessageShape {
  const known = shapes.get(type);
  if (known) return known;
  const name = type.fullName.slice(1);
  const byId = new Map<number, FieldShape>();
  const byName = new Map<string, FieldShape>();
  const shape: MessageShape = { name, plain: plainOf(name), byId, byName };
  // Registered before its fields are built, because messages may be recursive.
  shapes.set(type, shape);
  for (const field of type.fieldsArray) {
    const fieldShape = shapeOfField(field.resolve());
    byId.set(field.id, fieldShape);
    byName.set(field.name, fieldShape);
  }
  return shape;
}

function plainOf(name: string): MessageShape['plain'] {
  if (name === 'google.protobuf.Timestamp') return 'timestamp';
  return /^google\.protobuf\.\w+Value$/.test(name) ? 'wrapper' : undefined;
}

function shapeOfField(field: protobuf.Field): FieldShape {
  const { name, id, partOf } = field;
  return {
    name,
    id,
    type: typeOf(field),
    many: field.map ? 'map' : field.repeated ? 'list' : undefined,
    rivals: partOf?.fieldsArray.map((member) => member.name).filter((member) => member !== name),
  };
}

function typeOf(field: protobuf.Field): FieldType {
  const { resolvedType } = field;
  if (resolvedType instanceof protobuf.Type) {
    return { kind: 'message', shape: shapeOf(resolvedType) };
  }
  if (resolvedType instanceof protobuf.Enum) {
    const name = resolvedType.fullName.slice(1);
    if (name === 'google.protobuf.NullValue') return { kind: 'null' };
    return { kind: 'enum', name, values: new Map(Object.entries(resolvedType.values)) };
  }
  const scalar = scalars.find((each) => each === field.type);
  if (!scalar) throw new Error(`${field.fullName} is a ${field.type}, which nothing here reads`);
  return { kind: 'scalar', scalar };
}
