/** Starts something for all who ask for it. A start that failed is forgotten: the next one tries again. */
export function startedOnce<T>(start: () => Promise<T>): () => Promise<T> {
  let starting: Promise<T> | undefined;
  return () => {
    starting ??= start().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
}
