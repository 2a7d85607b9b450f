import type { DatGuard, DatTotals } from '@datchain/shared/domain/books/guards.ts';
import { utcDay } from '@datchain/shared/domain/books/lots.ts';
import { centsToMicros } from '@datchain/shared/domain/units.ts';
import { openingDatEntry } from '../../functions/journal/entries/editions.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  openingWalletEntry,
  queueTokensEntry,
} from '../../functions/journal/entries/tokens.ts';
import type { Entry } from '../../functions/journal/entry.ts';
import { ownStreamsOf } from '../demo-world/streams.ts';
import type { DemoDat, DemoWorld } from '../demo-world/types.ts';

const lotOf = (blockCents: number, qty: number, faceMicros: number) => ({
  blockId: String(blockCents),
  priceCents: blockCents,
  qty,
  faceMicros,
});

/**
 * What the demo fan has earned by earlier sales: days ago, and cents. The last three days are still
 * waiting to become available.
 */
const fanEarned = [
  [30, 6_400],
  [18, 8_650],
  [9, 3_190],
  [3, 1_210],
  [2, 985],
  [1, 2_020],
] as const;

const fanEarnings = (todayMs: number) =>
  fanEarned.map(([daysAgo, cents]) => ({
    date: utcDay(todayMs - daysAgo * 86_400_000),
    totalMicros: centsToMicros(cents),
  }));

/** What a user brings along; tokens that are queued for sale come first, so that they leave first. */
function openingWallet(world: DemoWorld, uid: string) {
  const listed = world.tokenListings.filter(({ sellerUid }) => sellerUid === uid);
  const kept = world.lots.filter((lot) => lot.uid === uid);
  return {
    uid,
    lots: [...listed, ...kept].map(({ blockCents, qty, faceMicros }) =>
      lotOf(blockCents, qty, faceMicros),
    ),
    spendCents: world.tokenPurchases
      .filter((purchase) => purchase.uid === uid)
      .reduce((sum, { blockCents, qty }) => sum + blockCents * qty, 0),
    rewardQty: world.rewards.wallets.find((wallet) => wallet.uid === uid)?.qty ?? 0,
    earnedDays: uid === 'demo-fan' ? fanEarnings(world.todayMs) : [],
  };
}

/** A DAT's editions with the owners they already had, as the books know them. */
function openingDat(dat: DemoDat): DatGuard {
  return {
    id: dat.id,
    creatorUid: dat.artistUid,
    editions: dat.editions.map((edition) => ({
      number: edition.number,
      ownerUid: edition.ownerUid,
      priceCents: edition.priceCents,
      askPriceCents: edition.askPriceCents,
      sharePpm: edition.sharePpm,
      version: 1,
      wasSold: edition.buyerUid !== null,
      owners: [
        { uid: dat.artistUid, since: dat.releasedAtMs },
        ...(edition.buyerUid === null
          ? []
          : [{ uid: edition.buyerUid, since: edition.soldAtMs ?? dat.releasedAtMs }]),
      ],
    })),
  };
}

/** What the demo world's streams and sales had brought before the journal. */
const broughtSoFar = (world: DemoWorld, dat: DemoDat): DatTotals => ({
  streamMicros: Math.round(ownStreamsOf(world, dat.id).totalEarnings * 1_000_000),
  salesMicros: dat.editions
    .filter(({ buyerUid }) => buyerUid !== null)
    .reduce((sum, { priceCents }) => sum + centsToMicros(priceCents), 0),
});

/** Since when editions of a DAT are offered for resale, by number. */
const listedAt = (world: DemoWorld, dat: DemoDat): Record<number, number> =>
  Object.fromEntries(
    world.editionListings
      .filter(({ datId }) => datId === dat.id)
      .map(({ editionNumber, atMs }) => [editionNumber, atMs]),
  );

/**
 * The demo world's opening balances as journal entries, each with a fixed id: seeding twice changes
 * nothing. The steps must be written one after another.
 */
export function openingEntries(world: DemoWorld): Entry[][] {
  const { circulating, poolCents } = world.rewards;
  return [
    [openingPoolEntry(circulating, centsToMicros(poolCents))],
    world.tokenBlocks.map(({ cents, platformRemaining }) =>
      issueTokensEntry(`demo-${cents}`, String(cents), cents, platformRemaining),
    ),
    world.fans
      .map(({ uid }) => openingWallet(world, uid))
      .filter(({ lots, rewardQty }) => lots.length > 0 || rewardQty > 0)
      .map(openingWalletEntry),
    world.dats.map((dat) =>
      openingDatEntry(openingDat(dat), broughtSoFar(world, dat), listedAt(world, dat)),
    ),
    world.tokenListings.map(({ id, sellerUid, blockCents, qty }) =>
      queueTokensEntry(id, sellerUid, blockCents, qty),
    ),
  ];
}
