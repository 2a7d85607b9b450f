import { expect, test } from 'vitest';
import { listAvailability } from '../../domain/dats.ts';
import { isBadRow, readAsset } from './asset-summary.ts';
import { storeNewestRelease } from './asset-summary-writer.ts';

const read = (row: unknown) => {
  const dat = readAsset(row, 'row');
  if (isBadRow(dat)) throw new Error(dat.problem);
  return dat;
};

const creatorId = 'u5Pq0ZrT1bWkEoXcVn8MdLs2JaHy';
const fanId = 'B7hKf3QmWx9TzYc1RvNp4SgLd6Ej';
const edition = { price: 10.5, isForSale: true, royalties: 2.5, currentOwnerId: creatorId };
const dat = read({
  id: 'blue',
  SongName: 'Blue',
  ArtistName: 'Ada',
  ArtworkURL: '/a.webp',
  tier: 'Gold',
  creatorId,
  userId: creatorId,
  creatorUsername: 'ada',
  releaseTimestamp: 5,
  genres: ['pop'],
  creatorProfileURL: `https://example.com/o/profile_pictures%2F${creatorId}`,
  preview: {
    file: 'blue-01234567.mp3',
    bytes: 480_653,
    seconds: 30,
    start: 64,
    songSeconds: 222.4,
    peaks: 'z'.repeat(96),
  },
  artistFeatures: [{ id: fanId, tag: '@fan' }],
  editions: [
    { ...edition, edition: 1 },
    { ...edition, edition: 2, currentOwnerId: fanId, username: 'fan' },
    { ...edition, edition: 3, isForSale: false },
  ],
});

test('a stored newest release reads back like a summary row, with everything a card shows', () => {
  const stored = storeNewestRelease(dat);
  const again = read(JSON.parse(JSON.stringify(stored)));
  expect(again).toMatchObject({
    id: 'blue',
    songName: 'Blue',
    artistName: 'Ada',
    creatorUsername: 'ada',
    releasedAt: 5,
    artworkUrl: '/a.webp',
    tier: 'Gold',
    genres: ['pop'],
  });
  expect(again.preview?.file).toBe('blue-01234567.mp3');
  expect(listAvailability(again)).toEqual(['primary', 'resale', 'held']);
  expect(listAvailability(again)).toEqual(listAvailability(dat));
  expect(again.editions.map(({ priceCents }) => priceCents)).toEqual([1_050, 1_050, 1_050]);
});

test('a stored newest release contains no user ids', () => {
  expect(JSON.stringify(storeNewestRelease(dat))).not.toMatch(new RegExp(`${creatorId}|${fanId}`));
});
