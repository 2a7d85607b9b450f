import {
  type Dat,
  type Edition,
  editionsForSale,
  newestFirst,
} from '@datchain/shared/domain/dats.ts';
import { formatCents, formatCount, formatDate } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import { linkLabel, type PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import type { Metric } from '@datchain/shared/ui/metric-row.tsx';
import { profileHref } from '../page/addresses.ts';
import { type PageLinks, pageLinks, splitIntoPages } from '../page/paging.ts';
import { pictureUrl } from '../page/picture-url.ts';
import { cardTextBytes, datCardView } from './dat-card-view.ts';

/** By work id. */
type Figures = Readonly<Record<string, { readonly totalStreams?: number | undefined } | undefined>>;

export interface ProfileView {
  readonly username: string;
  readonly name: string;
  readonly picture: string | undefined;
  /** 'Since 4 Mar 2026. Folk, Jazz.' */
  readonly summary: string;
  readonly metrics: readonly Metric[];
  /** The person's own works, or those of which they hold editions. */
  readonly cards: readonly DatCardData[];
  readonly isArtist: boolean;
  /** The profile's text; '' if it has none. `pages` are its links. */
  readonly about: string;
  readonly pages: readonly { readonly href: string; readonly label: string }[];
  /** An artist who has closed the account: nobody can follow them (decision 55). */
  readonly isGone: boolean;
  /** '12 followers'; '' for none. */
  readonly followers: string;
}

/** One page of a profile. The first page is the profile itself. */
export interface ProfilePageView {
  readonly number: number;
  readonly path: string;
  readonly cards: readonly DatCardData[];
  readonly links: PageLinks | undefined;
}

/** Builds the profile of an artist or a named holder; undefined for others (N-PPL-06). */
export function profileView(
  username: string,
  dats: readonly Dat[],
  figures: Figures = {},
): ProfileView | undefined {
  const own = newestFirst(
    dats.filter((dat) => dat.creatorUsername.toLowerCase() === username.toLowerCase()),
  );
  const newest = own[0];
  return newest ? profileOf(newest, own, figures) : collectionOf(username, dats);
}

const wordless = { about: '', pages: [], followers: '' } as const;

/** Adds a person's own texts to a profile (N-PPL-06). */
export function withWords(profile: ProfileView, person: PublicPerson | undefined): ProfileView {
  if (!person) return profile;
  const { about, links, followers } = person;
  const unit = followers === 1 ? 'follower' : 'followers';
  return {
    ...profile,
    about,
    pages: links.map((href) => ({ href, label: linkLabel(href) })),
    followers: profile.isArtist && followers > 0 ? `${formatCount(followers)} ${unit}` : '',
  };
}

export const profilePageCount = (works: readonly { readonly textBytes: number }[]): number =>
  splitIntoPages(works, ({ textBytes }) => textBytes).length;

function summaryOf(own: readonly Dat[]): string {
  const times = own.flatMap(({ releasedAt }) => releasedAt ?? []);
  const genres = [...new Set(own.flatMap((dat) => dat.genres.map(genreName)))].sort();
  const parts = [
    times.length > 0 ? `Since ${formatDate(times.reduce((a, b) => Math.min(a, b)))}.` : '',
    genres.length > 0 ? `${genres.join(', ')}.` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

function metricsOf(own: readonly Dat[], figures: Figures): Metric[] {
  const editions = own.flatMap((dat) => dat.editions);
  const streams = own.flatMap(({ id }) => figures[id]?.totalStreams ?? []);
  const metrics: Metric[] = [
    { label: 'DATS', value: formatCount(own.length) },
    { label: 'Editions', value: formatCount(editions.length) },
    { label: 'Editions for sale', value: formatCount(own.flatMap(editionsForSale).length) },
  ];
  if (streams.length === 0) return metrics;
  return [
    ...metrics,
    { label: 'Total Streams', value: formatCount(streams.reduce((a, b) => a + b)) },
  ];
}

const profileOf = (newest: Dat, own: readonly Dat[], figures: Figures): ProfileView => ({
  username: newest.creatorUsername,
  name: newest.artistName || newest.creatorUsername,
  picture: pictureUrl(newest.creatorImageUrl),
  summary: summaryOf(own),
  metrics: metricsOf(own, figures),
  cards: own.map((dat) => datCardView(dat, 'card', figures[dat.id]?.totalStreams)),
  isArtist: true,
  isGone: own.some(({ isCreatorGone }) => isCreatorGone === true),
  ...wordless,
});

/** Lists the editions held by a named person other than the creator. */
export const heldIn = ({ editions }: Dat) =>
  editions.filter(({ isWithCreator, ownerUsername }) => !isWithCreator && ownerUsername !== '');

/** Formats a held edition, '#3, for sale, $45.00'. The price its holder paid is private here. */
const holdText = ({ number, isForSale, priceCents }: Edition): string =>
  isForSale ? `#${number}, for sale, ${formatCents(priceCents)}` : `#${number}`;

function collectionOf(username: string, dats: readonly Dat[]): ProfileView | undefined {
  const key = username.toLowerCase();
  const held = newestFirst(dats).flatMap((dat) => {
    const editions = heldIn(dat).filter((one) => one.ownerUsername.toLowerCase() === key);
    return editions.length > 0 ? [{ dat, editions }] : [];
  });
  const all = held.flatMap(({ editions }) => editions);
  const first = all[0];
  if (!first) return undefined;
  return {
    username: first.ownerUsername,
    name: first.ownerUsername,
    picture: pictureUrl(first.ownerImageUrl),
    summary: '',
    metrics: [
      { label: 'Works', value: formatCount(held.length) },
      { label: 'Editions', value: formatCount(all.length) },
      {
        label: 'Artists',
        value: formatCount(new Set(held.map(({ dat }) => dat.creatorUsername)).size),
      },
      {
        label: 'Offered for sale',
        value: formatCount(all.filter(({ isForSale }) => isForSale).length),
      },
    ],
    cards: held.map(({ dat, editions }) => ({
      ...datCardView(dat),
      holds: editions.map(holdText).join('; '),
    })),
    isArtist: false,
    isGone: false,
    ...wordless,
  };
}

/** Returns a page of a profile's works, 48 per page; an unknown number shows the first page. */
export function profilePage({ username, cards }: ProfileView, asked: number): ProfilePageView {
  const pages = splitIntoPages(cards, cardTextBytes);
  const count = pages.length;
  const number = Number.isInteger(asked) && asked >= 1 && asked <= count ? asked : 1;
  const pathOf = (page: number) =>
    page === 1 ? profileHref(username) : `${profileHref(username)}/${page}`;
  return {
    number,
    path: pathOf(number),
    cards: pages[number - 1] ?? [],
    links: pageLinks(number, count, pathOf),
  };
}
