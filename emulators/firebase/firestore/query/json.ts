import { invalid } from '../contract.ts';

export type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a message of proto3 JSON; `null` and undefined are an empty message.
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

export function readList(json: unknown, name: string): readonly unknown[] {
  if (json === undefined || json === null) return [];
  if (!Array.isArray(json)) throw invalid(`${name} is not a list.`);
  return json;
}

export function readString(json: unknown, name: string): string {
  if (json === undefined || json === null) return '';
  if (typeof json !== 'string') throw invalid(`${name} is not a string.`);
  return json;
}

export function readBoolean(json: unknown, name: string): boolean {
  if (json === undefined || json === null) return false;
  if (typeof json !== 'boolean') throw invalid(`${name} is not a boolean.`);
  return json;
}

/** Reads a 32-bit integer, a number or a string; undefined when missing. */
export function readInt32(json: unknown, name: string): number | undefined {
  if (json === undefined || json === null) return undefined;
  const value = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json;
  if (typeof value !== 'number' || (value | 0) !== value) {
    throw invalid(`${name} is not a 32-bit integer.`);
  }
  return value;
}
