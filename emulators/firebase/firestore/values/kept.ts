import { type Fields, invalid, type Value } from '../contract.ts';

/**
 * Checks that a document may hold a value; a filter may hold more.
 * @throws Refusal INVALID_ARGUMENT with Firestore's message
 */
export function checkKept(value: Value): void {
  if ('mapValue' in value) checkKeptFields(value.mapValue.fields ?? {});
  if (!('arrayValue' in value)) return;
  for (const each of value.arrayValue.values ?? []) {
    if ('arrayValue' in each) throw invalid('Cannot convert an array value in an array value.');
    checkKept(each);
  }
}

export function checkKeptFields(fields: Fields): void {
  for (const value of Object.values(fields)) checkKept(value);
}
