import { codes, type Fields, Refusal, type Value } from '../contract.ts';
import { isVector } from './vectors.ts';

const mostDimensions = 2_048;

const invalid = (message: string) => new Refusal(codes.INVALID_ARGUMENT, message);

/**
 * Checks that a document may hold a value; a filter may hold more.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function checkKept(value: Value): void {
  if ('arrayValue' in value) for (const each of value.arrayValue.values ?? []) checkElement(each);
  if (!('mapValue' in value)) return;
  const fields = value.mapValue.fields ?? {};
  const type = fields.__type__;
  if (type && !('stringValue' in type)) throw invalid('Field __type__ is not a string.');
  if (isVector(fields)) checkDimensions(fields.value);
  checkKeptFields(fields);
}

/** Checks the fields of a document or a map. @throws Refusal as `checkKept` */
export function checkKeptFields(fields: Fields): void {
  for (const value of Object.values(fields)) checkKept(value);
}

function checkElement(value: Value): void {
  if ('arrayValue' in value) throw invalid('Cannot convert an array value in an array value.');
  if ('mapValue' in value && isVector(value.mapValue.fields)) {
    throw invalid('Cannot convert a vector value in an array value.');
  }
  checkKept(value);
}

function checkDimensions(list: Value | undefined): void {
  const count = list && 'arrayValue' in list ? (list.arrayValue.values?.length ?? 0) : 0;
  if (count > mostDimensions) {
    throw invalid(`Vectors must be at most ${mostDimensions} dimensions.`);
  }
}
