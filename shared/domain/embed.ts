import { htmlText } from './html-text.ts';

/** How a work is played on other sites (N-SND-10): a page that may be framed, and the markup for it. */

/** Where the page is, from the root of the site. */
export const embedHref = (id: string): string => `/embed/${encodeURIComponent(id)}`;

/** The size in which it shows everything, in CSS pixels. From 480 wide on, 120 high is enough. */
export const embedSize = { width: 360, height: 160 } as const;

/** What is framed: `site` is the address of the site, without a slash at its end. */
export interface Embedded {
  readonly site: string;
  readonly id: string;
  readonly song: string;
  readonly artist: string;
}

/** The HTML to paste into another page. */
export function embedMarkup(
  { site, id, song, artist }: Embedded,
  { width, height }: { width: number; height: number } = embedSize,
): string {
  const title = `${[song, artist].filter(Boolean).join(' by ')}, on datchain`;
  return `<iframe src="${htmlText(site + embedHref(id))}" title="${htmlText(title)}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

/** The DAT whose page or player is at an address of this site; undefined for any other address. */
export function datAddressId(address: string, site: string): string | undefined {
  if (!address.startsWith(`${site}/`)) return undefined;
  const path = address.slice(site.length);
  // No document is called __like_this__.
  return /^\/(?:viewdat|embed)\/(?!__[\w-]*__(?:[/?#]|$))([\w-]{1,128})\/?(?:[?#].*)?$/.exec(
    path,
  )?.[1];
}

/** Where other sites ask how to show a page of this one. */
export const oembedHref = (site: string, page: string): string =>
  `${site}/oembed?url=${encodeURIComponent(site + page)}`;
