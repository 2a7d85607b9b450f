import { aStoredAsset, storedArtwork, storedPortrait } from './stored-world.ts';

const creator = { currentOwnerId: 'maker-mira', username: 'miravale', profileImageUrl: '' };
const vera = {
  currentOwnerId: 'fan-vera',
  username: 'vera',
  profileImageUrl: storedPortrait('fan-vera'),
};
const noor = {
  currentOwnerId: 'fan-noor',
  username: 'noor',
  profileImageUrl: storedPortrait('fan-noor'),
};

const offered = { price: 100, royalties: 2.5, isForSale: true, ...creator };
const kept = { ...offered, isForSale: false };

const editions = [
  { edition: 1, ...offered },
  { edition: 2, ...kept, ...vera, royalties: 1.125 },
  { edition: 3, ...offered, ...vera, royalties: 1.125, price: 180 },
  { edition: 4, ...kept },
  { edition: 5, ...kept, ...noor, royalties: 0.1234, price: 33.3 },
  ...[6, 7, 8, 9, 10].map((edition) => ({ edition, ...offered })),
  { edition: 11, ...offered, royalties: 1.2345 },
  { edition: 12, ...kept, ...noor, royalties: 2.1 },
  ...[13, 14, 15, 16, 17, 18, 19, 20].map((edition) => ({ edition, ...kept })),
];

const impossible = [
  { edition: 21, ...offered },
  { edition: 0, ...offered },
  { edition: 7, ...offered, price: 1 },
  { edition: 7.5, ...offered },
];

export const harbourLights = aStoredAsset(0, {
  id: 'dat-harbour',
  SongName: 'Harbour Lights',
  ArtistName: 'Mira Vale',
  ArtworkURL: storedArtwork('harbour'),
  creatorUsername: 'miravale',
  creatorId: 'maker-mira',
  userId: 'maker-mira',
  creatorProfileURL: storedPortrait('maker-mira'),
  tier: 'Platinum',
  releaseTimestamp: Date.UTC(2026, 10, 14),
  artistFeatures: [
    { id: 'maker-2', tag: '@artist2' },
    { id: 'f2', tag: 'Bola Adeyemi' },
  ],
  producers: [{ id: 'p1', tag: 'Priya Menon' }],
  songwriters: [
    { id: 's1', tag: 'Ada Okonjo' },
    { id: 's2', tag: 'Joe Castellanos' },
  ],
  recordLabels: [{ id: 'l1', tag: 'North Quay Records' }],
  genres: ['rnb_soul', 'hip_hop_rap'],
  editions: [...editions, ...impossible],
});
