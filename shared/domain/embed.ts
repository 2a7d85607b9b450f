import { htmlText } from './html-text.ts';

/** Returns the path of the player that other sites may frame (N-SND-10). */
export const embedHref = (id: string): string => `/embed/${encodeURIComponent(id)}`;

/** The player's size in CSS pixels. From a width of 480 on, a height of 120 is enough. */
export const embedSize = { width: 360, height: 160 } as const;

/** A work to embed; `site` is the origin without a trailing slash. */
export interface Embedded {
  readonly site: string;
  readonly id: string;
  readonly song: string;
  readonly artist: string;
}

export function embedMarkup(
  { site, id, song, artist }: Embedded,
  { width, height }: { width: number; height: number } = embedSize,
): string {
  const title = `${[song, artist].filter(Boolean).join(' by ')}, on datchain`;
  return `<iframe src="${htmlText(site + embedHref(id))}" title="${htmlText(title)}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

/** Returns the id of the DAT whose page or player has this address; undefined for other addresses. */
export function datAddressId(address: string, site: string): string | undefined {
  if (!address.startsWith(`${site}/`)) return undefined;
  const path = address.slice(site.length);
  // Firestore reserves ids of the form __x__.
  return /^\/(?:viewdat|embed)\/(?!__[\w-]*__(?:[/?#]|$))([\w-]{1,128})\/?(?:[?#].*)?$/.exec(
    path,
  )?.[1];
}

export const oembedHref = (site: string, page: string): string =>
  `${site}/oembed?url=${encodeURIComponent(site + page)}`;
