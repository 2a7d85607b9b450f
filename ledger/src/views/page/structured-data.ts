import { type Dat, editionsForSale } from '@datchain/shared/domain/dats.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import { rightsLines } from '@datchain/shared/domain/recording-facts.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import { datHref, profileHref, profileLink } from './addresses.ts';
import { pictureUrl } from './picture-url.ts';

export type StructuredData = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';
const dollars = (cents: number): string => usdOfCents(cents).toFixed(2);

const person = (tag: string) => ({ '@type': 'Person', name: tag });

export function recordingData(
  dat: Dat,
  { site, previews }: { site: URL; previews: string },
): StructuredData {
  const url = new URL(datHref(dat.id), site).href;
  const picture = pictureUrl(dat.artworkUrl);
  const link = profileLink(dat.creatorUsername);
  const creator = link && new URL(link, site).href;
  const offers = editionsForSale(dat).map((edition) => ({
    '@type': 'Offer',
    name: `DAT #${edition.number}`,
    sku: `${dat.id}-${edition.number}`,
    price: dollars(edition.priceCents),
    priceCurrency: 'USD',
    availability: `${context}/LimitedAvailability`,
    url,
  }));
  return {
    '@context': context,
    '@type': 'MusicRecording',
    '@id': url,
    url,
    name: dat.songName,
    ...(dat.artistName || creator
      ? {
          byArtist: {
            '@type': 'MusicGroup',
            name: dat.artistName || dat.creatorUsername,
            ...(creator ? { url: creator } : {}),
          },
        }
      : {}),
    ...(picture ? { image: new URL(picture, site).href } : {}),
    ...(dat.releasedAt === undefined
      ? {}
      : { datePublished: new Date(dat.releasedAt).toISOString() }),
    ...soundData(dat, previews),
    ...factsData(dat),
    ...(dat.genres.length > 0 ? { genre: dat.genres.map(genreName) } : {}),
    ...(dat.producers.length > 0 ? { producer: dat.producers.map(({ tag }) => person(tag)) } : {}),
    ...(dat.recordLabels.length > 0
      ? { publisher: dat.recordLabels.map(({ tag }) => ({ '@type': 'Organization', name: tag })) }
      : {}),
    ...(offers.length > 0 ? { offers } : {}),
  };
}

/** Adds the recording's facts (N-FCT-02). */
function factsData({ recordingFacts = {} }: Dat): StructuredData {
  const { isrc, isExplicit, pLine } = recordingFacts;
  const rights = rightsLines(recordingFacts);
  return {
    ...(isrc ? { isrcCode: isrc } : {}),
    // The year of ℗ is the recording's.
    ...(pLine ? { copyrightYear: Number(pLine.slice(0, 4)) } : {}),
    ...(rights.length > 0 ? { copyrightNotice: rights.join(' ') } : {}),
    ...(isExplicit ? { isFamilyFriendly: false } : {}),
  };
}

function soundData({ preview }: Dat, previews: string): StructuredData {
  if (!preview) return {};
  return {
    duration: durationText(preview.songSeconds),
    audio: {
      '@type': 'AudioObject',
      contentUrl: previewAddress(previews, preview.file),
      encodingFormat: 'audio/mpeg',
      duration: durationText(preview.seconds),
      contentSize: String(preview.bytes),
    },
  };
}

const durationText = (seconds: number): string => `PT${Math.round(seconds)}S`;

export const creatorData = (
  creator: { username: string; name: string; picture: string | undefined },
  site: URL,
): StructuredData => ({
  '@context': context,
  '@type': 'ProfilePage',
  mainEntity: {
    '@type': 'MusicGroup',
    name: creator.name,
    alternateName: `@${creator.username}`,
    url: new URL(profileHref(creator.username), site).href,
    ...(creator.picture ? { image: new URL(creator.picture, site).href } : {}),
  },
});

export const siteData = (site: URL): StructuredData => ({
  '@context': context,
  '@type': 'WebSite',
  name: brandName,
  url: site.href,
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${new URL('/dats', site).href}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
});
