import { type DatabaseName, type Fields, invalid, notCovered, type Segments } from '../contract.ts';
import { readBoolean, readList, readMessage, readString } from '../query/json.ts';
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

/**
 * Reads the writes of a commit.
 * @throws Refusal INVALID_ARGUMENT, also for a document that is both verified and written
 */
export function readWrites(json: unknown, database: DatabaseName): readonly Write[] {
  const writes = readList(json, 'writes').map((each) => readWrite(each, database));
  const isVerified = new Map<string, boolean>();
  for (const { path, action } of writes) {
    const key = path.join('/');
    const isVerify = action.kind === 'verify';
    if (isVerified.has(key) && (isVerify || isVerified.get(key))) {
      throw invalid('a document is verified once, or written, in a single request');
    }
    isVerified.set(key, isVerify);
  }
  return writes;
}

function readWrite(json: unknown, database: DatabaseName): Write {
  const message = readMessage(json, 'Write', known);
  const [kind, other] = kinds.filter((each) => isSet(message[each]));
  if (kind === undefined) throw invalid('empty write operation');
  if (other !== undefined) throw invalid(`A Write cannot be ${kind} and ${other} at once.`);
  if (kind === 'transform') throw notCovered('A write that only transforms');
  const condition = readCondition(message.currentDocument);
  if (kind === 'update') {
    const { name, fields } = readDocument(message.update);
    const path = readDocumentName(name, database);
    const mask = readMask(message.updateMask);
    const transforms = readTransforms(message.updateTransforms, 'Write.updateTransforms');
    return {
      path,
      condition,
      action: { kind, fields: readKeptFields(fields), mask, transforms },
    };
  }
  const path = readDocumentName(readString(message[kind], `Write.${kind}`), database);
  if (isSet(message.updateMask)) throw invalid(`a ${kind} must not specify a document mask.`);
  if (readList(message.updateTransforms, 'Write.updateTransforms').length > 0) {
    throw invalid(`a ${kind} must not specify a update transform.`);
  }
  if (kind === 'verify' && !condition) throw invalid('a verify must contain a precondition');
  return { path, condition, action: { kind } };
}

const isSet = (json: unknown): boolean => json !== undefined && json !== null;

/** Reads a Document message; ignores its output-only times. */
export function readDocument(json: unknown): { readonly name: string; readonly fields: unknown } {
  const message = readMessage(json, 'Document', ['name', 'fields', 'createTime', 'updateTime']);
  return { name: readString(message.name, 'Document.name'), fields: message.fields };
}

export function readKeptFields(json: unknown): Fields {
  if (typeof json === 'object' && json !== null) {
    const reserved = Object.keys(json).find(isReserved);
    if (reserved !== undefined) throw invalid(`field name ${reserved} is reserved`);
  }
  const fields = readFields(json);
  checkKeptFields(fields);
  return fields;
}

export function readMask(json: unknown): readonly Segments[] | undefined {
  if (json === undefined || json === null) return undefined;
  const { fieldPaths } = readMessage(json, 'DocumentMask', ['fieldPaths']);
  return readList(fieldPaths, 'DocumentMask.fieldPaths').map((path) =>
    parseFieldPath(readString(path, 'DocumentMask.fieldPaths')),
  );
}

function readCondition(json: unknown): Condition | undefined {
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
