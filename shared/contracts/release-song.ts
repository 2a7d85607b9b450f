import * as v from 'valibot';
import { tiers } from '../domain/config.ts';
import { genres } from '../domain/genres.ts';
import { canBeSeen, cleanLine } from '../domain/public-text.ts';
import { readStatedFacts } from '../domain/recording-facts.ts';
import {
  type ContributorList,
  contributorTagLength,
  mostContributors,
} from '../domain/release/contributors.ts';
import type { ReleaseDraft } from '../domain/release/draft.ts';
import { previewStart } from './calls/preview.ts';
import { optionalFacts } from './calls/recording-facts.ts';
import { typedLine } from './public-text.ts';

const text = (what: string, longest: number) =>
  v.pipe(
    typedLine,
    v.check(canBeSeen, `${what} is missing.`),
    v.maxLength(longest, `${what} has more than ${longest} characters.`),
  );

/** A name in lower case; it is compared with the cleaned name. */
const lowercase = v.pipe(typedLine, v.maxLength(200));

const contributor = v.strictObject({
  id: v.pipe(v.string(), v.maxLength(128)),
  tag: text('A credit', contributorTagLength),
});

const contributors = (list: ContributorList, label: string) =>
  v.pipe(
    v.array(contributor),
    v.maxLength(mostContributors(list), `${label}: at most ${mostContributors(list)}.`),
    v.check(
      (all) => new Set(all.map(({ tag }) => tag.toLowerCase())).size === all.length,
      `${label}: somebody appears twice.`,
    ),
  );

const fileUrl = v.pipe(v.string(), v.maxLength(2_000));

/** An element of releaseDAT's `songs` (R-REV-06). */
export const releaseSong = v.strictObject({
  ArtistName: text('The artist name', 120),
  ArtistNameLower: lowercase,
  artistId: v.pipe(
    v.string(),
    v.minLength(1, 'Missing selected artist.'),
    v.maxLength(128, 'Missing selected artist.'),
    v.regex(/^(?!__.*__$)(?!\.{1,2}$)[^/]+$/, 'Missing selected artist.'),
  ),
  SongName: text('The song name', 120),
  songNameLower: lowercase,
  isNFT: v.literal(true),
  ArtworkURL: v.pipe(fileUrl, v.minLength(1, 'Please upload artwork.')),
  SongURL: v.pipe(fileUrl, v.minLength(1, 'Please upload audio.')),
  genres: v.pipe(
    v.array(
      v.picklist(
        genres.map(([stored]) => stored),
        'Unknown genre.',
      ),
    ),
    v.length(1, 'Choose one genre.'),
  ),
  artistFeatures: contributors('artistFeatures', 'Artist features'),
  producers: contributors('producers', 'Producers'),
  songwriters: contributors('songwriters', 'Songwriters'),
  recordLabels: contributors('recordLabels', 'Record labels'),
  collaborators: v.pipe(v.array(v.unknown()), v.length(0, 'Collaborators stay empty.')),
  tier: v.optional(v.picklist(tiers, 'Unknown tier.'), 'Bronze'),
  /** The start of the preview in whole seconds; without it, the server chooses (N-SND-01). */
  previewStart: v.optional(previewStart),
  ...optionalFacts,
});

export type ReleaseSongInput = v.InferInput<typeof releaseSong>;
export type ReleaseSong = v.InferOutput<typeof releaseSong>;

/** Makes the song of a draft once its files have addresses (R-REV-06). */
export function makeSongInput(
  draft: ReleaseDraft,
  files: { readonly artworkUrl: string; readonly songUrl: string },
): ReleaseSongInput {
  const artistName = draft.selectedArtist?.artistName ?? '';
  const songName = cleanLine(draft.songName);
  const { artistFeatures, producers, songwriters, recordLabels } = draft.contributors;
  return {
    ArtistName: artistName,
    ArtistNameLower: artistName.toLowerCase(),
    artistId: draft.selectedArtist?.uid ?? '',
    SongName: songName,
    songNameLower: songName.toLowerCase(),
    isNFT: true,
    ArtworkURL: files.artworkUrl,
    SongURL: files.songUrl,
    genres: [draft.genre as ReleaseSong['genres'][number]],
    artistFeatures: [...artistFeatures],
    producers: [...producers],
    songwriters: [...songwriters],
    recordLabels: [...recordLabels],
    collaborators: [],
    tier: draft.tier,
    ...(draft.previewStart === null ? {} : { previewStart: draft.previewStart }),
    ...readStatedFacts(draft.facts),
  };
}
