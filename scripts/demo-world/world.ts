import { blocksAfter } from './blocks.ts';
import { unsoldDats } from './dats.ts';
import { tradeUntil } from './market.ts';
import { demoArtists, demoFans } from './people.ts';
import { releaseSummaries } from './release-summaries.ts';
import { rewardsAfter } from './rewards.ts';
import type {
  DemoEditionListing,
  DemoEditionPurchase,
  DemoTokenListing,
  DemoTokenPurchase,
  DemoWorld,
} from './types.ts';

const DAY_MS = 86_400_000;

/**
 * The whole demo world, anchored to the UTC day of `now`: the same day gives the same world, and
 * another day gives the same story moved in time.
 */
export function demoWorld(now: Date): DemoWorld {
  const todayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const artists = demoArtists(todayMs);
  const fans = demoFans(todayMs);
  const dats = unsoldDats(todayMs, artists);
  const { wallets, ...trades } = tradeUntil(todayMs, dats, fans);
  return {
    todayMs,
    artists,
    fans,
    allowedUids: ['demo-operator'],
    dats,
    tokenBlocks: blocksAfter(trades.tokenPurchases, trades.tokenListings),
    ...trades,
    lots: wallets.flatMap((wallet) => wallet.lots()),
    rewards: rewardsAfter(trades.tokenPurchases, fans),
    releaseSummaries: releaseSummaries(artists),
  };
}

/** One thing that happened in the demo world. */
export type DemoEvent =
  | ({ kind: 'token-purchase' } & DemoTokenPurchase)
  | ({ kind: 'edition-purchase' } & DemoEditionPurchase)
  | ({ kind: 'edition-listing' } & DemoEditionListing)
  | ({ kind: 'token-listing' } & DemoTokenListing);

/** All purchases and listings in the order in which they happened, ready to be replayed. */
export function timelineOf(world: DemoWorld): DemoEvent[] {
  const events: DemoEvent[] = [
    ...world.tokenPurchases.map((each) => ({ kind: 'token-purchase' as const, ...each })),
    ...world.editionPurchases.map((each) => ({ kind: 'edition-purchase' as const, ...each })),
    ...world.editionListings.map((each) => ({ kind: 'edition-listing' as const, ...each })),
    ...world.tokenListings.map((each) => ({ kind: 'token-listing' as const, ...each })),
  ];
  return events.sort((a, b) => a.atMs - b.atMs);
}
