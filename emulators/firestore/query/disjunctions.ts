import { type FieldFilter, type Filter, isComparable } from './filter.ts';
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
  const known: string[] = [];
  const idOf = (condition: FieldFilter): number => {
    const key = keyOf(condition);
    const at = known.indexOf(key);
    return at >= 0 ? at : known.push(key) - 1;
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

/** `in` stands for one equality each. */
function branchesOf(condition: FieldFilter): readonly FieldFilter[] {
  const { field, op, values } = condition;
  if (op !== 'IN' && op !== 'ARRAY_CONTAINS_ANY') return [condition];
  const single = op === 'IN' ? 'EQUAL' : 'ARRAY_CONTAINS';
  return values.map((value) => ({ field, op: single, values: [value] }));
}

const distinct = (all: readonly Conjunction[]): readonly Conjunction[] => [
  ...new Map(all.map((each) => [each.join(), each])).values(),
];

/** What two conditions have alike that count once: 1 and 1.0 count twice, null and NaN do not. */
const keyOf = ({ field, op, values }: FieldFilter): string =>
  JSON.stringify([field, op, values.map((value) => (isComparable(value) ? value : null))], sorted);

const sorted = (_: string, json: unknown): unknown =>
  typeof json !== 'object' || json === null || Array.isArray(json)
    ? json
    : Object.fromEntries(Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1)));
