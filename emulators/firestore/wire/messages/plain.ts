import { codes, Refusal } from '../../contract.ts';

/** Deepest nesting of messages: a value 20 levels deep has three messages at each. */
export const MAX_DEPTH = 200;

/** What a message says cannot be read. */
export const invalid = (message: string): Refusal => new Refusal(codes.INVALID_ARGUMENT, message);

/** Keeps `__proto__` a name like any other. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true });
}

/** JSON has neither NaN nor infinities nor -0: as text. */
export function writeDouble(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

/** A value that proto3 leaves out of a message. */
export function isDefault(value: unknown): boolean {
  return value === 0 || value === '0' || value === '' || value === false;
}
