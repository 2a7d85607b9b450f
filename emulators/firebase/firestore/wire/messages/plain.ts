/** The deepest nesting of messages: a value 20 levels deep has three messages at each level. */
export const MAX_DEPTH = 200;

/** Sets a key; keeps `__proto__` an ordinary one. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true });
}

export function isDefault(value: unknown): boolean {
  return value === 0 || value === '0' || value === '' || value === false;
}
