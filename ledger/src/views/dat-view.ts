import {
  availableSharePpm,
  type Contributor,
  type Dat,
  type Edition,
  heldEditions,
  isFree,
} from '@datchain/shared/domain/dats.ts';
import { formatCents, formatDate, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';
import { analyticsHref, profileHref } from './addresses.ts';
import { artOf, pictureUrl } from './artwork.ts';

/** A name in the credits; picked by @username it leads to that person's page. */
export interface CreditedName {
  readonly text: string;
  readonly href?: string;
}

export interface CreditGroup {
  readonly label: string;
  readonly names: readonly CreditedName[];
}

/** One line of Collection or Holders. */
export interface EditionLine {
  readonly number: number;
  readonly text: string;
  readonly state: string;
  readonly isFree: boolean;
}

/** Everything /viewdat/{id} shows (SPEC §2, DAT detail). */
export interface DatView {
  readonly id: string;
  readonly song: string;
  readonly artist: string;
  /** Titles over 28 characters are set smaller. */
  readonly titleStyle: 'display' | 'h1';
  readonly art: CardArt | undefined;
  readonly creator: CreatorView;
  readonly available: string;
  readonly freeText: string;
  readonly free: readonly boolean[];
  readonly tier: string;
  readonly chain: string;
  readonly released: string;
  readonly credits: readonly CreditGroup[];
  readonly collection: readonly EditionLine[];
  readonly holders: readonly EditionLine[];
  readonly analyticsHref: string;
}

export interface CreatorView {
  readonly name: string;
  readonly username: string;
  readonly picture: string | undefined;
  /** Undefined when the row names no creator. */
  readonly href: string | undefined;
}

const creditedName = ({ tag }: Contributor): CreditedName =>
  /^@\S+$/.test(tag) ? { text: tag, href: profileHref(tag.slice(1)) } : { text: tag };

function creditGroups(dat: Dat): CreditGroup[] {
  const people: [string, readonly Contributor[]][] = [
    ['Artist features', dat.artistFeatures],
    ['Producers', dat.producers],
    ['Songwriters', dat.songwriters],
    ['Record labels', dat.recordLabels],
  ];
  const groups: CreditGroup[] = people.map(([label, contributors]) => ({
    label,
    names: [...new Map(contributors.map((each) => [each.tag, creditedName(each)])).values()],
  }));
  return [
    ...groups,
    { label: 'Genres', names: dat.genres.map((genre) => ({ text: genreName(genre) })) },
  ].map(({ label, names }) => ({ label, names: names.length > 0 ? names : [{ text: UNKNOWN }] }));
}

const collectionLine = (edition: Edition): EditionLine => ({
  number: edition.number,
  text: `DAT #${edition.number} - ${formatCents(edition.priceCents)}`,
  state: edition.isForSale ? `${formatShare(edition.sharePpm)} royalty` : 'SOLD',
  isFree: edition.isForSale,
});

const holderLine = (edition: Edition): EditionLine => ({
  number: edition.number,
  text: `@${edition.ownerUsername || UNKNOWN}`,
  state: `${edition.number}, ${formatShare(edition.sharePpm)}`,
  isFree: false,
});

/** The chain's name with a .com suffix, added once. */
const chainText = (chain: string): string => `${chain.replace(/\.com$/i, '')}.com`;

export function datView(dat: Dat): DatView {
  const free = dat.editions.map((edition) => isFree(dat, edition));
  return {
    id: dat.id,
    song: dat.songName,
    artist: dat.artistName || UNKNOWN,
    titleStyle: [...dat.songName].length > 28 ? 'h1' : 'display',
    art: artOf(dat.artworkUrl, 'page'),
    creator: {
      name: dat.artistName || dat.creatorUsername || UNKNOWN,
      username: dat.creatorUsername || UNKNOWN,
      picture: pictureUrl(dat.creatorImageUrl),
      href: dat.creatorUsername ? profileHref(dat.creatorUsername) : undefined,
    },
    available: formatShare(availableSharePpm(dat)),
    freeText: `${free.filter(Boolean).length} of ${free.length}`,
    free,
    tier: dat.tier,
    chain: chainText(dat.chain),
    released: dat.releasedAt === undefined ? UNKNOWN : formatDate(dat.releasedAt),
    credits: creditGroups(dat),
    collection: dat.editions.map(collectionLine),
    holders: heldEditions(dat).map(holderLine),
    analyticsHref: analyticsHref(dat.id),
  };
}
