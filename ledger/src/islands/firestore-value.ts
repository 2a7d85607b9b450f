import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

/** A value as Firestore's REST answers write it, e.g. `{"integerValue": "3"}`, as plain data. */
export function plainValue(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  if ('mapValue' in value)
    return plainFields(isRecord(value.mapValue) ? value.mapValue.fields : {});
  if ('arrayValue' in value) {
    const values = isRecord(value.arrayValue) ? value.arrayValue.values : [];
    return Array.isArray(values) ? values.map(plainValue) : [];
  }
  if ('integerValue' in value) return Number(value.integerValue);
  if ('nullValue' in value) return null;
  if ('doubleValue' in value) return Number(value.doubleValue);
  return value.stringValue ?? value.booleanValue ?? value.timestampValue ?? value.referenceValue;
}

/** The fields of a document or map. */
export const plainFields = (fields: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {}).map(([key, value]) => [key, plainValue(value)]),
  );
