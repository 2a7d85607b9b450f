import { expect, test } from 'vitest';
import type { Profile } from './draft.ts';
import { rankProfiles, userQuery } from './rank-profiles.ts';

const aProfile = (uid: string, accountType: Profile['accountType'] = 'Artist'): Profile => ({
  uid,
  username: uid,
  artistName: accountType === 'Artist' ? `The ${uid}` : '',
  accountType,
  imageUrl: '',
});

const uids = (profiles: readonly Profile[]): string[] => profiles.map(({ uid }) => uid);

test('[R-REL-11] a user found twice is shown once', () => {
  const ada = aProfile('ada');
  expect(uids(rankProfiles([[ada, aProfile('adam')], [ada], [ada]]))).toEqual(['ada', 'adam']);
});

test('[R-REL-11] artists come before fans, both in the order in which they were found', () => {
  const answers = [
    [aProfile('fan-1', 'Fan'), aProfile('artist-1')],
    [aProfile('artist-2'), aProfile('fan-2', 'Fan')],
  ];
  expect(uids(rankProfiles(answers))).toEqual(['artist-1', 'artist-2', 'fan-1', 'fan-2']);
});

test('[R-REL-11] confirmed artists come first', () => {
  const confirmed = { ...aProfile('known'), isConfirmed: true };
  const fan = { ...aProfile('fan', 'Fan'), isConfirmed: true };
  expect(uids(rankProfiles([[fan, aProfile('other')], [confirmed]]))).toEqual([
    'known',
    'other',
    'fan',
  ]);
});

test('[R-REL-11] a search without results gives an empty list', () => {
  expect(rankProfiles([[], [], []])).toEqual([]);
});

test.each([
  ['@AdaOkonjo', 'adaokonjo'],
  ['  Ada Okonjo ', 'ada okonjo'],
  ['@', ''],
  ['a@b', 'a@b'],
])('[R-REL-11] %j is searched as %j', (typed, query) => {
  expect(userQuery(typed)).toBe(query);
});

test('[N-INP-15] a name is looked up in composed form, as names are stored', () => {
  expect(userQuery('@Ine\u0302s')).toBe('in\u00eas');
  expect(userQuery('\u1112\u1161\u11ab')).toBe('\ud55c');
});
