import { invalid } from '../contract.ts';

export type Json = Readonly<Record<string, unknown>>;

/**
 * A message of proto3 JSON; `null` and nothing are an empty one.
 * @param name of the message, for the refusal
 * @param known its fields
 * @throws Refusal INVALID_ARGUMENT that names an unknown field
 */
export function readMessage(json: unknown, name: string, known: readonly string[]): Json {
  if (json === undefined || json === null) return {};
  if (typeof json !== 'object' || Array.isArray(json)) throw invalid(`${name} is not an object.`);
  const message = json as Json;
  for (const field of Object.keys(message)) {
    if (!known.includes(field)) throw invalid(`Unknown field "${field}" in ${name}.`);
  }
  return message;
}

/** A repeated field; `null` and nothing are an empty list. */
export function readList(json: unknown, name: string): readonly unknown[] {
  if (json === undefined || json === null) return [];
  if (!Array.isArray(json)) throw invalid(`${name} is not a list.`);
  return json;
}

/** A string field; nothing is an empty one. */
export function readString(json: unknown, name: string): string {
  if (json === undefined || json === null) return '';
  if (typeof json !== 'string') throw invalid(`${name} is not a string.`);
  return json;
}

/** A boolean field; nothing is false. */
export function readBoolean(json: unknown, name: string): boolean {
  if (json === undefined || json === null) return false;
  if (typeof json !== 'boolean') throw invalid(`${name} is not a boolean.`);
  return json;
}

/** A 32-bit integer, as a number or as text; undefined when it is not there. */
export function readInt32(json: unknown, name: string): number | undefined {
  if (json === undefined || json === null) return undefined;
  const value = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json;
  if (typeof value !== 'number' || (value | 0) !== value) {
    throw invalid(`${name} is not a 32-bit integer.`);
  }
  return value;
}
