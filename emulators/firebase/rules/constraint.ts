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
 * Evaluates `a operator b` where one side is a constraint: true when the known facts prove it. It
 * never returns false: like Google's, it throws even if the comparison can be disproved.
 * @throws Unproven
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

/** Whether `x asked value` follows from a fact about x. */
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
 * Converts the value of a fact for a comparison with a value of the rules. As in Google's, an int
 * of the query can be compared with a float of the rules, but a float not with an int.
 */
const widened = (known: Value, value: Value): Value =>
  typeof known === 'bigint' && typeof value === 'number' ? Number(known) : known;

/** Whether two values differ. As in Google's, 5.0 is another number than 5. */
const isOtherOfKind = (known: Value, value: Value): boolean =>
  (isNumber(known) && isNumber(value) ? true : typeOf(known) === typeOf(value)) &&
  !isSame(known, value);

function orderOf(known: Value, value: Value): number | undefined {
  if (typeof known === 'number' && typeof value === 'bigint') return undefined;
  try {
    return compare(known, value);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/**
 * A value that can be compared is not null; Google's does not see this for types without an order.
 */
const excludesNull = (known: Fact['operator'], value: Value): boolean =>
  known === 'contains' || known === '!=' || known === '==' || orderOf(value, value) !== undefined;

/**
 * Evaluates `value in constraint`: true when the query contains the value.
 * @throws Unproven otherwise
 */
export function isInConstraint(value: Value, constraint: Constraint): true {
  if (contains(constraint, [value])) return true;
  throw new Unproven('The query does not prove this');
}

/** Whether the query filters for lists that contain one of these values. */
export const contains = ({ facts }: Constraint, values: readonly Value[]): boolean =>
  facts.some(
    ({ operator, value }) =>
      operator === 'contains' && values.some((each) => isSame(widened(value, each), each)),
  );
