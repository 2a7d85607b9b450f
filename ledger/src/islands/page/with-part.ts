/**
 * Uses a part of a script that loads later; without it the page stays as it was. The console is told a second
 * later.
 */
export const withPart = <Part>(part: Promise<Part>, use: (part: Part) => unknown): Promise<void> =>
  part.then(use).then(
    () => {},
    (error) => void setTimeout(console.warn, 1_000, error),
  );
