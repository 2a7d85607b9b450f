import { fromFirestore } from '../../rules/from-firestore.ts';
import { type Fact, isSame } from '../../rules/values.ts';
import type { Segments, Value } from '../contract.ts';
import type { FieldFilter, Filter } from '../query/filter.ts';

/** What a query asks of one field: one fact, or the value itself. */
export interface FieldFact {
  readonly field: Segments;
  readonly fact: Fact;
  /** The field has just this value. `== null` and `== NaN` find nothing, so they fix nothing. */
  readonly isFixed: boolean;
}

/** The facts that hold together for some of the documents a query finds. */
export type Branch = readonly FieldFact[];

/**
 * The ways in which a document can come to be found: a branch for each, so that every document has
 * all the facts of at least one. `in`, `array-contains-any` and `or` make them.
 */
export function branchesOf(filter: Filter): readonly Branch[] {
  if (!('filters' in filter)) return branchesOfField(filter);
  const parts = filter.filters.map(branchesOf);
  if (filter.op === 'OR') return parts.flat();
  return parts.reduce<readonly Branch[]>(
    (before, part) => before.flatMap((one) => part.map((other) => together(one, other))),
    [[]],
  );
}

function branchesOfField({ field, op, values }: FieldFilter): readonly Branch[] {
  const facts = (operator: Fact['operator']) =>
    values.map((value) => aFact(field, operator, value));
  switch (op) {
    case 'IN':
      return facts('==').map((fact) => [fact]);
    case 'ARRAY_CONTAINS_ANY':
      return facts('contains').map((fact) => [fact]);
    case 'ARRAY_CONTAINS':
      return [facts('contains')];
    case 'EQUAL':
      return [facts('==')];
    case 'NOT_EQUAL':
    case 'NOT_IN':
      return [facts('!=')];
    case 'LESS_THAN':
      return [facts('<')];
    case 'LESS_THAN_OR_EQUAL':
      return [facts('<=')];
    case 'GREATER_THAN':
      return [facts('>')];
    case 'GREATER_THAN_OR_EQUAL':
      return [facts('>=')];
    case 'IS_NULL':
      return [[{ field, fact: { operator: '==', value: null }, isFixed: true }]];
    case 'IS_NAN':
      return [[{ field, fact: { operator: '==', value: Number.NaN }, isFixed: true }]];
    case 'IS_NOT_NULL':
      return [[{ field, fact: { operator: '!=', value: null }, isFixed: false }]];
    case 'IS_NOT_NAN':
      return [[{ field, fact: { operator: '!=', value: Number.NaN }, isFixed: false }]];
  }
}

function aFact(field: Segments, operator: Fact['operator'], json: Value): FieldFact {
  const value = fromFirestore(json);
  const isAny = value === null || Number.isNaN(value);
  return { field, fact: { operator, value }, isFixed: operator === '==' && !isAny };
}

/** Two branches at once; what both say counts once. */
const together = (one: Branch, other: Branch): Branch => [
  ...one,
  ...other.filter((fact) => !one.some((known) => isSameFact(known, fact))),
];

const isSameFact = (a: FieldFact, b: FieldFact): boolean =>
  isSame([...a.field], [...b.field]) &&
  a.fact.operator === b.fact.operator &&
  a.isFixed === b.isFixed &&
  isSame(a.fact.value, b.fact.value);
