import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import { expect, test } from 'vitest';
import { outlined } from '../../../testing/outlines.ts';
import { aStoredAsset, manyAssets, storedData } from '../../../testing/stored-world.ts';
import { readStoredData } from '../../snapshot.ts';
import { isPageName, readPathSegment } from '../page/addresses.ts';
import { profilePage, profileView, withWords } from './profile-view.ts';

const dats = readStoredData(storedData(manyAssets(9))).dats;

test('a profile shows its own DATS, whatever the case of the name in the address', () => {
  const profile = profileView('ARTIST1', dats);
  expect(profile).toMatchObject({
    username: 'artist1',
    name: 'Artist 1',
    summary: 'Since 6 Nov 2026. R&B/Soul.',
    metrics: [{ value: '2' }, { value: '40' }, { label: 'Editions for sale', value: '12' }],
  });
  expect(profile?.cards.map(({ href }) => href)).toEqual(['/viewdat/dat-1', '/viewdat/dat-8']);
});

test('[N-BUY-01] the editions for sale on a profile include those offered by owners', () => {
  const editions = aStoredAsset(1).editions.map((each) => ({ ...each, isForSale: true }));
  const assets = [aStoredAsset(1, { editions })];
  const profile = profileView('artist1', readStoredData(storedData(assets)).dats);
  expect(profile?.metrics).toContainEqual({ label: 'Editions for sale', value: '20' });
});

function pagesOf(assets: unknown[], people: Readonly<Record<string, PublicPerson>> = {}) {
  const { reading, outline } = outlined({ ...storedData(assets), people });
  return outline.profiles.flatMap(({ username, briefs }) => {
    const shown = new Set(briefs.map(({ id }) => id));
    const works = reading.dats.filter(({ id }) => shown.has(id));
    const page = profileView(username, works);
    const person = Object.entries(people).find(([name]) => name === username.toLowerCase());
    return page ? [withWords(page, person?.[1])] : [];
  });
}

const soldTo = (number: number, username: string) =>
  aStoredAsset(number, {
    editions: aStoredAsset(number).editions.map((each, at) =>
      at === 0 ? { ...each, currentOwnerId: 'someone', username } : each,
    ),
  });

test('[N-PPL-06] a fan’s page shows the works and numbers they hold; an unnamed holder has no page', () => {
  const assets = [soldTo(1, 'lena'), soldTo(2, 'Lena'), soldTo(3, ''), aStoredAsset(4)];
  const read = readStoredData(storedData(assets)).dats;
  const pages = pagesOf(assets);
  const page = pages.find(({ username }) => username.toLowerCase() === 'lena');
  expect(page).toMatchObject({
    isArtist: false,
    metrics: [{ value: '2' }, { value: '2' }, { value: '2' }, {}],
  });
  expect(pages.every(({ username }) => username !== '')).toBe(true);
  expect(page?.cards.map(({ holds }) => holds?.slice(0, 2))).toEqual(['#1', '#1']);
  expect(page).toEqual(profileView('LENA', read));
  expect(profileView('', read)).toBeUndefined();
});

test('[N-PPL-06] a profile shows about and links, and followers only of an artist', () => {
  const links = ['https://www.ada.example/music', 'https://label.example/'];
  const said = { about: 'Sings.', links, followers: 12 };
  const assets = [soldTo(1, 'Lena'), soldTo(4, 'constructor')];
  const people = { lena: said, artist1: { ...said, followers: 1 }, stranger: said };
  const pages = pagesOf(assets, people);
  const of = (name: string) => pages.find(({ username }) => username === name);
  expect(of('artist1')).toMatchObject({
    about: 'Sings.',
    pages: [
      { href: links[0], label: 'ada.example' },
      { href: links[1], label: 'label.example' },
    ],
    followers: '1 follower',
  });
  expect(of('Lena')).toMatchObject({ about: 'Sings.', followers: '' });
  for (const name of ['artist4', 'constructor']) {
    expect(of(name)).toMatchObject({ about: '', pages: [], followers: '' });
  }
  const many = pagesOf(assets, { artist1: { ...said, followers: 1_200 } });
  expect(many.map(({ followers }) => followers)).toContain('1,200 followers');
});

test('an unknown or empty name has no profile', () => {
  expect(profileView('nobody', dats)).toBeUndefined();
  expect(profileView('', readStoredData(storedData([aStoredAsset(0)])).dats)).toBeUndefined();
});

test.each([
  ['adaokonjo', true],
  ['ada.okonjo-2', true],
  ['ada/../home', false],
  ['', false],
  ['名前', false],
  ['_under-line', true],
  ['feed.xml', true],
  ['html', true],
  ['index.htm', true],
  ['somebody.html', false],
  ['SOMEBODY.HTML', false],
  ['index', false],
  ['Index', false],
  ['index.html', false],
  ['.', false],
  ['..', false],
])('[N-PPL-14] the username %j can have a page: %s', (username, expected) => {
  expect(isPageName(username)).toBe(expected);
});

test.each([
  ['/viewdat/dat-1', 'dat-1'],
  ['/profile/%E5%90%8D', '名'],
  ['/viewdat/%', '%'],
  ['/viewdat', ''],
  ['/viewdat/a/b', 'a'],
])('the address %s names the work or person %j', (pathname, expected) => {
  expect(readPathSegment(pathname)).toBe(expected);
});

test('a profile sums the streams of the works that have figures', () => {
  const figures = { 'dat-1': { totalStreams: 1_000, platforms: {} } };
  expect(profileView('artist1', dats, figures)?.metrics.at(-1)).toEqual({
    label: 'Total Streams',
    value: '1,000',
  });
});

test('many works are spread over pages, the first of which is the profile itself', () => {
  const assets = manyAssets(100).map((asset) => ({ ...asset, creatorUsername: 'prolific' }));
  const profile = profileView('prolific', readStoredData(storedData(assets)).dats);
  if (!profile) throw new Error('No profile');
  const pages = [1, 2, 3].map((number) => profilePage(profile, number));
  expect(pages.map(({ path, cards }) => [path, cards.length])).toEqual([
    ['/profile/prolific', 48],
    ['/profile/prolific/2', 48],
    ['/profile/prolific/3', 4],
  ]);
  expect(pages[2]?.links?.next).toBeUndefined();
});
