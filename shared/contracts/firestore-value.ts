import { isRecord, readList } from './tolerant.ts';

const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  integerValue: Number,
  doubleValue: Number,
  arrayValue: (value) => readList(isRecord(value) ? value.values : []).map(plainValue),
  mapValue: (value) => plainFields(isRecord(value) ? value.fields : {}),
};

/** A value as Firestore's REST answers write it, e.g. `{"integerValue": "3"}`, as plain data. */
export function plainValue(value: unknown): unknown {
  const [[kind = '', inner] = []] = Object.entries(isRecord(value) ? value : {});
  return readers[kind]?.(inner) ?? inner;
}

/** The fields of a document or map. */
export const plainFields = (fields: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {}).map(([name, value]) => [
      name,
      plainValue(value),
    ]),
  );
