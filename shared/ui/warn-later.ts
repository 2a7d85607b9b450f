/**
 * Tells the console what a page could not read or load by itself. It is told a second later: by then a page
 * that was left is gone, and what browsers end then is no failure (N-BRW-01).
 */
export const warnLater = (...words: readonly unknown[]): void => {
  setTimeout(console.warn, 1_000, ...words);
};
