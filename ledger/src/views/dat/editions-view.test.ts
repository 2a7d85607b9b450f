import { withLive } from '@datchain/shared/contracts/documents/dat-live.ts';
import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../../../testing/stored-world.ts';
import { readStoredData } from '../../snapshot.ts';
import { datView } from './dat-view.ts';
import { editionsView } from './editions-view.ts';

function factsOf(changes: Record<string, unknown> = {}) {
  const [dat] = readStoredData(storedData([aStoredAsset(0, changes)])).dats;
  if (!dat) throw new Error('The row was not read');
  return datView(dat).facts;
}

const soldLive = {
  priceCents: 2_500,
  isForSale: false,
  wasSold: true,
  isWithCreator: false,
  username: 'vinylvera',
  profileImageUrl: '/portraits/vinylvera.webp',
};

test.each([
  ['1.125', '1.125%'],
  [2.25, '2.25%'],
  [0.0123456, '0.0123%'],
  [5, '5%'],
])('[R-VIEW-06] a royalty of %s percent is shown as %s', (royalties, shown) => {
  const editions = [{ edition: 7, royalties, currentOwnerId: 'fan-1', username: 'fan' }];
  const { holders } = editionsView(factsOf({ editions }));
  expect(holders.map(({ holding }) => holding)).toEqual([`7, ${shown}`]);
});

test('[R-VIEW-11] a row whose editions cannot be read counts as a work without editions', () => {
  for (const editions of [undefined, null, 'nonsense', [], [{ edition: 'x' }]]) {
    const view = editionsView(factsOf({ editions }));
    expect(view).toMatchObject({
      rows: [],
      holders: [],
      available: '0%',
      forSale: 'None of 0 for sale',
    });
  }
});

test('[N-BUY-03] the headline counts what is for sale and says from what price', () => {
  expect(editionsView(factsOf()).forSale).toBe('6 of 20 for sale, from $25.00');
  const editions = [{ edition: 1, price: 25, isForSale: false }];
  expect(editionsView(factsOf({ editions })).forSale).toBe('None of 1 for sale');
});

test('live values change price, offer and owner of an edition, and the totals and holders', () => {
  const facts = factsOf();
  const after = { ...facts, editions: withLive(facts.editions, { 3: soldLive }) };
  const view = editionsView(after);
  expect(view).toMatchObject({ available: '12.5%', forSale: '5 of 20 for sale, from $25.00' });
  expect(view.marks[2]).toBe('held');
  expect(view.rows[2]).toMatchObject({ offer: 'SOLD', owner: '@vinylvera', status: 'sold' });
  expect(view.holders.find(({ number }) => number === 3)).toEqual({
    number: 3,
    username: '@vinylvera',
    href: '/profile/vinylvera',
    picture: '/portraits/vinylvera.webp',
    holding: '3, 2.5%',
  });
});

test('[N-BUY-01] [N-BUY-02] an offered resale is for sale like any other, and its owner still a holder', () => {
  const facts = factsOf();
  const resale = { ...soldLive, priceCents: 1_800, isForSale: true };
  const view = editionsView({ ...facts, editions: withLive(facts.editions, { 3: resale }) });
  expect(view.rows[2]).toMatchObject({ text: 'DAT #3 - $18.00', offer: '2.5% royalty' });
  expect(view.rows[2]?.status).toBe('resale');
  expect(editionsView(facts).rows[2]?.status).toBe('forSale');
  expect(view).toMatchObject({ available: '15%', forSale: '6 of 20 for sale, from $18.00' });
  expect(view.marks.slice(0, 4)).toEqual(['held', 'held', 'resale', 'held']);
  expect(view.holders).toHaveLength(15);
});

test.each([
  ['nothing', null],
  ['no edition', {}],
  ['an edition that does not say whether it is for sale', { 3: { priceCents: 1 } }],
  ['unrelated text', 'nonsense'],
])('live values that hold %s leave the editions as they were', (_what, value) => {
  const { editions } = factsOf();
  expect(withLive(editions, value)).toEqual(editions);
});

test('live values that do not say whether an edition is with its creator do not change that', () => {
  const { isWithCreator: _, ...unsaid } = soldLive;
  const { editions } = factsOf();
  expect(withLive(editions, { 3: unsaid })[2]).toMatchObject({
    isWithCreator: true,
    ownerUsername: 'vinylvera',
  });
});

test('an owner keeps the picture that the page has of them; a new owner does not get it', () => {
  const editions = factsOf().editions.map((edition) => ({
    ...edition,
    ownerImageUrl: '/portraits/1.webp',
  }));
  const pictureAfter = (username: string) =>
    withLive(editions, { 1: { ...soldLive, username, profileImageUrl: '' } })[0]?.ownerImageUrl;
  expect(pictureAfter('lenafjeldstad')).toBe('/portraits/1.webp');
  expect(pictureAfter('vinylvera')).toBe('');
});

test('live values that arrive as a list are read like a map', () => {
  const { editions } = factsOf();
  expect(withLive(editions, [null, null, null, soldLive])).toEqual(
    withLive(editions, { 3: soldLive }),
  );
});

test('the last price paid comes from the history, or from a price that is no offer', () => {
  const facts = { ...factsOf(), lastPaid: { 3: 2_400 } };
  const paid = editionsView(facts).rows.map(({ lastPaid }) => lastPaid);
  expect(paid.slice(0, 6)).toEqual(['$25.00', '$25.00', '$24.00', '$25.00', '$25.00', '–']);
});

test('[N-BUY-04] the edition offered first is the cheapest, with the lowest number among equals, from creator or owner', () => {
  const facts = factsOf();
  expect(editionsView(facts).first).toEqual({
    number: 3,
    price: '$25.00',
    seller: undefined,
    href: '/buy/dat-0/3',
  });
  const resale = { ...soldLive, isForSale: true, priceCents: 1_800 };
  const live = { 3: soldLive, 14: resale };
  const now = editionsView({ ...facts, editions: withLive(facts.editions, live) });
  expect(now.first).toMatchObject({ number: 14, price: '$18.00', seller: '@vinylvera' });
  expect(now.rows[2]?.buyHref).toBeUndefined();
  expect(now.rows[13]?.buyHref).toBe('/buy/dat-0/14');
  expect(editionsView(factsOf({ editions: [] })).first).toBeUndefined();
});
