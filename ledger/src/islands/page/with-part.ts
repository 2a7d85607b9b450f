/**
 * Uses a part of a page's script that loads later; without it the page stays as it was built. The console
 * is told a second later: by then a page that was left is gone, and what browsers end then is no failure.
 */
export const withPart = <Part>(part: Promise<Part>, use: (part: Part) => unknown): Promise<void> =>
  part.then(use).then(
    () => {},
    (error) => void setTimeout(console.warn, 1_000, error),
  );
