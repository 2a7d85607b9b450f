import { expect, test } from 'vitest';
import { noTypedFacts } from '../recording-facts.ts';
import {
  checkSubmission,
  draftProblems,
  emptyDraft,
  emptyNewArtist,
  type Profile,
  type ReleaseDraft,
  type ReleaseSummary,
} from './draft.ts';

const artist: Profile = {
  uid: 'ada',
  username: 'adaokonjo',
  artistName: 'Ada Okonjo',
  accountType: 'Artist',
  imageUrl: '',
};
const summary: ReleaseSummary = {
  contentId: 'content-1',
  songName: 'Glass Bell',
  albumName: 'Singles',
  artistName: 'Kestrel',
  artistId: 'kestrel',
  datId: '',
};
const aDraft = (over: Partial<ReleaseDraft> = {}): ReleaseDraft => ({
  ...emptyDraft,
  hasProfile: 'yes',
  selectedArtist: artist,
  songName: 'Night Bus',
  genre: 'jazz',
  ...over,
});
const both = { hasArtwork: true, hasAudio: true };
const neither = { hasArtwork: false, hasAudio: false };

test('a complete draft has nothing wrong with it', () => {
  expect(draftProblems(aDraft(), both)).toEqual([]);
  expect(draftProblems(aDraft({ mode: 'summary', summary }), neither)).toEqual([]);
  expect(checkSubmission(aDraft(), both)).toBeUndefined();
});

test('[R-REL-03] [R-REL-06] a new draft has no choice of profile, and its tier is Bronze', () => {
  expect(emptyDraft.hasProfile).toBeNull();
  expect(emptyDraft.tier).toBe('Bronze');
});

test.each<[string, string, Partial<ReleaseDraft>, string]>([
  [
    'no answer about the profile',
    'selectedArtist',
    { hasProfile: null, selectedArtist: null },
    'Please select an existing artist profile.',
  ],
  [
    'a profile but no artist',
    'selectedArtist',
    { selectedArtist: null },
    'Please select an existing artist profile.',
  ],
  [
    'a new artist without e-mail',
    'email',
    { hasProfile: 'no', selectedArtist: null },
    'Please fill in the new artist information.',
  ],
  [
    'a new artist whose account is not made yet',
    'email',
    {
      hasProfile: 'no',
      selectedArtist: null,
      newArtist: { ...emptyNewArtist, email: 'ada@dats.test' },
    },
    'Create the new artist account first.',
  ],
  ['no song name', 'songName', { songName: '  ' }, 'Enter a song name.'],
  ['no genre', 'genre', { genre: '' }, 'Choose a genre.'],
  ['no release chosen', 'summary', { mode: 'summary' }, 'Choose a release first.'],
  [
    'an item without contentId',
    'summary',
    { mode: 'summary', summary: { ...summary, contentId: '' } },
    'This item is missing a contentId.',
  ],
])('[R-REL-10] a draft with %s names the field %s', (_case, field, over, message) => {
  expect(draftProblems(aDraft(over), both)).toEqual([{ field, message }]);
});

test('[N-FCT-01] invalid facts are listed after missing fields, but not for an existing release', () => {
  const facts = { ...noTypedFacts, isrc: 'GBX', pLine: '2026 North Quay Records', cLine: 'Me' };
  const wrong = [
    { field: 'isrc', message: 'An ISRC has 12 characters, such as GBXNQ2600417.' },
    {
      field: 'cLine',
      message: 'The © line has a year and a name, such as 2026 North Quay Records.',
    },
  ];
  expect(draftProblems(aDraft({ facts }), both)).toEqual(wrong);
  expect(draftProblems(aDraft({ facts, genre: '' }), both)).toEqual([
    { field: 'genre', message: 'Choose a genre.' },
    ...wrong,
  ]);
  expect(draftProblems(aDraft({ facts, mode: 'summary', summary }), both)).toEqual([]);
});

test('[R-REL-10] an empty draft lists all missing fields at once, in the order of the form', () => {
  expect(draftProblems(emptyDraft, neither)).toEqual([
    { field: 'selectedArtist', message: 'Please select an existing artist profile.' },
    { field: 'artwork', message: 'Please upload artwork.' },
    { field: 'audio', message: 'Please upload audio.' },
    { field: 'songName', message: 'Enter a song name.' },
    { field: 'genre', message: 'Choose a genre.' },
  ]);
});

test.each<[string, Partial<ReleaseDraft>, Partial<typeof both>, string]>([
  ['no artist', { selectedArtist: null }, {}, 'Missing selected artist.'],
  [
    'an artist without id',
    { selectedArtist: { ...artist, uid: '' } },
    {},
    'Missing selected artist.',
  ],
  ['no artwork', {}, { hasArtwork: false }, 'Please upload artwork.'],
  ['no audio', {}, { hasAudio: false }, 'Please upload audio.'],
  ['no release', { mode: 'summary' }, {}, 'Missing contentId for summary release.'],
  [
    'no content id',
    { mode: 'summary', summary: { ...summary, contentId: '' } },
    {},
    'Missing contentId for summary release.',
  ],
])('[R-REV-02] a submission with %s is refused', (_case, over, files, sentence) => {
  expect(checkSubmission(aDraft(over), { ...both, ...files })).toBe(sentence);
});
