import type { Value } from './values.ts';

/** Converts a JSON value, such as a token's claims; whole numbers become ints. */
export function fromJson(json: unknown): Value {
  if (json === null || json === undefined) return null;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return json.map(fromJson);
  return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
}
