// `Math.min(...numbers)` overflows the stack from some 100,000 arguments on.

export const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.min(a, b), Infinity);

export const largest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.max(a, b), -Infinity);
