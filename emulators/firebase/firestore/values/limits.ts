import { type Fields, invalid, type Segments, type Value } from '../contract.ts';
import { isLonger } from './utf8.ts';

const maxDocumentBytes = 1_048_576;
const maxValueBytes = 1_048_487;
const maxNameBytes = 1_500;
/** The deepest nesting of maps and arrays, counted from the field. */
const maxNestingLevels = 20;

/**
 * Checks a document against Firestore's limits.
 * @throws Refusal INVALID_ARGUMENT with Firestore's message
 */
export function checkDocument(path: Segments, fields: Fields): void {
  for (const name in fields) {
    const value = fields[name]!;
    if (name === '') throw invalid('The property.name is the empty string.');
    if (isLonger(name, maxNameBytes)) {
      throw invalid(`The property.name is longer than ${maxNameBytes} bytes.`);
    }
    if (isTooLong(value)) {
      throw invalid(`The value of property "${name}" is longer than ${maxValueBytes} bytes.`);
    }
    if (!isNestable(value, 0)) {
      throw invalid(`Property ${name} contains an invalid nested entity.`);
    }
  }
  if (sizeOfDocument(path, fields) > maxDocumentBytes) {
    throw invalid(`maximum entity size is ${maxDocumentBytes} bytes`);
  }
}

/** Returns a document's size in bytes as Firestore counts them. */
export const sizeOfDocument = (path: Segments, fields: Fields): number =>
  sizeOfName(path) + sizeOfFields(fields) + 32;

function isTooLong(value: Value): boolean {
  if ('stringValue' in value) return isLonger(value.stringValue, maxValueBytes);
  if ('bytesValue' in value) return byteLengthOf(value.bytesValue) > maxValueBytes;
  return false;
}

function isNestable(value: Value, level: number): boolean {
  if ('arrayValue' in value) {
    const values = value.arrayValue.values ?? [];
    return level < maxNestingLevels && values.every((each) => isNestable(each, level + 1));
  }
  if (!('mapValue' in value)) return true;
  const entries = Object.entries(value.mapValue.fields ?? {});
  return level < maxNestingLevels && entries.every((entry) => isNestableEntry(entry, level + 1));
}

function isNestableEntry([name, value]: readonly [string, Value], level: number): boolean {
  if (name === '' || isLonger(name, maxNameBytes)) return false;
  return isNestable(value, level);
}

const sizeOfText = (text: string): number => Buffer.byteLength(text) + 1;

const sizeOfName = (path: Segments): number => path.reduce((sum, id) => sum + sizeOfText(id), 16);

function sizeOfFields(fields: Fields): number {
  let sum = 0;
  for (const name in fields) sum += sizeOfText(name) + sizeOf(fields[name]!);
  return sum;
}

function sizeOf(value: Value): number {
  if ('stringValue' in value) return sizeOfText(value.stringValue);
  if ('bytesValue' in value) return byteLengthOf(value.bytesValue);
  if ('referenceValue' in value) return sizeOfName(value.referenceValue.split('/').slice(5));
  if ('mapValue' in value) return sizeOfFields(value.mapValue.fields ?? {});
  if ('arrayValue' in value) {
    return (value.arrayValue.values ?? []).reduce((sum, each) => sum + sizeOf(each), 0);
  }
  return 'nullValue' in value || 'booleanValue' in value ? 1 : 8;
}

/** Returns the decoded length of padded standard base64, in bytes. */
const byteLengthOf = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
