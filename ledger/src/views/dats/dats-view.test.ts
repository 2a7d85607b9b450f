import { expect, test } from 'vitest';
import { outlined } from '../../../testing/outlines.ts';
import { aStoredAsset, manyAssets, storedData } from '../../../testing/stored-world.ts';
import { datsPages, genreChoices, pageCards } from './dats-view.ts';

const briefsOf = (assets: unknown[]) => outlined(storedData(assets)).outline.briefs;

function pagesOf(assets: unknown[]) {
  const { reading, outline } = outlined(storedData(assets));
  const dats = new Map(reading.dats.map((dat) => [dat.id, dat]));
  return datsPages(outline.briefs).map(({ briefs, ...page }) => ({
    ...page,
    cards: pageCards(
      page,
      briefs.flatMap(({ id, totalStreams }) => {
        const dat = dats.get(id);
        return dat ? [{ dat, totalStreams }] : [];
      }),
    ),
  }));
}

test.each([
  ['none', '', undefined],
  ['another site', 'https://cdn.example/a.webp', 'https://cdn.example/a.webp'],
  ['a script', 'javascript:alert(1)', undefined],
  ['another host without a scheme', '//evil.example/a.png', undefined],
])('artwork is shown only from a complete web address: %s', (_what, ArtworkURL, src) => {
  const [page] = pagesOf([aStoredAsset(0, { ArtworkURL })]);
  expect(page?.cards[0]?.art).toEqual(src && { src });
});

test('cards name both sizes of a sleeve, and the first card has its own `sizes`', () => {
  const own = manyAssets(2).map((asset) => ({ ...asset, ArtworkURL: `/sleeves/${asset.id}.webp` }));
  const [first, second] = pagesOf(own)[0]?.cards ?? [];
  expect(first?.art?.srcSet).toBe('/sleeves/dat-0-450.webp 450w, /sleeves/dat-0.webp 900w');
  expect(first?.art?.sizes).not.toBe(second?.art?.sizes);
});

test('one DAT with one free edition is counted in the singular', () => {
  const editions = aStoredAsset(0).editions.slice(2, 3);
  expect(pagesOf([aStoredAsset(0, { editions })])[0]?.summary).toBe(
    '1 DAT, 1 edition for sale from $25.00',
  );
});

test('nothing for sale is counted without a price', () => {
  const editions = aStoredAsset(0).editions.slice(0, 2);
  expect(pagesOf([aStoredAsset(0, { editions })])[0]?.summary).toBe('1 DAT, 0 editions for sale');
});

test('[N-BUY-01] [N-BUY-03] an edition that an owner offers counts, and its price is that of the card', () => {
  const held = aStoredAsset(0).editions.slice(0, 2);
  const editions = held.map((edition, at) => ({ ...edition, isForSale: at === 1, price: 18 }));
  const [page] = pagesOf([aStoredAsset(0, { editions })]);
  expect(page?.summary).toBe('1 DAT, 1 edition for sale from $18.00');
  expect(page?.cards[0]).toMatchObject({
    marks: ['held', 'resale'],
    lowestPrice: '$18.00',
    availableForOwnership: '2.5%',
  });
});

test('[R-DAT-02] the pages hold every DAT once, newest first, in whichever order they are stored', () => {
  const pages = pagesOf(manyAssets(150).reverse());
  expect(pages.map(({ path, cards }) => [path, cards.length])).toEqual([
    ['/dats', 45],
    ['/dats/2', 48],
    ['/dats/3', 48],
    ['/dats/4', 9],
  ]);
  const hrefs = manyAssets(150).map(({ id }) => `/viewdat/${id}`);
  expect(pages.flatMap(({ cards }) => cards.map(({ href }) => href))).toEqual(hrefs);
  expect(pages[1]).toMatchObject({
    title: 'DATS, page 2',
    summary: 'Page 2 of 4',
    links: { previous: '/dats', next: '/dats/3' },
  });
});

test('the filter offers the genres that works have, in order of their names', () => {
  const assets = [
    aStoredAsset(0, { genres: ['rnb_soul', 'pop'] }),
    aStoredAsset(1, { genres: ['hip_hop_rap', 'pop', 'Zydeco'] }),
  ];
  expect(genreChoices(briefsOf(assets))).toEqual([
    ['pop', 'Pop'],
    ['rnb_soul', 'R&B/Soul'],
    ['hip_hop_rap', 'Rap'],
    ['Zydeco', 'Zydeco'],
  ]);
});

test('[N-INP-01] genres over 40 characters are not offered, and among very many only the known ones', () => {
  const genresOf = (...genres: string[]) =>
    genreChoices(briefsOf([aStoredAsset(0, { genres })])).map(([genre]) => genre);
  expect(genresOf('pop', 'x'.repeat(41), 'x'.repeat(40))).toEqual(['pop', 'x'.repeat(40)]);
  const many = Array.from({ length: 40 }, (_, index) => `a${index}`);
  expect(genresOf('pop', ...many)).toEqual(['pop']);
});
