import { valuesEqual } from '../values/compare.ts';
import { conditionsOf, type FieldFilter, type Filter } from './filter.ts';
import { invalid } from './json.ts';

/**
 * Refuses filters that Firestore does not accept together, in its words.
 * @throws Refusal INVALID_ARGUMENT
 */
export function checkTogether(filter: Filter, orders: number): void {
  const conditions = conditionsOf(filter);
  if (conditions.length + orders > 100) {
    throw invalid(
      'The query may not have more than 100 filters + sort orders + ancestor total. ' +
        `Currently there are ${conditions.length} filters, ${orders} sort orders, ` +
        'and no ancestor filter.',
    );
  }
  if (conditions.filter(({ op }) => negations.has(op)).length > 1) {
    throw invalid(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  const has = (op: string) => conditions.some((condition) => condition.op === op);
  if (has('NOT_IN') && (has('IN') || has('ARRAY_CONTAINS_ANY') || hasOr(filter))) {
    throw invalid(
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.",
    );
  }
  if (mostContains(filter) > 1) {
    throw invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
  checkDisjunctions(filter);
}

const negations = new Set(['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL']);

const hasOr = (filter: Filter): boolean =>
  'filters' in filter && (filter.op === 'OR' || filter.filters.some(hasOr));

/** How many `array-contains` have to hold together at most. */
function mostContains(filter: Filter): number {
  if (!('filters' in filter)) return filter.op.startsWith('ARRAY_CONTAINS') ? 1 : 0;
  const counts = filter.filters.map(mostContains);
  return filter.op === 'AND' ? counts.reduce((a, b) => a + b, 0) : Math.max(0, ...counts);
}

/** Conditions that hold together, as places in a list of distinct conditions. */
type Conjunction = ReadonlySet<number>;

const mostDisjunctions = 30;
/** More than this are not even counted. */
const mostCounted = 60;

/** Firestore writes a filter as an OR of ANDs, and takes thirty of these at most. */
function checkDisjunctions(filter: Filter): void {
  const known: FieldFilter[] = [];
  const idOf = (condition: FieldFilter): number => {
    const at = known.findIndex((other) => isSame(other, condition));
    return at >= 0 ? at : known.push(condition) - 1;
  };
  const count = normalForm(filter, idOf).length;
  if (count > mostDisjunctions) {
    throw invalid(
      `Too many disjunctions after normalization. Result had ${count} disjunctions ` +
        `which is more than the maximum of ${mostDisjunctions}`,
    );
  }
}

function normalForm(
  filter: Filter,
  idOf: (condition: FieldFilter) => number,
): readonly Conjunction[] {
  if (!('filters' in filter)) return branchesOf(filter).map((branch) => new Set([idOf(branch)]));
  const parts = filter.filters.map((part) => normalForm(part, idOf));
  if (filter.op === 'OR') return distinct(parts.flat());
  let all: readonly Conjunction[] = [new Set()];
  for (const part of parts) {
    if (all.length * part.length > mostCounted) {
      throw invalid('Too many disjunctions after normalization, the maximum is 30');
    }
    all = distinct(all.flatMap((left) => part.map((right) => new Set([...left, ...right]))));
  }
  return all;
}

/** `in` stands for one equality each. */
function branchesOf(condition: FieldFilter): readonly FieldFilter[] {
  const { field, op, values } = condition;
  if (op === 'IN') return values.map((value) => ({ field, op: 'EQUAL', values: [value] }));
  if (op !== 'ARRAY_CONTAINS_ANY') return [condition];
  return values.map((value) => ({ field, op: 'ARRAY_CONTAINS', values: [value] }));
}

function distinct(all: readonly Conjunction[]): readonly Conjunction[] {
  const kept: Conjunction[] = [];
  for (const each of all) {
    const isKnown = kept.some((other) => other.size === each.size && [...other].every((id) => each.has(id)));
    if (!isKnown) kept.push(each);
  }
  return kept;
}

const isSame = (a: FieldFilter, b: FieldFilter): boolean =>
  a.op === b.op &&
  JSON.stringify(a.field) === JSON.stringify(b.field) &&
  a.values.length === b.values.length &&
  a.values.every((value, at) => valuesEqual(value, b.values[at]!));
