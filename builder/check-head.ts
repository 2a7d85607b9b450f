import { attributes, type Site } from './site-files.ts';

/** What every page says of itself to search engines and to those who share it, each once. */
const wanted: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['language', /<html [^>]*lang="([^"]+)"/g],
  ['title', /<title>([^<]+)<\/title>/g],
  ['description', /<meta name="description" content="([^"]+)"/g],
  ['viewport', /<meta name="viewport" content="([^"]+)"/g],
  ['title for sharing', /<meta property="og:title" content="([^"]+)"/g],
  ['description for sharing', /<meta property="og:description" content="([^"]+)"/g],
  ['picture for sharing', /<meta property="og:image" content="([^"]+)"/g],
];

const canonical = /<link rel="canonical" href="([^"]+)"/g;
const picture = /<meta property="og:image" content="https?:\/\/[^/"]+\/([^"]+)"/g;

/**
 * Checks the heads of a site's pages, one after the other: each is complete, and no two pages that
 * want to be found have the same address or title.
 */
export function headChecker({ files }: Site) {
  const seen = new Map<string, string>();
  const once = (page: string, what: string, values: readonly string[]): string[] =>
    values.flatMap((value) => {
      const other = seen.get(`${what} ${value}`);
      seen.set(`${what} ${value}`, page);
      return other ? [`${page}: has the ${what} of ${other}, ${value}`] : [];
    });

  return (page: string, html: string): string[] => {
    // A page is mostly body, and these patterns are many.
    const [head = ''] = html.split('<body', 1);
    const counts = wanted.map(
      ([what, pattern]) => [what, attributes(head, pattern).length] as const,
    );
    const problems = [...counts, ['main heading', html.split('<h1').length - 1] as const]
      .filter(([, count]) => count !== 1)
      .map(([what, count]) => `${page}: has ${count === 0 ? 'no' : count} ${what}`);
    for (const file of attributes(head, picture).filter((each) => !files.has(each))) {
      problems.push(`${page}: there is no picture ${file}`);
    }
    if (head.includes('<meta name="robots" content="noindex"')) return problems;
    const address = attributes(head, canonical);
    if (address.length !== 1) problems.push(`${page}: has ${address.length} canonical addresses`);
    return [...problems, ...once(page, 'address', address)];
  };
}
