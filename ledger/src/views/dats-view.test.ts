import { expect, test } from 'vitest';
import { aStoredAsset, manyAssets, storedData } from '../../testing/stored-world.ts';
import { readStoredData } from '../snapshot.ts';
import { datsView } from './dats-view.ts';

const datsOf = (assets: unknown[]) => readStoredData(storedData(assets)).dats;

test('[R-DAT-01] a card shows artwork, song, artist, creator and the fixed total-streams text', () => {
  const { summary, cards } = datsView(datsOf(manyAssets(2)));
  expect(summary).toBe('2 DATS, 12 editions for sale');
  expect(cards[1]).toMatchObject({
    href: '/viewdat/dat-1',
    song: 'Song 1',
    artist: 'Artist 1',
    username: 'artist1',
    totalStreams: undefined,
  });
});

test('the large first picture and the small ones name both sizes of a sleeve of ours', () => {
  const [first, second] = datsView(datsOf(manyAssets(2))).cards;
  expect(first?.art?.srcSet).toBe('/artwork/dat-0-450.webp 450w, /artwork/dat-0.webp 900w');
  expect(first?.art?.sizes).not.toBe(second?.art?.sizes);
});

test.each([
  ['none', '', undefined],
  ['another site', 'https://cdn.example/a.webp', 'https://cdn.example/a.webp'],
  ['a script', 'javascript:alert(1)', undefined],
  ['another host without a scheme', '//evil.example/a.png', undefined],
])('artwork from %s', (_what, ArtworkURL, src) => {
  const [card] = datsView(datsOf([aStoredAsset(0, { ArtworkURL })])).cards;
  expect(card?.art).toEqual(src && { src });
});

test('[R-DAT-04] nothing released: no cards and nothing counted', () => {
  expect(datsView([])).toEqual({ summary: '', cards: [] });
});

test('one DAT with one free edition is counted in the singular', () => {
  const editions = aStoredAsset(0).editions.slice(2, 3);
  expect(datsView(datsOf([aStoredAsset(0, { editions })])).summary).toBe(
    '1 DAT, 1 edition for sale',
  );
});
