import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from 'vitest';
import { newPerson } from '../public-log/people.ts';
import type { Data } from '../stores/document-store.ts';
import { publicNames } from './public-names.ts';

const profile = { username: 'vinylvera', profileImageUrl: '/vera.webp', name: 'Vera' };
const person = newPerson('vera');
const unnamed = { ...person, isUnnamed: true };

const namesWith = (choice: Data | undefined, ofProfile: Data | undefined = profile) =>
  publicNames(
    (path) =>
      ({ [docs.publicProfile('vera')]: ofProfile, [docs.publicLogPerson('vera')]: choice })[path],
  );

const named = {
  id: 'vera',
  isUnnamed: false,
  username: 'vinylvera',
  profileImageUrl: '/vera.webp',
  isGone: false,
};

test('a user who did not choose to be unnamed appears with the public profile', () => {
  expect(namesWith(undefined).of('vera')).toEqual(named);
  expect(namesWith(person).of('vera')).toEqual(named);
});

test('an unnamed user is a number without name and picture', () => {
  const nobody = {
    id: person.person,
    isUnnamed: true,
    isGone: false,
    username: '',
    profileImageUrl: '',
  };
  expect(person.person).toMatch(/^[0-9a-f]{64}$/);
  expect(namesWith(unnamed).of('vera')).toEqual(nobody);
  expect(namesWith(unnamed).on({ creatorUid: 'somebody' }).of('vera')).toEqual(nobody);
});

test('a work names its creator, even one who chose to be unnamed', () => {
  expect(namesWith(unnamed).on({ creatorUid: 'vera' }).of('vera')).toEqual(named);
});

test('a work of a creator who has closed their account shows their name, and that they are gone', () => {
  const left = { username: 'vinylvera', name: 'Vera', isGone: true };
  const gone = { ...named, profileImageUrl: '', isGone: true };
  expect(namesWith(unnamed, left).on({ creatorUid: 'vera' }).of('vera')).toEqual(gone);
  expect(namesWith(unnamed, left).of('vera')).toMatchObject({ username: '', isGone: false });
});

test('a user without a profile has neither name nor picture', () => {
  expect(namesWith(undefined, {}).of('vera')).toEqual({
    ...named,
    username: '',
    profileImageUrl: '',
  });
});

test('a choice that is stored in a wrong form is an error, so that it names nobody by mistake', () => {
  expect(() => namesWith({ isUnnamed: 'yes' }).of('vera')).toThrow();
});
