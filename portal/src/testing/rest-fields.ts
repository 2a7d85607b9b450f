import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

function stored(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(stored) } };
  if (isRecord(value)) return { mapValue: { fields: encodeFields(value) } };
  throw new Error(`No document here holds ${String(value)}`);
}

export const encodeFields = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => [name, stored(value)] as const),
  );
