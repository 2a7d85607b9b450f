import { expect, test } from 'vitest';
import { isBadRow, readAsset, readAssetsSummary } from '../contracts/documents/asset-summary.ts';
import {
  availableSharePpm,
  type Edition,
  editionsForSale,
  firstForSale,
  heldEditions,
  isSoldOut,
  listAvailability,
  lowestPriceCents,
  newestFirst,
  publicDats,
} from './dats.ts';

const storedEdition = (edition: unknown, more: object = {}) => ({
  edition,
  price: 10,
  isForSale: true,
  royalties: 2.5,
  currentOwnerId: 'creator',
  username: 'ada',
  profileImageUrl: '/a.webp',
  ...more,
});

const storedAsset = (more: object = {}) => ({
  id: 'dat-1',
  SongName: 'Song',
  ArtistName: 'Ada',
  creatorId: 'creator',
  editions: [storedEdition(1), storedEdition(2, { currentOwnerId: 'fan', isForSale: false })],
  ...more,
});

const read = (more: object = {}) => {
  const dat = readAsset(storedAsset(more), 'row');
  if (isBadRow(dat)) throw new Error(dat.problem);
  return dat;
};

test('[R-DB-01] every field of a summary row is read, under either spelling of the profile image', () => {
  const full = {
    contentId: 'c1',
    ArtworkURL: '/art.webp',
    creatorUsername: 'ada',
    tier: 'Gold',
    chain: 'datchain',
    userId: 'creator',
    releaseTimestamp: 1_700_000_000_000,
    artistFeatures: [{ id: '1', tag: 'Bo' }],
    producers: [{ id: '2', tag: 'Cy' }],
    songwriters: [{ id: '3', tag: 'Di' }],
    recordLabels: [{ id: '4', tag: 'Label' }],
    genres: ['rnb_soul'],
    SoldOut: true,
  };
  const dat = read({ ...full, creatorProfileURL: '/p.webp' });
  expect(dat).toMatchObject({
    contentId: 'c1',
    artworkUrl: '/art.webp',
    creatorUsername: 'ada',
    creatorImageUrl: '/p.webp',
    tier: 'Gold',
    releasedAt: 1_700_000_000_000,
    producers: [{ id: '2', tag: 'Cy' }],
    genres: ['rnb_soul'],
    soldOut: true,
  });
  expect(read({ ...full, profileImageUrl: '/p.webp' }).creatorImageUrl).toBe('/p.webp');
  expect(dat.editions[0]).toEqual({
    number: 1,
    priceCents: 1000,
    isForSale: true,
    sharePpm: 25_000,
    isWithCreator: true,
    ownerUsername: 'ada',
    ownerImageUrl: '/a.webp',
  });
});

test('editions are numbered 1 to 20 without repeats; anything else is left out', () => {
  const editions = [3, 0, 21, 1.5, 'x', null, '2', 3, -1, 20].map((n) => storedEdition(n));
  expect(read({ editions }).editions.map(({ number }) => number)).toEqual([2, 3, 20]);
  expect(read({ editions: { 0: storedEdition(7), 1: null } }).editions).toHaveLength(1);
  expect(read({ editions: 'none' }).editions).toEqual([]);
});

test('numbers stored as text are read, and malformed fields get their defaults', () => {
  const dat = read({ tier: 'unheard of', releaseTimestamp: 'soon', genres: null, producers: 'x' });
  expect(dat).toMatchObject({ tier: 'Bronze', releasedAt: undefined, genres: [], producers: [] });
  const [edition] = read({ editions: [storedEdition('4', { price: '$1,250.50' })] }).editions;
  expect(edition?.priceCents).toBe(125_050);
  expect(read({ releaseTimestamp: { seconds: 5, nanoseconds: 0 } }).releasedAt).toBe(5000);
});

test('rows that cannot be shown are reported, and the other rows are read', () => {
  const rows = [
    storedAsset(),
    'text',
    null,
    storedAsset({ id: 'a b' }),
    storedAsset({ SongName: ' ' }),
  ];
  const { dats, badRows } = readAssetsSummary({ assets: [...rows, storedAsset()] }, 'main');
  expect(dats.map(({ id }) => id)).toEqual(['dat-1']);
  expect(badRows.map(({ problem }) => problem)).toEqual([
    'is not an object',
    'has no usable id ("a b")',
    'has no SongName',
    'appears twice',
  ]);
  expect(readAssetsSummary(undefined, 'main').badRows).toHaveLength(1);
});

