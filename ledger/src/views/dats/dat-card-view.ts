import { availableSharePpm, type Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents, formatCount, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { datHref } from '../page/addresses.ts';
import { makeCardArt } from '../page/artwork.ts';
import { countBytes } from '../page/paging.ts';
import { type CatalogueEntry, catalogueEntry } from './catalogue.ts';

type CardUse = 'card' | 'featured';

/** The longest name in lists, in characters. Releases are limited to 120; older catalogue data is not. */
const LONGEST_NAME = 200;

export const listedName = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).toWellFormed()}…` : name;

type Listed = Pick<CatalogueEntry, 'songName' | 'artistName' | 'creatorUsername' | 'artworkUrl'>;

const namesOnCard = ({ songName, artistName, creatorUsername }: Listed) => ({
  song: listedName(songName),
  artist: listedName(artistName) || UNKNOWN,
  username: listedName(creatorUsername) || UNKNOWN,
});

/** Returns the size of user-written texts on a card, in bytes: names, and the picture's address. */
export const cardTextBytes = ({
  song,
  artist,
  username,
  art,
}: Pick<DatCardData, 'song' | 'artist' | 'username' | 'art'>): number =>
  countBytes(song, artist, username, art?.src ?? '');

export const listedTextBytes = (entry: Listed): number =>
  cardTextBytes({ ...namesOnCard(entry), art: makeCardArt(entry.artworkUrl, 'card') });

/** Builds a card from the catalogue. `totalStreams` is as of the catalogue's build (R-DAT-01). */
export const entryCard = (entry: CatalogueEntry, use: CardUse = 'card'): DatCardData => ({
  href: datHref(entry.id),
  art: makeCardArt(entry.artworkUrl, use),
  ...namesOnCard(entry),
  marks: entry.marks,
  preview: entry.preview,
  isExplicit: entry.isExplicit,
  lowestPrice: entry.priceCents === undefined ? undefined : formatCents(entry.priceCents),
  totalStreams: entry.totalStreams === undefined ? undefined : formatCount(entry.totalStreams),
});

export const datCardView = (
  dat: Dat,
  use: CardUse = 'card',
  totalStreams?: number,
): DatCardData => ({
  ...entryCard(catalogueEntry(dat, totalStreams), use),
  tier: dat.tier,
  availableForOwnership: formatShare(availableSharePpm(dat)),
});
