import { InvalidData } from '../refusal.ts';

/** A location, outermost key first; the root is the empty path. */
export type Path = readonly string[];

export const MAX_DEPTH = 32;
const MAX_KEY_BYTES = 768;

// biome-ignore lint/suspicious/noControlCharactersInRegex: production refuses exactly these in keys
const FORBIDDEN = /[.$#[\]/\u0000-\u001f\u007f]/;
const INTEGER = /^-?0*\d{1,10}$/;
const MIN_KEY = '[MIN_NAME]';
const MAX_KEY = '[MAX_NAME]';

export function parsePath(text: string): Path {
  const keys = text.split('/').filter((key) => key !== '');
  for (const key of keys) requireKey(key);
  requireDepth(keys.length);
  return keys;
}

/** @throws unless `key` may name a child */
export function requireKey(key: string): void {
  if (key === '' || FORBIDDEN.test(key)) {
    throw new InvalidData(
      `Invalid key ${JSON.stringify(key)}: keys are not empty and hold no . $ # [ ] / or control characters`,
    );
  }
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new InvalidData(`A key is longer than ${MAX_KEY_BYTES} bytes`);
  }
}

export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new InvalidData(`Data is nested deeper than ${MAX_DEPTH} levels`);
}

export function joinPath(path: Path): string {
  return path.join('/');
}

export function isAtOrUnder(path: Path, ancestor: Path): boolean {
  return path.length >= ancestor.length && ancestor.every((key, index) => key === path[index]);
}

/** Compares keys in the database's order: integers first, by value, then the rest by code unit. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MIN_KEY || b === MAX_KEY) return -1;
  if (b === MIN_KEY || a === MAX_KEY) return 1;
  const left = asInteger(a);
  const right = asInteger(b);
  if (left !== null && right !== null && left !== right) return left - right;
  if (left !== null && right !== null && a.length !== b.length) return a.length - b.length;
  if ((left === null) !== (right === null)) return left === null ? 1 : -1;
  return a < b ? -1 : 1;
}

function asInteger(key: string): number | null {
  const first = key.charCodeAt(0);
  // Most keys start with a letter: skip the pattern for them.
  if (first > 57 || !INTEGER.test(key)) return null;
  const value = Number(key);
  return value >= -2147483648 && value <= 2147483647 ? value : null;
}