const someOfEachKind = [
  storedEdition(1),
  storedEdition(2, { isForSale: false }),
  storedEdition(3, { currentOwnerId: 'fan', royalties: 1.5, price: 8 }),
  storedEdition(4, { currentOwnerId: 'fan', isForSale: false, price: 1 }),
];

test('[N-BUY-01] editions that can be bought come from the creator or an owner, and are available for ownership', () => {
  const dat = read({ editions: someOfEachKind });
  expect(editionsForSale(dat).map(({ number }) => number)).toEqual([1, 3]);
  expect(availableSharePpm(dat)).toBe(40_000);
});

test('[N-BUY-02] an edition is with the creator and for sale, offered by an owner, or held', () => {
  const dat = read({ editions: someOfEachKind });
  expect(listAvailability(dat)).toEqual(['primary', 'held', 'resale', 'held']);
});

test('[N-BUY-03] the lowest price is the cheapest edition’s, primary or resale', () => {
  expect(lowestPriceCents(read({ editions: someOfEachKind }))).toBe(800);
  expect(lowestPriceCents(read({ editions: [storedEdition(1, { isForSale: false })] }))).toBe(
    undefined,
  );
});

test('the edition to buy first is the cheapest; of several, the one with the lowest number', () => {
  const { editions } = read({
    editions: [storedEdition(1), ...[2, 3, 4].map((number) => storedEdition(number, { price: 8 }))],
  });
  const [one, two, three, four] = editions as [Edition, Edition, Edition, Edition];
  expect(firstForSale({ editions: [one, four, two, three] })).toBe(two);
});

test('[N-BUY-01] a DAT that is taken down sells nothing, whatever its row still offers', () => {
  const dat = read({ editions: someOfEachKind, takenDown: { at: 1, reason: 'A claim' } });
  expect(editionsForSale(dat)).toEqual([]);
  expect([availableSharePpm(dat), lowestPriceCents(dat)]).toEqual([0, undefined]);
  expect(listAvailability(dat)).toEqual(['held', 'held', 'held', 'held']);
});

test('an edition that left the creator is held, and a DAT is sold out when all have left', () => {
  const dat = read({ editions: someOfEachKind });
  expect(heldEditions(dat).map(({ number }) => number)).toEqual([3, 4]);
  expect(isSoldOut(dat)).toBe(false);
  expect(isSoldOut(read({ editions: [storedEdition(3, { currentOwnerId: 'fan' })] }))).toBe(true);
  expect(isSoldOut(read({ editions: [] }))).toBe(false);
});

test.each([
  ['an edition of its creator is with the creator', {}, { currentOwnerId: 'creator' }, true],
  [
    'an edition is with its creator if only userId names the creator',
    { creatorId: '', userId: 'me' },
    { currentOwnerId: 'me' },
    true,
  ],
  ['an edition of somebody else is not with its creator', {}, { currentOwnerId: 'fan' }, false],
  ['an edition without an owner is not with its creator', {}, { currentOwnerId: '' }, false],
  [
    'an edition without owner and creator is not with its creator',
    { creatorId: '' },
    { currentOwnerId: '' },
    false,
  ],
])('%s', (_case, row, edition, isWithCreator) => {
  const { editions } = read({ ...row, editions: [storedEdition(1, edition)] });
  expect(editions).toMatchObject([{ isWithCreator }]);
  expect(JSON.stringify(editions)).not.toMatch(/"(creator|me|fan)"/);
});

test('DATS are sorted newest first; those without a release time come last', () => {
  const rows = [
    { id: 'b', releasedAt: 2 },
    { id: 'x', releasedAt: undefined },
    { id: 'c', releasedAt: 3 },
    { id: 'a', releasedAt: 2 },
    { id: 'o', releasedAt: 0 },
  ];
  const ids = ['c', 'a', 'b', 'o', 'x'];
  expect(newestFirst(rows).map(({ id }) => id)).toEqual(ids);
  expect(newestFirst([...rows].reverse()).map(({ id }) => id)).toEqual(ids);
});

test('a DAT that is taken down is left out of public lists', () => {
  const up = read({ id: 'up' });
  const down = { ...up, id: 'down', takenDown: { at: 1, reason: 'A claim' } };
  expect(publicDats([up, down])).toEqual([up]);
});
