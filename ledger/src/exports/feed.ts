import rss from '@astrojs/rss';
import { brandName } from '@datchain/shared/contracts/site.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { DatBrief } from '../rows/dat-brief.ts';
import { byline } from '../views/dat/dat-head.ts';
import { datHref } from '../views/page/addresses.ts';

/** Readers ask every hour: the newest are enough, the sitemap has the rest. */
const NEWEST = 50;

/** XML has no place for control characters, and names come from strangers. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');

/** A work as a feed tells of it. */
interface Release {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly releasedAt: Millis;
  readonly preview: Dat['preview'];
}

/**
 * The newest of these works, which come newest first. A DAT without a release time is left out: a reader
 * could not say when it is new.
 */
export const newestReleases = (
  briefs: readonly Pick<DatBrief, 'id' | 'releasedAt'>[],
  datOf: (id: string) => Dat,
): Release[] =>
  briefs
    .flatMap(({ id, releasedAt }) => (releasedAt === undefined ? [] : [{ id, releasedAt }]))
    .slice(0, NEWEST)
    .map(({ id, releasedAt }) => ({ dat: datOf(id), releasedAt }))
    .map(({ dat, releasedAt }) => ({
      id: dat.id,
      title: printable(byline(dat)),
      description: printable(
        `${byline(dat)}. ${dat.tier}, ${dat.editions.length} numbered editions.`,
      ),
      releasedAt,
      preview: dat.preview,
    }));

/** An RSS feed of releases. */
export const releaseFeed = (
  feed: { title: string; description: string; path: string },
  releases: readonly Release[],
  { site, previews }: { site: URL; previews: string },
): Promise<Response> =>
  rss({
    title: printable(`${feed.title} - ${brandName}`),
    description: printable(feed.description),
    site: new URL(feed.path, site).href,
    items: releases.map(({ id, title, description, releasedAt, preview }) => ({
      title,
      link: new URL(datHref(id), site).href,
      pubDate: new Date(releasedAt),
      description,
      ...(preview && {
        enclosure: {
          url: previewAddress(previews, preview.file),
          length: preview.bytes,
          type: 'audio/mpeg',
        },
      }),
    })),
    trailingSlash: false,
  });
