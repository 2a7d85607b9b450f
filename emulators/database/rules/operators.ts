import { RuleError, RuleSnapshot } from './snapshot.ts';

type Operate = (left: unknown, right: unknown) => unknown;

const OPERATORS: ReadonlyMap<string, Operate> = new Map<string, Operate>([
  ['==', isEqual],
  ['===', isEqual],
  ['!=', (left, right) => !isEqual(left, right)],
  ['!==', (left, right) => !isEqual(left, right)],
  ['+', add],
  ['-', numeric((left, right) => left - right)],
  ['*', numeric((left, right) => left * right)],
  ['/', numeric((left, right) => left / right)],
  ['%', numeric((left, right) => left % right)],
  ['<', ordered((order) => order < 0)],
  ['<=', ordered((order) => order <= 0)],
  ['>', ordered((order) => order > 0)],
  ['>=', ordered((order) => order >= 0)],
]);

/** The meaning of a binary operator; undefined for those the rules language lacks. */
export function binaryOperator(sign: string): Operate | undefined {
  return OPERATORS.get(sign);
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left instanceof RuleSnapshot || right instanceof RuleSnapshot) {
    throw new RuleError('Snapshots are compared by their val()');
  }
  return left === right;
}

function add(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const isText = typeof left === 'string' || typeof right === 'string';
  const arePlain = [left, right].every(
    (side) => typeof side === 'string' || typeof side === 'number',
  );
  if (isText && arePlain) return `${left}${right}`;
  throw new RuleError('+ joins texts or adds numbers');
}

function numeric(compute: (left: number, right: number) => number): Operate {
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return compute(left, right);
    throw new RuleError('Arithmetic needs numbers');
  };
}

function ordered(decide: (order: number) => boolean): Operate {
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return decide(left - right);
    if (typeof left === 'string' && typeof right === 'string') {
      return decide(left === right ? 0 : left < right ? -1 : 1);
    }
    throw new RuleError('Only two numbers or two texts have an order');
  };
}
