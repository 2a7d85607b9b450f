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
import { type PageLinks, pageLinks, pagesOf } from '../page/paging.ts';
import { pictureUrl } from '../page/picture-url.ts';
import { cardTextBytes, datCardView } from './dat-card-view.ts';

/** Of works, by their ids. */
type Figures = Readonly<Record<string, { readonly totalStreams?: number | undefined } | undefined>>;

export interface ProfileView {
  readonly username: string;
  readonly name: string;
  readonly picture: string | undefined;
  /** 'Since 4 Mar 2026. Folk, Jazz.' */
  readonly summary: string;
  readonly metrics: readonly Metric[];
  /** The works it shows: their own, or those of which they hold editions. */
  readonly cards: readonly DatCardData[];
  readonly isArtist: boolean;
  /** What they say of themselves; '' and none for nothing. */
  readonly about: string;
  readonly pages: readonly { readonly href: string; readonly label: string }[];
  /** They released works and have closed their account: nobody can follow them (decision 55). */
  readonly isGone: boolean;
  /** '12 followers'; '' for none. */
  readonly followers: string;
}

/** One page of it: everyone's first page is the profile itself. */
export interface ProfilePageView {
  readonly number: number;
  readonly path: string;
  readonly cards: readonly DatCardData[];
  readonly links: PageLinks | undefined;
}

/** The public page of someone who has released a DAT or holds an edition by name; undefined for others (N-PPL-06). */
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

/** What a page says of someone whose words are not known, as where it is drawn from the live rows. */
const wordless = { about: '', pages: [], followers: '' } as const;

/** The same with what its person says of themselves, if anything (N-PPL-06). */
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

/** How many pages these works take. */
export const profilePageCount = (works: readonly { readonly textBytes: number }[]): number =>
  pagesOf(works, ({ textBytes }) => textBytes).length;

/** Since when and what: only what the releases themselves say. */
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

/** The editions of a DAT that have left its creator for someone who is named. */
export const heldIn = ({ editions }: Dat) =>
  editions.filter(({ isWithCreator, ownerUsername }) => !isWithCreator && ownerUsername !== '');

/** '#3, for sale, $45.00': an edition someone holds; what they paid is shown nowhere. */
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

/** A profile's works, 48 a page; a number that is not a page of it shows the first. */
export function profilePage({ username, cards }: ProfileView, asked: number): ProfilePageView {
  const pages = pagesOf(cards, cardTextBytes);
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
