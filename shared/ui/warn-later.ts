/**
 * Warns in the console about what a page could not load. It waits a second: if the page was left by then, the
 * browser aborted the load, which is no failure (N-BRW-01).
 */
export const warnLater = (...words: readonly unknown[]): void => {
  setTimeout(console.warn, 1_000, ...words);
};
