import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';

export const user = { uid: 'fan', email: 'fan@dats.test', isUnconfirmed: true };

const edition = (number: number) => ({
  edition: number,
  price: number === 5 ? 30 : 25,
  isForSale: number > 3,
  royalties: 2.5,
  currentOwnerId: number > 3 ? 'marlow' : 'noah',
  username: number > 3 ? 'marlowtides' : 'noahbrandt',
});

export const world = {
  documents: {
    'assetsSummary/main': {
      assets: [
        {
          id: 'salt',
          SongName: 'Salt on the Wires',
          ArtistName: 'Marlow & the Tides',
          ArtworkURL: '',
          creatorId: 'marlow',
          creatorUsername: 'marlowtides',
          tier: 'Silver',
          editions: Array.from({ length: 20 }, (_, index) => edition(index + 1)),
        },
      ],
    },
    'users/fan/wallet/main': { lots: [], changeMicros: 200_000 },
  },
  live: { tokenBlocks: { 36: { price: 0.36, platformRemaining: 41_000, sellQty: 0 } } },
};

export const quote: EditionQuote = {
  priceCents: 2_500,
  blockedBy: null,
  held: { tokens: 0, micros: 0, changeMicros: 0 },
  card: { blockId: '36', tokenCents: 36, needed: 70, qty: 70, totalCents: 2_520 },
  spent: { tokens: 70, changeMicros: 0 },
  left: { tokens: 0, micros: 0, changeMicros: 200_000 },
};
export const enough: EditionQuote = {
  ...quote,
  held: { tokens: 100, micros: 36_000_000, changeMicros: 0 },
  card: null,
  left: { tokens: 30, micros: 11_000_000, changeMicros: 0 },
};
export const blocked = (reason: string): EditionQuote => ({
  ...quote,
  blockedBy: reason,
  card: null,
  spent: { tokens: 0, changeMicros: 0 },
});
