import { availableSharePpm, type Dat, isFree } from '@datchain/shared/domain/dats.ts';
import { formatCount, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { datHref } from './addresses.ts';
import { artOf } from './artwork.ts';

/**
 * A work as its card shows it; the featured one has a larger picture, its tier and availability.
 * `totalStreams` is the figure of the analytics when the page was built (SPEC §2, /dats: fixed text);
 * undefined when nothing has been reported.
 */
export const datCardView = (
  dat: Dat,
  use: 'card' | 'featured' = 'card',
  totalStreams?: number,
): DatCardData => ({
  href: datHref(dat.id),
  art: artOf(dat.artworkUrl, use),
  song: dat.songName,
  artist: dat.artistName || UNKNOWN,
  username: dat.creatorUsername || UNKNOWN,
  free: dat.editions.map((edition) => isFree(dat, edition)),
  totalStreams: totalStreams === undefined ? undefined : formatCount(totalStreams),
  tier: dat.tier,
  availableForOwnership: formatShare(availableSharePpm(dat)),
});
