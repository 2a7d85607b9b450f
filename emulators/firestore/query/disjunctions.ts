import { valuesEqual } from '../values/compare.ts';
import { isNaNValue } from '../values/compare-numbers.ts';
import type { FieldFilter, Filter } from './filter.ts';
import { invalid } from './json.ts';

/** So many ANDs a filter may have when it is written as an OR of ANDs. */
export const mostDisjunctions = 30;

/** More than this are not even counted. */
const mostCounted = 60;

/** Conditions that hold together: their places in a list of distinct conditions, ascending. */
type Conjunction = readonly number[];

/**
 * How many different ANDs a filter has when it is written as an OR of ANDs.
 * @throws Refusal INVALID_ARGUMENT when there are far too many
 */
export function countDisjunctions(filter: Filter): number {
  const known: FieldFilter[] = [];
  const idOf = (condition: FieldFilter): number => {
    const at = known.findIndex((other) => isSame(other, condition));
    return at >= 0 ? at : known.push(condition) - 1;
  };
  const normalForm = (part: Filter): readonly Conjunction[] => {
    if (!('filters' in part)) return distinct(branchesOf(part).map((branch) => [idOf(branch)]));
    const parts = part.filters.map(normalForm);
    return part.op === 'OR' ? distinct(parts.flat()) : withoutTwins(parts).reduce(product, [[]]);
  };
  return normalForm(filter).length;
}

/** What is demanded twice counts once. */
const withoutTwins = (parts: readonly (readonly Conjunction[])[]) => [
  ...new Map(parts.map((part) => [JSON.stringify(part.toSorted()), part])).values(),
];

function product(
  left: readonly Conjunction[],
  right: readonly Conjunction[],
): readonly Conjunction[] {
  if (left.length * right.length > mostCounted) {
    throw invalid('Too many disjunctions after normalization, the maximum is 30');
  }
  return distinct(
    left.flatMap((a) => right.map((b) => [...new Set([...a, ...b])].sort((x, y) => x - y))),
  );
}

/** `in` stands for one equality each, but for NaN, which nothing equals. */
function branchesOf(condition: FieldFilter): readonly FieldFilter[] {
  const { field, op, values } = condition;
  if (op !== 'IN' && op !== 'ARRAY_CONTAINS_ANY') return [condition];
  const single = op === 'IN' ? 'EQUAL' : 'ARRAY_CONTAINS';
  return values
    .filter((value) => !isNaNValue(value))
    .map((value) => ({ field, op: single, values: [value] }));
}

const distinct = (all: readonly Conjunction[]): readonly Conjunction[] => [
  ...new Map(all.map((each) => [each.join(), each])).values(),
];

const isSame = (a: FieldFilter, b: FieldFilter): boolean =>
  a.op === b.op &&
  JSON.stringify(a.field) === JSON.stringify(b.field) &&
  a.values.length === b.values.length &&
  a.values.every((value, at) => valuesEqual(value, b.values[at]!));
