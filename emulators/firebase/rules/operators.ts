import { compareConstraint, isInConstraint } from './constraint.ts';
import type { BinaryOperator } from './syntax.ts';
import {
  Constraint,
  compare,
  Duration,
  EvaluationError,
  isEqual,
  isMap,
  isNumber,
  isSame,
  MapDiff,
  Path,
  RulesSet,
  Timestamp,
  typeOf,
  type Value,
} from './values.ts';

/** An operator that evaluates both sides; `&&` and `||` evaluate lazily elsewhere. */
type StrictOperator = Exclude<BinaryOperator, '&&' | '||'>;

export function applyOperator(operator: StrictOperator, a: Value, b: Value): Value {
  if (a instanceof Constraint || b instanceof Constraint) return ofConstraint(operator, a, b);
  switch (operator) {
    case '==':
      return isEqual(a, b);
    case '!=':
      return !isEqual(a, b);
    case '<':
      return compare(a, b) < 0;
    case '<=':
      return compare(a, b) <= 0;
    case '>':
      return compare(a, b) > 0;
    case '>=':
      return compare(a, b) >= 0;
    case 'in':
      return isIn(a, b);
    case '+':
      return add(a, b);
    case '-':
      return subtract(a, b);
    default:
      return arithmetic(operator, a, b);
  }
}

function ofConstraint(operator: StrictOperator, a: Value, b: Value): Value {
  switch (operator) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compareConstraint(operator, a, b);
    case 'in':
      return b instanceof Constraint ? isInConstraint(a, b) : isIn(a, b);
    default:
      throw new EvaluationError(`No ${operator} of ${typeOf(a)} and ${typeOf(b)}`);
  }
}

export function applyUnary(operator: '!' | '-', value: Value): Value {
  if (operator === '!' && typeof value === 'boolean') return !value;
  if (operator === '-' && typeof value === 'bigint') return int(-value);
  if (operator === '-' && typeof value === 'number') return -value;
  throw new EvaluationError(`No ${operator} of ${typeOf(value)}`);
}

const types: Readonly<Record<string, (value: Value) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  float: (value) => typeof value === 'number',
  number: isNumber,
  string: (value) => typeof value === 'string',
  bytes: (value) => value instanceof Uint8Array,
  list: (value) => Array.isArray(value),
  map: isMap,
  // As in Google's, the result of toSet() does not have this type.
  set: () => false,
  timestamp: (value) => value instanceof Timestamp,
  duration: (value) => value instanceof Duration,
  path: (value) => value instanceof Path,
  map_diff: (value) => value instanceof MapDiff,
  constraint: (value) => value instanceof Constraint,
};

export const isTypeName = (name: string): boolean => Object.hasOwn(types, name);

export const hasType = (value: Value, type: string): boolean => types[type]?.(value) ?? false;

function isIn(item: Value, container: Value): boolean {
  if (container instanceof RulesSet) return container.has(item);
  if (isMap(container) && typeof item === 'string') return container.has(item);
  if (Array.isArray(container)) return container.some((each) => isSame(each, item));
  throw new EvaluationError(`${typeOf(item)} cannot be in ${typeOf(container)}`);
}

function add(a: Value, b: Value): Value {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanos + b.nanos);
  if (a instanceof Duration && b instanceof Timestamp) return new Timestamp(a.nanos + b.nanos);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanos + b.nanos);
  return arithmetic('+', a, b);
}

function subtract(a: Value, b: Value): Value {
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Timestamp) return new Duration(a.nanos - b.nanos);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanos - b.nanos);
  return arithmetic('-', a, b);
}

type Arithmetic = '+' | '-' | '*' | '/' | '%';

function arithmetic(operator: Arithmetic, a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(ofInts(operator, a, b));
  if (isNumber(a) && isNumber(b)) return ofFloats(operator, Number(a), Number(b));
  throw new EvaluationError(`No ${operator} of ${typeOf(a)} and ${typeOf(b)}`);
}

function ofInts(operator: Arithmetic, a: bigint, b: bigint): bigint {
  if (b === 0n && (operator === '/' || operator === '%')) {
    throw new EvaluationError('Division by zero');
  }
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
  }
}

function ofFloats(operator: Arithmetic, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
  }
}

export function int(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new EvaluationError('An int is out of range');
  return value;
}
