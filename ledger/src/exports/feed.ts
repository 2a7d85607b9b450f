import rss from '@astrojs/rss';
import { brandName } from '@datchain/shared/contracts/site.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import { byline } from '../views/dat/dat-head.ts';
import { datHref } from '../views/page/addresses.ts';

/** Readers ask every hour: the newest are enough, the sitemap has the rest. */
const NEWEST = 50;

/** XML has no place for control characters, and names come from strangers. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');

/**
 * An RSS feed of releases, newest first. A DAT without a release time is left out: a reader could
 * not say when it is new.
 */
export const releaseFeed = (
  feed: { title: string; description: string; path: string },
  dats: readonly Dat[],
  { site, previews }: { site: URL; previews: string },
): Promise<Response> =>
  rss({
    title: printable(`${feed.title} - ${brandName}`),
    description: printable(feed.description),
    site: new URL(feed.path, site).href,
    items: dats
      .flatMap((dat) => (dat.releasedAt === undefined ? [] : [{ dat, releasedAt: dat.releasedAt }]))
      .slice(0, NEWEST)
      .map(({ dat, releasedAt }) => ({
        title: printable(byline(dat)),
        link: new URL(datHref(dat.id), site).href,
        pubDate: new Date(releasedAt),
        description: printable(
          `${byline(dat)}. ${dat.tier}, ${dat.editions.length} numbered editions.`,
        ),
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
