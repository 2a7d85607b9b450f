/** Shares one start among all callers. A failed start is forgotten: the next call tries again. */
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
