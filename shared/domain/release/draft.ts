import type { Tier } from '../config.ts';
import { isEmail } from '../sign-up.ts';
import { type Contributors, noContributors } from './contributors.ts';

/** Somebody a release can be released for, or be credited to: the public part of a user. */
export interface Profile {
  readonly uid: string;
  readonly username: string;
  /** Empty for a fan. */
  readonly artistName: string;
  readonly accountType: 'Artist' | 'Fan';
  readonly imageUrl: string;
  /** On the allow-list, or with releases: somebody people know. */
  readonly isConfirmed?: boolean;
}

/** The fields of a new artist account, without its password: a draft is kept on the device. */
export interface NewArtist {
  readonly email: string;
  readonly username: string;
  readonly artistName: string;
  readonly city: string;
  /** The name of the country as the form offers it. */
  readonly country: string;
  /** Empty outside the United States. */
  readonly state: string;
}

export const emptyNewArtist: NewArtist = {
  email: '',
  username: '',
  artistName: '',
  city: '',
  country: 'United States',
  state: '',
};

/** An existing catalogue item (SPEC §3, Music summary), in one spelling. `contentId` may be empty. */
export interface ReleaseSummary {
  readonly contentId: string;
  readonly songName: string;
  readonly albumName: string;
  readonly artistName: string;
  readonly artistId: string;
  /** The DAT it has become; empty while it is none. */
  readonly datId: string;
}

/** What the release form holds (SPEC §3, Release form payload), files apart. */
export interface ReleaseDraft {
  readonly mode: 'form' | 'summary';
  /** Has the operator an artist profile to release for? */
  readonly hasProfile: 'yes' | 'no' | null;
  /** The artist, picked or newly made. */
  readonly selectedArtist: Profile | null;
  readonly newArtist: NewArtist;
  readonly songName: string;
  readonly tier: Tier;
  /** The stored value of a genre; empty until one is chosen. */
  readonly genre: string;
  readonly contributors: Contributors;
  /** In the mode `summary`: the release to make a DAT of. */
  readonly summary: ReleaseSummary | null;
}

export const emptyDraft: ReleaseDraft = {
  mode: 'form',
  hasProfile: null,
  selectedArtist: null,
  newArtist: emptyNewArtist,
  songName: '',
  tier: 'Bronze',
  genre: '',
  contributors: noContributors,
  summary: null,
};

export type DraftField = 'selectedArtist' | 'email' | 'songName' | 'genre' | 'summary';

/** What has to be put right before the review, and the field it is about. */
export interface DraftProblem {
  readonly field: DraftField;
  readonly message: string;
}

function checkArtist(draft: ReleaseDraft): DraftProblem | undefined {
  if (draft.selectedArtist?.uid) return undefined;
  if (draft.hasProfile === 'no') {
    const message = isEmail(draft.newArtist.email)
      ? 'Create the new artist account first.'
      : 'Please fill in the new artist information.';
    return { field: 'email', message };
  }
  return { field: 'selectedArtist', message: 'Please select an existing artist profile.' };
}

/** A draft's first problem on the way from the form to the review (SPEC §5, Release form). */
export function checkDraft(draft: ReleaseDraft): DraftProblem | undefined {
  if (draft.mode === 'summary') {
    if (!draft.summary) return { field: 'summary', message: 'Choose a release first.' };
    if (draft.summary.contentId !== '') return undefined;
    return { field: 'summary', message: 'This item is missing a contentId.' };
  }
  const artist = checkArtist(draft);
  if (artist) return artist;
  if (draft.songName.trim() === '') return { field: 'songName', message: 'Enter a song name.' };
  if (draft.genre === '') return { field: 'genre', message: 'Choose a genre.' };
  return undefined;
}

/** What a submission lacks, as one sentence (SPEC §5, At submission); nothing is sent then. */
export function checkSubmission(
  draft: ReleaseDraft,
  files: { readonly hasArtwork: boolean; readonly hasAudio: boolean },
): string | undefined {
  if (draft.mode === 'summary') {
    return draft.summary?.contentId ? undefined : 'Missing contentId for summary release.';
  }
  if (!draft.selectedArtist?.uid) return 'Missing selected artist.';
  if (!files.hasArtwork) return 'Please upload artwork.';
  if (!files.hasAudio) return 'Please upload audio.';
  return checkDraft(draft)?.message;
}
