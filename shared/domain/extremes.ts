// Math.min(...numbers) fails from some 100,000 numbers on: each is an argument, and they fill the stack.

/** The smallest of any number of numbers; Infinity of none. */
export const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.min(a, b), Infinity);

/** The largest of any number of numbers; -Infinity of none. */
export const largest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.max(a, b), -Infinity);
