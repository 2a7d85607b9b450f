import type { Tier } from '../config.ts';
import { canBeSeen, checkReading, cleanLine } from '../public-text.ts';
import {
  checkFact,
  noTypedFacts,
  type TextFact,
  type TypedFacts,
  wrongFacts,
} from '../recording-facts.ts';
import { isEmail } from '../sign-up.ts';
import { type Contributors, noContributors } from './contributors.ts';

export interface Profile {
  readonly uid: string;
  readonly username: string;
  /** '' for a fan. */
  readonly artistName: string;
  readonly accountType: 'Artist' | 'Fan';
  readonly imageUrl: string;
  /** True on the release list, or with releases. */
  readonly isConfirmed?: boolean;
}

/** The fields of a new artist account without the password, because drafts are kept on the device. */
export interface NewArtist {
  readonly email: string;
  readonly username: string;
  readonly artistName: string;
  readonly city: string;
  readonly country: string;
  /** '' outside of the United States. */
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

/** An existing release (R-REL-12), with one spelling for each field. `contentId` can be ''. */
export interface ReleaseSummary {
  readonly contentId: string;
  readonly songName: string;
  readonly albumName: string;
  readonly artistName: string;
  readonly artistId: string;
  /** The DAT made from it; '' before the release. */
  readonly datId: string;
}

/** The contents of the release form without its files (R-REL-06). */
export interface ReleaseDraft {
  readonly mode: 'form' | 'summary';
  readonly hasProfile: 'yes' | 'no' | null;
  readonly selectedArtist: Profile | null;
  readonly newArtist: NewArtist;
  readonly songName: string;
  readonly tier: Tier;
  /** The stored value of a genre; '' until one is chosen. */
  readonly genre: string;
  /** The start of the preview in whole seconds; null lets the server choose. */
  readonly previewStart: number | null;
  readonly facts: TypedFacts;
  readonly contributors: Contributors;
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
  previewStart: null,
  facts: noTypedFacts,
  contributors: noContributors,
  summary: null,
};

export type DraftField =
  | 'selectedArtist'
  | 'email'
  | 'artwork'
  | 'audio'
  | 'songName'
  | 'genre'
  | TextFact
  | 'summary';

export interface ChosenFiles {
  readonly hasArtwork: boolean;
  readonly hasAudio: boolean;
}

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

function checkSongName(songName: string): DraftProblem | undefined {
  const isMissing = !canBeSeen(cleanLine(songName));
  const message = checkReading(songName) ?? (isMissing ? 'Enter a song name.' : undefined);
  return message === undefined ? undefined : { field: 'songName', message };
}

function checkSummary({ summary }: ReleaseDraft): DraftProblem | undefined {
  if (!summary) return { field: 'summary', message: 'Choose a release first.' };
  if (summary.contentId !== '') return undefined;
  return { field: 'summary', message: 'This item is missing a contentId.' };
}

/** Says whether a problem blocks the review of a draft; files can be missing until the submission. */
export const keepsFromReview = ({ field }: DraftProblem): boolean =>
  field !== 'artwork' && field !== 'audio';

/** Lists all problems that block a submission, in the order of the form's fields (R-REL-10). */
export function draftProblems(draft: ReleaseDraft, files: ChosenFiles): DraftProblem[] {
  const { mode, songName, genre } = draft;
  const problems: (DraftProblem | false | undefined)[] =
    mode === 'summary'
      ? [checkSummary(draft)]
      : [
          checkArtist(draft),
          !files.hasArtwork && { field: 'artwork', message: 'Please upload artwork.' },
          !files.hasAudio && { field: 'audio', message: 'Please upload audio.' },
          checkSongName(songName),
          genre === '' && { field: 'genre', message: 'Choose a genre.' },
          ...wrongFacts(draft.facts).map((field) => ({
            field,
            message: checkFact(field, draft.facts[field]) ?? '',
          })),
        ];
  return problems.filter((problem) => !!problem);
}

/** Returns the first problem of a submission as a sentence (R-REV-02); nothing is sent then. */
export function checkSubmission(draft: ReleaseDraft, files: ChosenFiles): string | undefined {
  if (draft.mode === 'summary') {
    return draft.summary?.contentId ? undefined : 'Missing contentId for summary release.';
  }
  if (!draft.selectedArtist?.uid) return 'Missing selected artist.';
  return draftProblems(draft, files)[0]?.message;
}
