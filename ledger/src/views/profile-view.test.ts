import { expect, test } from 'vitest';
import { aStoredAsset, manyAssets, storedData } from '../../testing/stored-world.ts';
import { readStoredData } from '../snapshot.ts';
import { isPageName, lastSegment } from './addresses.ts';
import { profileView, profileViews } from './profile-view.ts';

const dats = readStoredData(storedData(manyAssets(9))).dats;

test('a profile shows its own DATS, whatever the case of the name in the address', () => {
  const profile = profileView('ARTIST1', dats);
  expect(profile).toMatchObject({ username: 'artist1', name: 'Artist 1', summary: '2 DATS' });
  expect(profile?.datIds).toEqual(['dat-1', 'dat-8']);
});

test('nobody of that name: no profile', () => {
  expect(profileView('nobody', dats)).toBeUndefined();
  expect(profileView('', readStoredData(storedData([aStoredAsset(0)])).dats)).toBeUndefined();
});

test('each creator has one page', () => {
  expect(profileViews(dats).map(({ username }) => username)).toHaveLength(7);
});

test.each([
  ['adaokonjo', true],
  ['ada.okonjo-2', true],
  ['ada/../home', false],
  ['', false],
  ['名前', false],
])('the username %j can be a file: %s', (username, expected) => {
  expect(isPageName(username)).toBe(expected);
});

test.each([
  ['/viewdat/dat-1', 'dat-1'],
  ['/profile/%E5%90%8D', '名'],
  ['/viewdat/%', '%'],
  ['/viewdat', ''],
  ['/viewdat/a/b', 'a'],
])('the address %s names %j', (pathname, expected) => {
  expect(lastSegment(pathname)).toBe(expected);
});
