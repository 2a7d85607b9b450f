import type { Span } from './invalid-rules.ts';

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
  | Path
  | MapDiff
  | Constraint;

export type RulesMap = ReadonlyMap<string, Value>;

/** Different values; what is alike is in it once. */
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

/** A length of time, in nanoseconds. */
export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A path of a document or an object, cut at its slashes. */
export class Path {
  readonly segments: readonly string[];
  constructor(segments: readonly string[]) {
    this.segments = segments;
  }
}

/** A path that ends somewhere below: a list is asked for, and its documents are not known. */
export class OpenPath extends Path {
  constructor() {
    super([]);
  }
}

/** One thing that a query asks of a field. */
export interface Fact {
  readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains';
  readonly value: Value;
}

/** What is known of a field of documents that a query finds, where it is not one value. */
export class Constraint {
  readonly facts: readonly Fact[];
  constructor(facts: readonly Fact[]) {
    this.facts = facts;
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
export class EvaluationError extends Error {
  /** Where it was first noticed. */
  at?: Span;
}

/** It would depend on the documents that a query finds, of which not enough is known. */
export class Unproven extends EvaluationError {}

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
  if (value instanceof Constraint) return 'constraint';
  return value instanceof Path ? 'path' : 'map_diff';
}

/** Whether two values are the same for `==`: 1 and 1.0 are, unless they are within lists or maps. */
export const isEqual = (a: Value, b: Value): boolean =>
  isNumber(a) && isNumber(b) ? isSameNumber(a, b) : isSame(a, b);

/** Deeply the same; int and float are kept apart. What lists go by. */
export const isSame: Comparison = (a, b) => {
  if (isNumber(a) && isNumber(b)) return typeOf(a) === typeOf(b) && isSameNumber(a, b);
  return areEqualBy(isSame, a, b);
};

/** Deeply alike: 1 and 1.0 are. What sets and differences of maps go by. */
export const isAlike: Comparison = (a, b) => {
  if (a instanceof Constraint || b instanceof Constraint) {
    throw new Unproven('What is only constrained is like nothing');
  }
  return isNumber(a) && isNumber(b) ? a <= b && a >= b : areEqualBy(isAlike, a, b);
};

type Comparison = (a: Value, b: Value) => boolean;

/** `===` would keep int and float apart. An int beside a float counts as the float nearest to it. */
const isSameNumber = (a: bigint | number, b: bigint | number): boolean =>
  compareNumbers(a, b) === 0;

/** 0 for the same, NaN where one is not a number. */
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

/** Smaller than 0, 0 or greater, as for sorting. Throws when the values have no order. */
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
