import type { DatabaseName, Fields, Segments } from '../contract.ts';
import {
  invalid,
  type Json,
  readBoolean,
  readList,
  readMessage,
  readString,
} from '../query/json.ts';
import type { Condition, Write } from '../store/write.ts';
import { parseFieldPath } from '../values/field-paths.ts';
import { checkKeptFields } from '../values/kept.ts';
import { readFields } from '../values/read-value.ts';
import { isReserved } from '../values/reserved.ts';
import { readDocumentName } from '../values/resource-names.ts';
import { readTime } from '../values/times.ts';
import { readTransforms } from './read-transform.ts';

const kinds = ['update', 'delete', 'verify', 'transform'] as const;
const known = [...kinds, 'updateMask', 'updateTransforms', 'currentDocument'];

/** What a Write message is about, as far as it can be told before all of it is read. */
export interface Target {
  readonly kind: (typeof kinds)[number];
  readonly path: Segments;
  readonly message: Json;
}

/**
 * Reads of a Write message what it does to which document.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readTarget(json: unknown, database: DatabaseName): Target {
  const message = readMessage(json, 'Write', known);
  const [kind, other] = kinds.filter((each) => isSet(message[each]));
  if (kind === undefined) throw invalid('empty write operation');
  if (other !== undefined) throw invalid(`A Write cannot be ${kind} and ${other} at once.`);
  return { kind, path: readDocumentName(nameIn(kind, message[kind]), database), message };
}

function nameIn(kind: Target['kind'], json: unknown): string {
  if (kind === 'update') return readDocument(json).name;
  if (kind === 'transform') return readString(readTransformMessage(json).document, 'document');
  return readString(json, `Write.${kind}`);
}

const readTransformMessage = (json: unknown): Json =>
  readMessage(json, 'DocumentTransform', ['document', 'fieldTransforms']);

/**
 * Reads the rest of a Write message.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readWrite({ kind, path, message }: Target): Write {
  const condition = readCondition(message.currentDocument);
  if (kind === 'update') return { path, condition, action: readUpdate(message) };
  if (isSet(message.updateMask)) throw invalid(`a ${kind} must not specify a document mask.`);
  if (readList(message.updateTransforms, 'Write.updateTransforms').length > 0) {
    throw invalid(`a ${kind} must not specify a update transform.`);
  }
  if (kind === 'transform') return { path, condition, action: readTransform(message.transform) };
  if (kind === 'verify' && !condition) throw invalid('a verify must contain a precondition');
  return { path, condition, action: { kind } };
}

const isSet = (json: unknown): boolean => json !== undefined && json !== null;

const readUpdate = (message: Json): Write['action'] => ({
  kind: 'update',
  fields: readKeptFields(readDocument(message.update).fields),
  mask: readMask(message.updateMask),
  transforms: readTransforms(message.updateTransforms, 'Write.updateTransforms'),
});

function readTransform(json: unknown): Write['action'] {
  const { fieldTransforms } = readTransformMessage(json);
  const transforms = readTransforms(fieldTransforms, 'DocumentTransform.fieldTransforms');
  if (transforms.length === 0) throw invalid('The list of FieldTransform must not be empty.');
  return { kind: 'update', fields: {}, mask: [], transforms };
}

/** Reads a Document message; its times are output only, and passed over. */
export function readDocument(json: unknown): { readonly name: string; readonly fields: unknown } {
  const message = readMessage(json, 'Document', ['name', 'fields', 'createTime', 'updateTime']);
  return { name: readString(message.name, 'Document.name'), fields: message.fields };
}

/** Reads the fields of a document that is to be kept. */
export function readKeptFields(json: unknown): Fields {
  if (typeof json === 'object' && json !== null) {
    const reserved = Object.keys(json).find(isReserved);
    if (reserved !== undefined) throw invalid(`field name ${reserved} is reserved`);
  }
  const fields = readFields(json);
  checkKeptFields(fields);
  return fields;
}

/** Reads a DocumentMask; undefined when there is none. */
export function readMask(json: unknown): readonly Segments[] | undefined {
  if (json === undefined || json === null) return undefined;
  const { fieldPaths } = readMessage(json, 'DocumentMask', ['fieldPaths']);
  return readList(fieldPaths, 'DocumentMask.fieldPaths').map((path) =>
    parseFieldPath(readString(path, 'DocumentMask.fieldPaths')),
  );
}

/** Reads a Precondition; undefined when it asks for nothing. */
export function readCondition(json: unknown): Condition | undefined {
  const message = readMessage(json, 'Precondition', ['exists', 'updateTime']);
  const [hasExists, hasTime] = [message.exists, message.updateTime].map(
    (value) => value !== undefined && value !== null,
  );
  if (hasExists && hasTime) {
    throw invalid('A Precondition cannot be exists and updateTime at once.');
  }
  if (hasExists) {
    return { kind: 'exists', exists: readBoolean(message.exists, 'Precondition.exists') };
  }
  if (!hasTime) return undefined;
  const read = readTime(readString(message.updateTime, 'Precondition.updateTime'));
  if (!read) throw invalid('Precondition.updateTime is not a timestamp.');
  if (!read.isExact) throw invalid('timestamp cannot have more than microseconds precision');
  return { kind: 'version', version: read.time };
}
