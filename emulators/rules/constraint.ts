import {
  Constraint,
  compare,
  EvaluationError,
  isNumber,
  isSame,
  Unproven,
  type Value,
} from './values.ts';

/** The questions a constraint may be able to answer. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const turned: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/**
 * `a operator b` where one side is a constraint: true when what is known proves it. It is never
 * false: throws Unproven, as Google's does, also for what can be disproved.
 */
export function compareConstraint(operator: Comparison, a: Value, b: Value): true {
  if (a instanceof Constraint) return prove(a, operator, b);
  if (b instanceof Constraint) return prove(b, turned[operator], a);
  throw new EvaluationError('Neither side is a constraint');
}

function prove({ facts }: Constraint, asked: Comparison, value: Value): true {
  if (value instanceof Constraint) throw new Unproven('Two constraints cannot be compared');
  const isProven = facts.some((fact) => {
    if (value === null) return asked === '!=' && excludesNull(fact.operator, fact.value);
    if (fact.operator === 'contains') return false;
    if ((asked === '==' || asked === '!=') && fact.operator === asked) {
      if (isSame(fact.value, value)) return true;
    }
    const order = orderOf(fact.value, value);
    return order !== undefined && follows(asked, fact.operator, order);
  });
  if (isProven) return true;
  throw new Unproven('The query does not prove this');
}

/** Whether `x asked v` follows from `x known k`, by how `k` compares to `v`. */
function follows(asked: Comparison, known: Comparison, order: number): boolean {
  switch (asked) {
    case '==':
      return known === '==' && order === 0;
    case '!=':
      if (known === '!=') return order === 0;
      if (known === '==') return order !== 0;
      if (known === '>' || known === '<') return order === 0 || isBeyond(known, order);
      return isBeyond(known, order);
    case '>':
      return order > 0 ? ['>', '>=', '=='].includes(known) : order === 0 && known === '>';
    case '>=':
      return order >= 0 && ['>', '>=', '=='].includes(known);
    case '<':
      return order < 0 ? ['<', '<=', '=='].includes(known) : order === 0 && known === '<';
    case '<=':
      return order <= 0 && ['<', '<=', '=='].includes(known);
  }
}

/** Whether all that a range allows lies on one side of the value. */
const isBeyond = (known: Comparison, order: number): boolean =>
  known.startsWith('>') ? order > 0 : order < 0;

/**
 * How the value of a filter compares to a value of the rules; undefined when they do not. As Google's:
 * an int of the query says something of a float in the rules, a float nothing of an int.
 */
function orderOf(known: Value, value: Value): number | undefined {
  if (typeof known === 'number' && typeof value === 'bigint') return undefined;
  if (known === null || typeof known === 'boolean') return undefined;
  if (isNumber(known) && Number.isNaN(Number(known))) return undefined;
  try {
    return compare(known, value);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** What compares with a value is not null; Google's does not see it for types without an order. */
function excludesNull(known: Comparison | 'contains', value: Value): boolean {
  if (known === 'contains' || known === '!=' || known === '==') return true;
  return value === null || isNumber(value) || orderOf(value, value) !== undefined;
}

/** `value in constraint`: true when the query asks for it. Throws Unproven otherwise. */
export function isInConstraint(value: Value, constraint: Constraint): true {
  if (contains(constraint, [value])) return true;
  throw new Unproven('The query does not prove this');
}

/** Whether the query asks for lists with one of these values. */
export const contains = ({ facts }: Constraint, values: readonly Value[]): boolean =>
  facts.some(
    ({ operator, value }) => operator === 'contains' && values.some((each) => isSame(each, value)),
  );
