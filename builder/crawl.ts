/** Where the links of each page lead: page and targets are files of the site. */
export type SiteLinks = ReadonlyMap<string, readonly string[]>;

/** Pages that no link leads to: they answer addresses without a page, typed ones, and other sites. */
const answersOnly = /^(404|viewdat|analytics|mydat-profile|embed|[a-z]+-fallback)\.html$/;

/** The pages that no chain of links from the landing, or where else one may begin, reaches. */
export function unreachablePages(links: SiteLinks, start = ['index.html']): string[] {
  const reached = new Set(start);
  // A set is walked in the order of its growth, newly found pages included.
  for (const page of reached) {
    for (const target of links.get(page) ?? []) reached.add(target);
  }
  return [...links.keys()].filter((page) => !reached.has(page) && !answersOnly.test(page));
}
