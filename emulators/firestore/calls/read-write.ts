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
import { keptFields } from '../values/kept.ts';
import { readFields } from '../values/read-value.ts';
import { readDocumentName } from '../values/resource-names.ts';
import { readTime } from '../values/times.ts';
import { readTransforms } from './read-transform.ts';

const known = [
  ...['update', 'delete', 'verify', 'transform'],
  ...['updateMask', 'updateTransforms', 'currentDocument'],
];

/**
 * Reads a Write message.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readWrite(json: unknown, database: DatabaseName): Write {
  const message = readMessage(json, 'Write', known);
  const has = (key: string) => message[key] !== undefined && message[key] !== null;
  const [kind, other] = known.slice(0, 4).filter(has);
  if (kind === undefined) throw invalid('empty write operation');
  if (other !== undefined) throw invalid(`A Write cannot be ${kind} and ${other} at once.`);
  const condition = readCondition(message.currentDocument);
  if (kind === 'update') return readUpdate(message, { condition, database });
  if (has('updateMask')) throw invalid(`a ${kind} must not specify a document mask.`);
  if (readList(message.updateTransforms, 'Write.updateTransforms').length > 0) {
    throw invalid(`a ${kind} must not specify a update transform.`);
  }
  if (kind === 'transform') return readTransform(message.transform, { condition, database });
  const path = readDocumentName(readString(message[kind], `Write.${kind}`), database);
  if (kind === 'delete') return { path, condition, action: { kind } };
  if (!condition) throw invalid('a verify must contain a precondition');
  return { path, condition, action: { kind: 'verify' } };
}

interface Around {
  readonly condition: Condition | undefined;
  readonly database: DatabaseName;
}

function readUpdate(message: Json, { condition, database }: Around): Write {
  const { name, fields } = readDocument(message.update);
  const path = readDocumentName(name, database);
  return {
    path,
    condition,
    action: {
      kind: 'update',
      fields: readKeptFields(fields),
      mask: readMask(message.updateMask),
      transforms: readTransforms(message.updateTransforms, 'Write.updateTransforms'),
    },
  };
}

function readTransform(json: unknown, { condition, database }: Around): Write {
  const message = readMessage(json, 'DocumentTransform', ['document', 'fieldTransforms']);
  const path = readDocumentName(
    readString(message.document, 'DocumentTransform.document'),
    database,
  );
  const transforms = readTransforms(message.fieldTransforms, 'DocumentTransform.fieldTransforms');
  if (transforms.length === 0) throw invalid('The list of FieldTransform must not be empty.');
  return { path, condition, action: { kind: 'update', fields: {}, mask: [], transforms } };
}

/** Reads a Document message; its times are output only, and passed over. */
export function readDocument(json: unknown): { readonly name: string; readonly fields: unknown } {
  const message = readMessage(json, 'Document', ['name', 'fields', 'createTime', 'updateTime']);
  return { name: readString(message.name, 'Document.name'), fields: message.fields };
}

/** Reads the fields of a document that is to be kept. */
export function readKeptFields(json: unknown): Fields {
  if (typeof json === 'object' && json !== null) {
    const reserved = Object.keys(json).find((name) => /^__.*__$/s.test(name));
    if (reserved !== undefined) throw invalid(`field name ${reserved} is reserved`);
  }
  return keptFields(readFields(json));
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
