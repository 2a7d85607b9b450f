import { availableSharePpm, type Dat, isFree } from '@datchain/shared/domain/dats.ts';
import { formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { datHref } from './addresses.ts';
import { artOf } from './artwork.ts';

/** The fixed text beside 'Total Streams' (SPEC §2 /dats). */
export const totalStreams = UNKNOWN;

/** A work as its card shows it; the featured one has a larger picture, its tier and availability. */
export const datCardView = (dat: Dat, use: 'card' | 'featured' = 'card'): DatCardData => ({
  href: datHref(dat.id),
  art: artOf(dat.artworkUrl, use),
  song: dat.songName,
  artist: dat.artistName || UNKNOWN,
  username: dat.creatorUsername || UNKNOWN,
  free: dat.editions.map((edition) => isFree(dat, edition)),
  totalStreams,
  tier: dat.tier,
  availableForOwnership: formatShare(availableSharePpm(dat)),
});
