import type { Json } from '../json.ts';

/** Short ways to write values and parts of queries down. */

export const int = (value: number | string): Json => ({ integerValue: String(value) });
export const double = (value: number | string): Json => ({ doubleValue: value });
export const text = (value: string): Json => ({ stringValue: value });
export const bool = (value: boolean): Json => ({ booleanValue: value });
export const none: Json = { nullValue: null };
export const time = (value: string): Json => ({ timestampValue: value });
export const bytes = (base64: string): Json => ({ bytesValue: base64 });
export const geo = (latitude: number, longitude: number): Json => ({
  geoPointValue: { latitude, longitude },
});
export const list = (...values: readonly Json[]): Json => ({ arrayValue: { values } });
export const map = (fields: Json): Json => ({ mapValue: { fields } });
export const vector = (...values: readonly number[]): Json =>
  map({ __type__: text('__vector__'), value: list(...values.map(double)) });
/** The name of a document, as a value. */
export const ref = (path: string): Json => ({ referenceValue: `$DOCS/${path}` });

export const field = (fieldPath: string): Json => ({ field: { fieldPath } });
export const where = (fieldPath: string, op: string, value: Json): Json => ({
  fieldFilter: { ...field(fieldPath), op, value },
});
export const is = (fieldPath: string, op: string): Json => ({
  unaryFilter: { ...field(fieldPath), op },
});
export const and = (...filters: readonly Json[]): Json => ({
  compositeFilter: { op: 'AND', filters },
});
export const or = (...filters: readonly Json[]): Json => ({
  compositeFilter: { op: 'OR', filters },
});
export const up = (fieldPath: string): Json => field(fieldPath);
export const down = (fieldPath: string): Json => ({
  ...field(fieldPath),
  direction: 'DESCENDING',
});

/** Counts up to below `length`. */
export const numbers = (length: number): readonly Json[] =>
  Array.from({ length }, (_, at) => int(at));
