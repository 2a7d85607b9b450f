import type { Fields, Value } from '../contract.ts';

/** Whether the fields of a map are an embedding, as the SDKs write it: they name its type. */
export function isVector(fields: Fields | undefined): boolean {
  const type = fields?.__type__;
  return type !== undefined && 'stringValue' in type && type.stringValue === '__vector__';
}

/** What is inside a map. A vector is written as one, but nothing is inside it. */
export const fieldsIn = (value: Value | undefined): Fields | undefined =>
  value && 'mapValue' in value && !isVector(value.mapValue.fields)
    ? value.mapValue.fields
    : undefined;
