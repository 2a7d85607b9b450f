import rss from '@astrojs/rss';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import { byline } from '../views/dat/dat-head.ts';
import { datHref } from '../views/page/addresses.ts';

/** XML forbids control characters, and names come from strangers. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');

const titleOf = (dat: Dat): string => printable(byline(dat));

const descriptionOf = (dat: Dat): string =>
  printable(`${byline(dat)}. ${dat.tier}, ${dat.editions.length} numbered editions.`);

export const releaseFeed = (
  feed: { title: string; description: string; path: string },
  works: readonly Dat[],
  { site, previews }: { site: URL; previews: string },
): Promise<Response> =>
  rss({
    title: printable(`${feed.title} - ${brandName}`),
    description: printable(feed.description),
    site: new URL(feed.path, site).href,
    items: works.map((dat) => ({
      title: titleOf(dat),
      link: new URL(datHref(dat.id), site).href,
      pubDate: new Date(dat.releasedAt ?? 0),
      description: descriptionOf(dat),
      ...(dat.preview && {
        enclosure: {
          url: previewAddress(previews, dat.preview.file),
          length: dat.preview.bytes,
          type: 'audio/mpeg',
        },
      }),
    })),
    trailingSlash: false,
  });
