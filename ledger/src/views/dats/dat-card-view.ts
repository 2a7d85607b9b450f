import { availableSharePpm, type Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents, formatCount, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { datHref } from '../page/addresses.ts';
import { artOf } from '../page/artwork.ts';
import { type CatalogueEntry, catalogueEntry } from './catalogue.ts';

type CardUse = 'card' | 'featured';

/**
 * A work of the catalogue as its card shows it. `totalStreams` is the figure of the analytics when
 * the catalogue was built (R-DAT-01).
 */
export const entryCard = (entry: CatalogueEntry, use: CardUse = 'card'): DatCardData => ({
  href: datHref(entry.id),
  art: artOf(entry.artworkUrl, use),
  song: entry.songName,
  artist: entry.artistName || UNKNOWN,
  username: entry.creatorUsername || UNKNOWN,
  marks: entry.marks,
  preview: entry.preview,
  isExplicit: entry.isExplicit,
  lowestPrice: entry.priceCents === undefined ? undefined : formatCents(entry.priceCents),
  totalStreams: entry.totalStreams === undefined ? undefined : formatCount(entry.totalStreams),
});

/**
 * The same of a whole work; the featured one has a larger picture, its tier and availability.
 * `totalStreams` is undefined when nothing has been reported.
 */
export const datCardView = (
  dat: Dat,
  use: CardUse = 'card',
  totalStreams?: number,
): DatCardData => ({
  ...entryCard(catalogueEntry(dat, totalStreams), use),
  tier: dat.tier,
  availableForOwnership: formatShare(availableSharePpm(dat)),
});
