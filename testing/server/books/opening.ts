import { mintEntry, openingDatEntry } from '@datchain/functions/journal/entries/editions.ts';
import {
  issueTokensEntry,
  type OpeningWallet,
  openingPoolEntry,
  openingWalletEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { committed } from '../accepted.ts';
import { userDocuments } from '../user-documents.ts';
import type { BooksWorld } from './world.ts';

/** The initial users; the last one owns so many reward tokens that only a few are left to claim. */
export const openers = ['ana', 'bo', 'cy', 'di', 'eve'] as const;
/**
 * Accounts that start with nothing, trade mostly among themselves, and leave: see `crewOperations`.
 */
export const crew = ['fay', 'gus', 'hal'] as const;
export const users = [...openers, ...crew] as const;
/** Blocks by their price in cents; the last one only has users' listings. */
export const blocks = [36, 50, 61] as const;

export const REWARD_CENTS = 25_000;
export const CIRCULATING = 100_000;
/** Small enough for payouts and refunds to find it empty. */
export const POOL_MICROS = 31_000_000;
const LEFT_TO_CLAIM = 6;
const REWARDS_EACH = 400;
const STOCK = 80;
/** A block with enough stock to reach the limit of unpaid reservations. */
export const largeBlock = 70;
const LARGE_STOCK = 20_000;

const rewardsOf = (uid: string): number =>
  uid === 'eve'
    ? config.rewardSupply - (openers.length - 1) * REWARDS_EACH - LEFT_TO_CLAIM
    : REWARDS_EACH;

/**
 * Makes an opening wallet. Di has earned too little to be paid out. The others have tokens,
 * earnings of which some are eligible, and spend for two more reward tokens.
 */
export const makeOpeningWallet = (uid: string): OpeningWallet =>
  openers.some((opener) => opener === uid)
    ? openingOf(uid)
    : { uid, lots: [], spendCents: 0, rewardQty: 0, earnedDays: [] };

const openingOf = (uid: string): OpeningWallet => ({
  uid,
  lots: [{ blockId: '30', priceCents: 30, qty: 100, faceMicros: 30_000_000 }],
  spendCents: (rewardsOf(uid) + 2) * REWARD_CENTS,
  rewardQty: rewardsOf(uid),
  earnedDays: [
    { date: '2026-10-20', totalMicros: uid === 'di' ? 1_250_003 : 81_250_003 },
    { date: '2026-10-31', totalMicros: uid === 'di' ? 2_000_000 : 30_000_000 },
  ],
});

const oldDat: DatGuard = {
  id: 'old',
  creatorUid: 'cy',
  editions: [
    { number: 1, ownerUid: 'di', askPriceCents: 550 },
    { number: 2, ownerUid: 'ana', askPriceCents: null },
  ].map((edition) => ({
    ...edition,
    priceCents: 500,
    sharePpm: 25_000,
    version: 1,
    wasSold: true,
    owners: [
      { uid: 'cy', since: Date.parse('2026-10-01') },
      { uid: edition.ownerUid, since: Date.parse('2026-10-20') },
    ],
  })),
};

/** The creator's proceeds from the old DAT's first sales: 80 percent of twice $5. */
export const OLD_PROCEEDS_MICROS = 8_000_000;

/**
 * Small enough that queues have many pages and shelves, and orders reach their limit of listings.
 */
export const QUEUE_PAGE_SIZE = 2;
/** A block without buyers: its listings stay until they are cancelled. */
export const CROWDED = 77;

const blockWith = (cents: number) => ({
  id: String(cents),
  priceCents: cents,
  platformQty: 0,
  platformReserved: 0,
  queue: emptyQueue(QUEUE_PAGE_SIZE),
});

export async function open(world: BooksWorld): Promise<void> {
  const write = <T>(entry: Entry<T>) => committed(world, entry);
  const rows = ['old', 'blue', 'red'].map((id) => ({ id, SongName: id }));
  const profiles = users.map((uid) => ({
    path: docs.publicProfile(uid),
    data: { username: `name-of-${uid}`, profileImageUrl: `/${uid}.webp` },
  }));
  const empty = [...blocks, CROWDED].map((cents) => ({
    path: docs.blockGuard(String(cents)),
    data: storeBlockGuard(blockWith(cents)),
  }));
  await world.ground.store.write({
    create: [
      { path: docs.assetsSummary, data: { assets: rows } },
      ...profiles,
      ...userDocuments(users),
      ...empty,
    ],
  });
  const release = { sharePpm: 25_000 };
  const mints = [
    { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 437, ...release },
    { datId: 'red', creatorUid: 'bo', editions: 2, priceCents: 700, ...release },
  ];
  await Promise.all([
    ...openers.map((uid) => write(openingWalletEntry(makeOpeningWallet(uid)))),
    write(openingPoolEntry(CIRCULATING, POOL_MICROS)),
    write(openingDatEntry(oldDat, { streamMicros: 0, salesMicros: 10_000_000 })),
    ...mints.map((mint) => write(mintEntry(mint))),
    ...[...blocks, CROWDED, largeBlock].map((cents) => {
      const stock = cents === largeBlock ? LARGE_STOCK : cents < 60 ? STOCK : 0;
      world.issues.set(`issue:stock-${cents}`, stock);
      return write(issueTokensEntry(`stock-${cents}`, String(cents), cents, stock));
    }),
  ]);
  for (const datId of ['old', 'blue', 'red']) world.know('dats', datId);
}
