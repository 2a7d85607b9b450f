import type { Span } from './invalid-rules.ts';

/**
 * A value of the rules language. Ints are bigint, floats number: the language distinguishes them.
 */
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
  | Path
  | MapDiff
  | Constraint;

export type RulesMap = ReadonlyMap<string, Value>;

export class RulesSet {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    const different: Value[] = [];
    for (const item of items) {
      if (!different.some((other) => isAlike(item, other))) different.push(item);
    }
    this.items = different;
  }

  has(value: Value): boolean {
    return this.items.some((item) => isAlike(item, value));
  }
}

/** A moment, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class Path {
  readonly segments: readonly string[];
  constructor(segments: readonly string[]) {
    this.segments = segments;
  }
}

/** The path of an unknown document in a list. */
export class OpenPath extends Path {
  constructor() {
    super([]);
  }
}

export interface Fact {
  readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains';
  readonly value: Value;
}

/** The facts known of a field in the results of a query, if they leave several values. */
export class Constraint {
  readonly facts: readonly Fact[];
  constructor(facts: readonly Fact[]) {
    this.facts = facts;
  }
}

export class MapDiff {
  readonly after: RulesMap;
  readonly before: RulesMap;
  constructor(after: RulesMap, before: RulesMap) {
    this.after = after;
    this.before = before;
  }
}

/** A failed evaluation. It fails the surrounding condition, never the request. */
export class EvaluationError extends Error {
  at?: Span;
}

/** A result that depends on the documents of a query, which are not known well enough. */
export class Unproven extends EvaluationError {}

export const isMap = (value: Value): value is RulesMap => value instanceof Map;

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

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
  if (value instanceof Constraint) return 'constraint';
  return value instanceof Path ? 'path' : 'map_diff';
}

/** Compares for `==`: 1 equals 1.0, except within lists or maps. */
export const isEqual = (a: Value, b: Value): boolean =>
  isNumber(a) && isNumber(b) ? isSameNumber(a, b) : isSame(a, b);

/** Compares deeply and distinguishes int from float, as lists do. */
export const isSame: Comparison = (a, b) => {
  if (isNumber(a) && isNumber(b)) return typeOf(a) === typeOf(b) && isSameNumber(a, b);
  return areEqualBy(isSame, a, b);
};

/** Compares deeply and treats 1 and 1.0 as equal, as sets and map diffs do. */
export const isAlike: Comparison = (a, b) => {
  if (a instanceof Constraint || b instanceof Constraint) {
    throw new Unproven('What is only constrained is like nothing');
  }
  return isNumber(a) && isNumber(b) ? a <= b && a >= b : areEqualBy(isAlike, a, b);
};

type Comparison = (a: Value, b: Value) => boolean;

/** Compares an int and a float as floats; `===` would always distinguish them. */
const isSameNumber = (a: bigint | number, b: bigint | number): boolean =>
  compareNumbers(a, b) === 0;

/** Returns a negative number, 0 or a positive number; NaN if either is NaN. */
function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  const [one, other] = [Number(a), Number(b)];
  return one === other ? 0 : one < other ? -1 : one > other ? 1 : Number.NaN;
}

function areEqualBy(isItem: Comparison, a: Value, b: Value): boolean {
  const areAll = (some: readonly Value[], others: readonly Value[]) =>
    some.length === others.length && some.every((item, at) => isItem(item, others[at]!));
  if (typeOf(a) !== typeOf(b)) return false;
  if (isList(a) && isList(b)) return areAll(a, b);
  if (isMap(a) && isMap(b)) {
    return (
      a.size === b.size && [...a].every(([key, value]) => b.has(key) && isItem(value, b.get(key)!))
    );
  }
  if (a instanceof RulesSet && b instanceof RulesSet) {
    return a.items.length === b.items.length && a.items.every((item) => b.has(item));
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.nanos === b.nanos;
  if (a instanceof Duration && b instanceof Duration) return a.nanos === b.nanos;
  if (a instanceof OpenPath || b instanceof OpenPath) return false;
  if (a instanceof Path && b instanceof Path) return areAll(a.segments, b.segments);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}

export const isNumber = (value: Value): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';

/**
 * Compares for sorting: negative, 0 or positive. @throws EvaluationError when the values have no
 * order
 */
export function compare(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const both = [a, b].map((value) =>
    value instanceof Timestamp || value instanceof Duration ? value.nanos : undefined,
  );
  if (typeOf(a) === typeOf(b) && both[0] !== undefined && both[1] !== undefined) {
    return compare(both[0], both[1]);
  }
  throw new EvaluationError(`${typeOf(a)} and ${typeOf(b)} cannot be compared`);
}
