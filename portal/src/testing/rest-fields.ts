import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

/** A plain value as the document store's REST interface writes it. */
function stored(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(stored) } };
  if (isRecord(value)) return { mapValue: { fields: fieldsOf(value) } };
  throw new Error(`No document here holds ${String(value)}`);
}

/** The data of a document as that interface writes them. */
export const fieldsOf = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => [name, stored(value)] as const),
  );
