/** An answer of the store to a query, or of its copy in memory. */
interface Answer {
  readonly metadata: { readonly fromCache: boolean };
}

/**
 * Passes on a query's answers from the first one of the store itself: before it, memory has only what
 * other queries have brought, which is a part that looks like all.
 */
export function wholeAnswers<A extends Answer>(take: (answer: A) => void): (answer: A) => void {
  let isWhole = false;
  return (answer) => {
    isWhole ||= !answer.metadata.fromCache;
    if (isWhole) take(answer);
  };
}
