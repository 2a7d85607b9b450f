import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';

const day = 86_400_000;

export const storedPictures = 'https://firebasestorage.googleapis.com';
const storage = `${storedPictures}/v0/b/demo-dats.firebasestorage.app/o`;
/** The addresses of uploaded pictures: see storePictures, which puts some there. */
export const storedArtwork = (name: string): string =>
  `${storage}/dat_artwork%2F${name}.png?alt=media&token=t`;
export const storedPortrait = (uid: string): string =>
  `${storage}/profile_pictures%2F${uid}?alt=media&token=t`;

/** When the fixtures' documents last changed: 20 Nov 2026, 10:42 UTC. */
export const storedAt = Date.UTC(2026, 10, 20, 10, 42);

const edition = (number: number, creatorId: string) => {
  const isFree = number % 3 === 0;
  return {
    edition: number,
    price: 25,
    isForSale: isFree,
    royalties: 2.5,
    currentOwnerId: isFree ? creatorId : 'fan-1',
    username: isFree ? 'maker' : 'lenafjeldstad',
    profileImageUrl: '',
  };
};

/** The nth release, newest first: 20 editions, six of them free. */
export function aStoredAsset(index = 0, changes: Record<string, unknown> = {}): StoredAsset {
  const creatorId = `maker-${index % 7}`;
  const asset: StoredAsset = {
    id: `dat-${index}`,
    contentId: `content-${index}`,
    SongName: `Song ${index}`,
    ArtistName: `Artist ${index % 7}`,
    ArtworkURL: storedArtwork(`dat-${index}`),
    creatorUsername: `artist${index % 7}`,
    creatorId,
    creatorProfileURL: storedPortrait(creatorId),
    tier: 'Gold',
    chain: 'datchain',
    userId: creatorId,
    releaseTimestamp: Date.UTC(2026, 10, 14) - index * day,
    artistFeatures: [{ id: 'maker-2', tag: '@artist2' }],
    producers: [{ id: 'p1', tag: 'Priya Menon' }],
    songwriters: [],
    recordLabels: [{ id: 'l1', tag: 'North Quay Records' }],
    genres: ['rnb_soul'],
    SoldOut: false,
    editions: Array.from({ length: 20 }, (_, at) => edition(at + 1, creatorId)),
    ownedEditions: [],
  };
  return { ...asset, ...changes };
}

export const storedBlocks = {
  36: { price: 0.36, platformRemaining: 41_000, sellQty: 200, walletId: 'platform' },
  37: { price: '0.37', platformRemaining: '25000', sellQty: 0, walletId: 'platform' },
  43: { price: 0.43, platformRemaining: 0, sellQty: 0, walletId: 'platform' },
  100: { price: 1, platformRemaining: 40_000, sellQty: 0, walletId: 'platform' },
};

export const storedMetrics = {
  utilitySold: { totalCents: 1000 },
  datToken: { poolCents: 4_170_000, circulating: 100_000, issuedToUsers: 5_267 },
};

export const storedData = (assets: readonly unknown[]): PublicData => ({
  summaries: [{ id: 'main', value: { assets }, changedAt: storedAt }],
  tokenBlocks: storedBlocks,
  metrics: storedMetrics,
  streams: { byDat: {}, badRows: [] },
  histories: {},
  bookDays: [],
  people: {},
});

export const manyAssets = (count: number): StoredAsset[] =>
  Array.from({ length: count }, (_, index) => aStoredAsset(index));
