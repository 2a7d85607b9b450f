/** Deepest nesting of messages: a value 20 levels deep has three messages at each. */
export const MAX_DEPTH = 200;

/** Keeps `__proto__` a name like any other. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true });
}

/** A value that proto3 leaves out of a message. */
export function isDefault(value: unknown): boolean {
  return value === 0 || value === '0' || value === '' || value === false;
}
