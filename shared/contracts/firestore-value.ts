import { isRecord, readList } from './tolerant.ts';

const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  integerValue: Number,
  doubleValue: Number,
  arrayValue: (value) => readList(isRecord(value) ? value.values : []).map(plainValue),
  mapValue: (value) => plainFields(isRecord(value) ? value.fields : {}),
};

/** Converts a value of Firestore's REST answers, such as `{"integerValue": "3"}`, to plain data. */
export function plainValue(value: unknown): unknown {
  const [[kind = '', inner] = []] = Object.entries(isRecord(value) ? value : {});
  return readers[kind]?.(inner) ?? inner;
}

export const plainFields = (fields: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {}).map(([name, value]) => [
      name,
      plainValue(value),
    ]),
  );
