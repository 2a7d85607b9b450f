interface Answer {
  readonly metadata: { readonly fromCache: boolean };
}

/**
 * Drops a query's answers until the first one from the server. Before it, the cache only has what
 * other queries loaded, which looks complete but is not.
 */
export function wholeAnswers<A extends Answer>(take: (answer: A) => void): (answer: A) => void {
  let isWhole = false;
  return (answer) => {
    isWhole ||= !answer.metadata.fromCache;
    if (isWhole) take(answer);
  };
}
