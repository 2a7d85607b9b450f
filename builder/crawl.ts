/** Pages that no link leads to: they answer addresses without a page, typed ones, and other sites. */
export const answersOnly = (page: string): boolean =>
  /^(404|viewdat|analytics|mydat-profile|embed|[a-z]+-fallback)\.html$/.test(page);

/**
 * Finds the pages that some chain of links reaches. Pages are numbers here: there can be a million links.
 *
 * @param start where one may begin
 * @param end every page's number is below this
 * @param follow shows where the links of a page lead
 * @returns whether a page is reached
 */
export function crawl(
  start: readonly number[],
  end: number,
  follow: (page: number, reach: (other: number) => void) => void,
): (page: number) => boolean {
  const isReached = new Uint8Array(end);
  const reached: number[] = [];
  const reach = (page: number): void => {
    if (isReached[page] === 1) return;
    isReached[page] = 1;
    reached.push(page);
  };
  for (const page of start) reach(page);
  // A list is walked to its end, newly found pages included.
  for (const page of reached) follow(page, reach);
  return (page) => isReached[page] === 1;
}
