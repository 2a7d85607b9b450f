import type { Value } from '../contract.ts';

/**
 * Compares two numbers, integers exactly against doubles: 2^53 + 1 is above 2^53. NaN comes first
 * and equals itself; -0 equals 0.
 */
export function compareNumbers(a: Value, b: Value): number {
  const [numberOfA, numberOfB] = [toNumber(a), toNumber(b)];
  if (typeof numberOfA === 'number' && typeof numberOfB === 'number') {
    const [isNaNA, isNaNB] = [Number.isNaN(numberOfA), Number.isNaN(numberOfB)];
    if (isNaNA || isNaNB) return +isNaNB - +isNaNA;
  } else if (Number.isNaN(numberOfA)) return -1;
  else if (Number.isNaN(numberOfB)) return 1;
  // JavaScript compares a bigint with a number by their mathematical values.
  return numberOfA < numberOfB ? -1 : numberOfA > numberOfB ? 1 : 0;
}

/**
 * Returns a number for arithmetic: a bigint only for integers that a double cannot represent, NaN
 * for values of other types.
 */
export function toNumber(value: Value): number | bigint {
  if ('doubleValue' in value) return Number(value.doubleValue);
  if (!('integerValue' in value)) return Number.NaN;
  const near = Number(value.integerValue);
  return Number.isSafeInteger(near) ? near : BigInt(value.integerValue);
}

export const isNaNValue = (value: Value): boolean =>
  'doubleValue' in value && Number.isNaN(Number(value.doubleValue));
