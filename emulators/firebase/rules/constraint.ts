import {
  Constraint,
  compare,
  EvaluationError,
  type Fact,
  isNumber,
  isSame,
  typeOf,
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
  if (facts.some((fact) => follows(asked, value, fact))) return true;
  throw new Unproven('The query does not prove this');
}

/** Whether `x asked value` follows from one fact about x. */
function follows(asked: Comparison, value: Value, { operator, value: known }: Fact): boolean {
  if (value === null) return asked === '!=' && excludesNull(operator, known);
  if (operator === 'contains') return false;
  const bound = widened(known, value);
  if (operator === '!=') return asked === '!=' && isSame(bound, value);
  if (operator === '==' && (asked === '==' || asked === '!=')) {
    return asked === '==' ? isSame(bound, value) : isOtherOfKind(bound, value);
  }
  const order = orderOf(bound, value);
  return order !== undefined && followsByOrder(asked, operator, order);
}

/** By how the bound of a fact, that x is equal to or beyond, compares to what is asked. */
function followsByOrder(asked: Comparison, known: Comparison, order: number): boolean {
  const isAbove = ['>', '>=', '=='].includes(known);
  const isBelow = ['<', '<=', '=='].includes(known);
  switch (asked) {
    case '==':
      return false;
    case '!=':
      return order === 0 ? known === '>' || known === '<' : isAbove === order > 0;
    case '>':
      return isAbove && (order > 0 || (order === 0 && known === '>'));
    case '>=':
      return isAbove && order >= 0;
    case '<':
      return isBelow && (order < 0 || (order === 0 && known === '<'));
    case '<=':
      return isBelow && order <= 0;
  }
}

/**
 * The value of a fact, to be held against a value of the rules. As Google's: an int of the query
 * says something of a float in the rules, a float of the query nothing of an int.
 */
const widened = (known: Value, value: Value): Value =>
  typeof known === 'bigint' && typeof value === 'number' ? Number(known) : known;

/** As Google's: 5.0 counts as another number than 5. */
const isOtherOfKind = (known: Value, value: Value): boolean =>
  (isNumber(known) && isNumber(value) ? true : typeOf(known) === typeOf(value)) &&
  !isSame(known, value);

/** Undefined where the two have no order. */
function orderOf(known: Value, value: Value): number | undefined {
  if (typeof known === 'number' && typeof value === 'bigint') return undefined;
  try {
    return compare(known, value);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** What compares with a value is not null; Google's does not see it for types without an order. */
const excludesNull = (known: Fact['operator'], value: Value): boolean =>
  known === 'contains' || known === '!=' || known === '==' || orderOf(value, value) !== undefined;

/** `value in constraint`: true when the query asks for it. Throws Unproven otherwise. */
export function isInConstraint(value: Value, constraint: Constraint): true {
  if (contains(constraint, [value])) return true;
  throw new Unproven('The query does not prove this');
}

/** Whether the query asks for lists with one of these values. */
export const contains = ({ facts }: Constraint, values: readonly Value[]): boolean =>
  facts.some(
    ({ operator, value }) =>
      operator === 'contains' && values.some((each) => isSame(widened(value, each), each)),
  );
