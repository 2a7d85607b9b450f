import { isPortalPath } from '@datchain/shared/contracts/portal-paths.ts';
import { attributes } from './site-files.ts';

/**
 * What a page is: all that the check of a whole site wants to know of it, found once, where the page is
 * drawn.
 */
export interface PageRecord {
  /** Paths of this site that it links to or loads, each once; without those of the portal. */
  readonly links: readonly string[];
  /** Files that it loads before it can be used. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Files that are shown where its address is shared. */
  readonly pictures: readonly string[];
  /** The address under which it wants to be found; empty when it does not. */
  readonly address: readonly string[];
  /** In characters. */
  readonly length: number;
  /** What is wrong with it by itself. */
  readonly problems: readonly string[];
}

/** Angle brackets inside of attribute values are text: written so that no pattern takes them for tags. */
const withoutBracketsInValues = (html: string): string =>
  html.replace(/="[^"]*[<>][^"]*"/g, (value) =>
    value.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );

function policyProblems(html: string, allowedInlineScript: string): string[] {
  const problems: string[] = [];
  const names = html.replace(/="[^"]*"/g, '=""');
  // The whole pattern is slow, and hardly ever needed.
  if (names.includes(' style=""') && /<[^>]+ style=""/.test(names))
    problems.push('has an inline style');
  if (/ on[a-z]+=""/.test(names) && /<[^>]+ on[a-z]+=""/.test(names))
    problems.push('has an inline event handler');
  for (const [, attrs = '', body = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isData = /application\/(ld\+)?json/.test(attrs);
    if (body !== '' && !isData && body !== allowedInlineScript) {
      problems.push('has an inline script that the policy does not name');
    }
  }
  return problems;
}

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

function headOf(html: string): Pick<PageRecord, 'address' | 'pictures' | 'problems'> {
  // A page is mostly body, and these patterns are many.
  const [head = ''] = html.split('<body', 1);
  const counts = wanted.map(([what, pattern]) => [what, attributes(head, pattern).length] as const);
  const problems = [...counts, ['main heading', html.split('<h1').length - 1] as const]
    .filter(([, count]) => count !== 1)
    .map(([what, count]) => `has ${count === 0 ? 'no' : count} ${what}`);
  const pictures = attributes(
    head,
    /<meta property="og:image" content="https?:\/\/[^/"]+\/([^"]+)"/g,
  );
  if (head.includes('<meta name="robots" content="noindex"')) {
    return { pictures, address: [], problems };
  }
  const address = attributes(head, /<link rel="canonical" href="([^"]+)"/g);
  if (address.length !== 1) problems.push(`has ${address.length} canonical addresses`);
  return { pictures, address, problems };
}

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');

/** The same with texts of its own: parts that were cut out of a page keep all of it in memory. */
const apart = (record: PageRecord): PageRecord => JSON.parse(JSON.stringify(record));

/** Reads a page as it was drawn. */
export function recordPage(drawn: string, allowedInlineScript: string): PageRecord {
  const html = withoutBracketsInValues(drawn);
  const addresses = attributes(html, /(?:href|src)="(\/(?!\/)[^"]*)"/g).map(withoutQuery);
  const { pictures, address, problems } = headOf(html);
  return apart({
    links: [...new Set(addresses)].filter((path) => path !== '' && !isPortalPath(path)),
    scripts: attributes(html, /<script[^>]* src="\/([^"]+)"/g),
    styles: attributes(html, /<link rel="stylesheet" href="\/([^"]+)"/g),
    fonts: attributes(html, /<link rel="preload" href="\/([^"]+)"/g),
    pictures,
    address,
    length: html.length,
    problems: [...policyProblems(html, allowedInlineScript), ...problems],
  });
}
