import { fromFirestore } from '../../rules/from-firestore.ts';
import { type Fact, isSame, type Value as RulesValue } from '../../rules/values.ts';
import type { Segments } from '../contract.ts';
import type { FieldFilter, Filter } from '../query/filter.ts';

export interface FieldFact {
  readonly field: Segments;
  readonly fact: Fact;
  /** Whether the field has exactly this value. */
  readonly isFixed: boolean;
}

/** Facts that hold together for some results of a query. */
export type Branch = readonly FieldFact[];

/**
 * Splits a filter into branches, such that every result has all facts of at least one branch. `in`
 * makes several.
 */
export const listBranches = (filter: Filter): readonly Branch[] =>
  filter
    .map(branchesOfField)
    .reduce<readonly Branch[]>(
      (before, part) => before.flatMap((one) => part.map((other) => together(one, other))),
      [[]],
    );

function branchesOfField({ field, op, values }: FieldFilter): readonly Branch[] {
  if (op === 'IS_NULL') {
    return [[{ field, fact: { operator: '==', value: null }, isFixed: true }]];
  }
  return values.map((value) => factsOf(field, operators[op], fromFirestore(value)));
}

const operators = {
  EQUAL: '==',
  IN: '==',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
  ARRAY_CONTAINS: 'contains',
} as const;

function factsOf(field: Segments, operator: Fact['operator'], value: RulesValue): Branch {
  const isAny = value === null || Number.isNaN(value);
  if (!isAny) return [{ field, fact: { operator, value }, isFixed: operator === '==' }];
  if (operator === 'contains') {
    return [{ field, fact: { operator, value: Number.NaN }, isFixed: false }];
  }
  // Nothing matches null or NaN. As in Google's, a contradiction proves anything about booleans.
  return [true, false].map((never) => ({
    field,
    fact: { operator: '==', value: never },
    isFixed: false,
  }));
}

const together = (one: Branch, other: Branch): Branch => [
  ...one,
  ...other.filter((fact) => !one.some((known) => isSameFact(known, fact))),
];

const isSameFact = (a: FieldFact, b: FieldFact): boolean =>
  isSame([...a.field], [...b.field]) &&
  a.fact.operator === b.fact.operator &&
  a.isFixed === b.isFixed &&
  isSame(a.fact.value, b.fact.value);
