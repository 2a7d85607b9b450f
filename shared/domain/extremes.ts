// `Math.min(...numbers)` overflows the stack from some 100,000 arguments on.

/** Returns the smallest number; Infinity for an empty list. */
export const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.min(a, b), Infinity);

/** Returns the largest number; -Infinity for an empty list. */
export const largest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.max(a, b), -Infinity);
