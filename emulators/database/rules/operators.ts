import { RuleError } from './snapshot.ts';
import { COMPARABLE, NUMERIC, ORDERABLE, type Type } from './types.ts';

/** A binary operator of the rules language. */
export interface Operator {
  /** What either side may be. */
  readonly takes: ReadonlySet<Type>;
  /** The Realtime Database's words for a side that may not be there. */
  refusal(side: 'left' | 'right'): string;
  result(left: Type, right: Type): Type;
  run(left: unknown, right: unknown): unknown;
}

const ORDERS: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
]);

const ARITHMETIC: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  // Measured there: a division by zero has no result, not an endless one.
  ['/', (left, right) => (right === 0 ? Number.NaN : left / right)],
  ['%', (left, right) => left % right],
]);

/** The meaning of a binary operator; undefined for those the rules language lacks. */
export function binaryOperator(sign: string): Operator | undefined {
  if (sign === '==' || sign === '===') return equality('==', true);
  if (sign === '!=' || sign === '!==') return equality('!=', false);
  if (sign === '+') return ADDITION;
  const order = ORDERS.get(sign);
  if (order) return ordering(sign, order);
  const compute = ARITHMETIC.get(sign);
  return compute && arithmetic(sign, compute);
}

/** The database answers for `===` in the words of `==`. */
const equality = (sign: '==' | '!=', wanted: boolean): Operator => ({
  takes: COMPARABLE,
  refusal: (side) => {
    const last = sign === '==' && side === 'left' ? 'null' : 'or null';
    return `Invalid ${sign} expression: ${side} operand is not a number, boolean, string, ${last}.`;
  },
  result: () => 'boolean',
  run: (left, right) => (left === right) === wanted,
});

const ordering = (sign: string, decide: (order: number) => boolean): Operator => ({
  takes: ORDERABLE,
  refusal: (side) => `Invalid ${sign} expression: ${side} operand must be a number or string.`,
  result: () => 'boolean',
  run: (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return decide(left - right);
    if (typeof left === 'string' && typeof right === 'string') {
      return decide(left === right ? 0 : left < right ? -1 : 1);
    }
    throw new RuleError('Only two numbers or two texts have an order');
  },
});

const arithmetic = (sign: string, compute: (left: number, right: number) => number): Operator => ({
  takes: NUMERIC,
  refusal: (side) => `Invalid ${sign} expression: ${side} operand is not a number.`,
  result: () => 'number',
  run: (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return compute(left, right);
    throw new RuleError('Arithmetic needs numbers');
  },
});

const ADDITION: Operator = {
  takes: ORDERABLE,
  refusal: (side) => `Invalid + expression: ${side} operand is not a number or string.`,
  result: (left, right) => {
    if (left === 'text' || right === 'text') return 'text';
    return left === 'number' && right === 'number' ? 'number' : 'value';
  },
  run: (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return left + right;
    const arePlain = [left, right].every(
      (side) => typeof side === 'string' || typeof side === 'number',
    );
    if (arePlain) return `${left}${right}`;
    throw new RuleError('+ joins texts or adds numbers');
  },
};
