/** A value of the rules language. Ints are bigint, floats number: the language tells them apart. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly Value[]
  | RulesMap
  | RulesSet
  | Timestamp
  | Duration
  | LatLng
  | Path
  | MapDiff;

export type RulesMap = ReadonlyMap<string, Value>;

/** Different values; what is equal is in it once. */
export class RulesSet {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    const different: Value[] = [];
    for (const item of items) if (!includes(different, item)) different.push(item);
    this.items = different;
  }
}

/** A moment, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A length of time, in nanoseconds. */
export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class LatLng {
  readonly latitude: number;
  readonly longitude: number;
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A path of a document or an object, cut at its slashes. */
export class Path {
  readonly segments: readonly string[];
  constructor(segments: readonly string[]) {
    this.segments = segments;
  }
}

/** What two maps differ in. */
export class MapDiff {
  readonly after: RulesMap;
  readonly before: RulesMap;
  constructor(after: RulesMap, before: RulesMap) {
    this.after = after;
    this.before = before;
  }
}

/** Something cannot be computed. It makes the condition around it fail, never the request. */
export class EvaluationError extends Error {}

export const isMap = (value: Value): value is RulesMap => value instanceof Map;

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** The name by which the language knows the type of a value. */
export function typeOf(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (isList(value)) return 'list';
  if (isMap(value)) return 'map';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof RulesSet) return 'set';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  if (value instanceof LatLng) return 'latlng';
  return value instanceof Path ? 'path' : 'map_diff';
}

export const includes = (items: readonly Value[], wanted: Value): boolean =>
  items.some((item) => isEqual(item, wanted));

/** Whether two values are the same, deeply; 1 and 1.0 are, values of other types are not. */
export function isEqual(a: Value, b: Value): boolean {
  // `===` would keep int and float apart.
  if (isNumber(a) && isNumber(b)) return a <= b && a >= b;
  if (typeOf(a) !== typeOf(b)) return false;
  if (isList(a) && isList(b)) return areEqual(a, b);
  if (isMap(a) && isMap(b)) {
    return (
      a.size === b.size && [...a].every(([key, value]) => b.has(key) && isEqual(value, b.get(key)!))
    );
  }
  if (a instanceof RulesSet && b instanceof RulesSet) {
    return a.items.length === b.items.length && a.items.every((item) => includes(b.items, item));
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.nanos === b.nanos;
  if (a instanceof Duration && b instanceof Duration) return a.nanos === b.nanos;
  if (a instanceof Path && b instanceof Path) return areEqual(a.segments, b.segments);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (a instanceof LatLng && b instanceof LatLng) {
    return a.latitude === b.latitude && a.longitude === b.longitude;
  }
  return a === b;
}

const areEqual = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every((item, at) => isEqual(item, b[at]!));

export const isNumber = (value: Value): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';

/** Smaller than 0, 0 or greater, as for sorting. Throws when the values have no order. */
export function compare(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : Number(a > b);
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  const both = [a, b].map((value) =>
    value instanceof Timestamp || value instanceof Duration ? value.nanos : undefined,
  );
  if (typeOf(a) === typeOf(b) && both[0] !== undefined && both[1] !== undefined) {
    return compare(both[0], both[1]);
  }
  throw new EvaluationError(`${typeOf(a)} and ${typeOf(b)} cannot be compared`);
}
