import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { issuesFor } from './blocks.ts';
import { unsoldDats } from './dats.ts';
import { demoDesk } from './desk.ts';
import { tradeUntil } from './market.ts';
import { demoArtists, demoFans } from './people.ts';
import { releaseSummaries } from './release-summaries.ts';
import { type DemoReport, reportsUntil } from './streams.ts';
import type {
  DemoDat,
  DemoEditionListing,
  DemoEditionPurchase,
  DemoPayout,
  DemoTakeBack,
  DemoTokenIssue,
  DemoTokenListing,
  DemoTokenPurchase,
  DemoWorld,
} from './types.ts';

const PAYOUTS: readonly (readonly [uid: string, daysAgo: number])[] = [
  ['demo-artist', 330],
  ['demo-artist', 240],
  ['demo-artist', 150],
  ['demo-artist', 60],
  ['demo-kestrelhz', 35],
  ['demo-fan', 30],
];

const payoutsUntil = (todayMs: number): DemoPayout[] =>
  PAYOUTS.map(([uid, daysAgo]) => ({
    uid,
    atMs: todayMs - daysAgo * DAY_MILLIS + 12 * HOUR_MILLIS,
  }));

/**
 * Makes the demo world for the UTC day of `now`. The same day gives the same world, another day the same
 * story moved in time.
 */
export function demoWorld(now: Date): DemoWorld {
  const todayMs = Math.floor(now.getTime() / DAY_MILLIS) * DAY_MILLIS;
  const artists = demoArtists(todayMs);
  const fans = demoFans(todayMs);
  const dats = unsoldDats(todayMs, artists);
  const trades = tradeUntil(todayMs, dats, fans);
  const firstMs = Math.min(...dats.map(({ releasedAtMs }) => releasedAtMs)) - DAY_MILLIS;
  return {
    todayMs,
    artists,
    fans,
    allowedUids: ['demo-operator'],
    operatorUids: ['demo-operator'],
    desk: demoDesk(todayMs, dats),
    dats,
    tokenIssues: issuesFor(trades.tokenPurchases, trades.tokenListings, firstMs),
    ...trades,
    payouts: payoutsUntil(todayMs),
    releaseSummaries: releaseSummaries(artists),
  };
}

export type DemoEvent =
  | { readonly kind: 'token-issues'; readonly atMs: number; readonly issues: DemoTokenIssue[] }
  | { readonly kind: 'release'; readonly atMs: number; readonly dat: DemoDat }
  | { readonly kind: 'takedown'; readonly atMs: number; readonly dat: DemoDat }
  | ({ readonly kind: 'token-purchase' } & DemoTokenPurchase)
  | ({ readonly kind: 'edition-purchase' } & DemoEditionPurchase)
  | ({ readonly kind: 'edition-listing' } & DemoEditionListing)
  | ({ readonly kind: 'token-listing' } & DemoTokenListing)
  | { readonly kind: 'claims'; readonly atMs: number; readonly uids: string[] }
  | ({ readonly kind: 'report' } & DemoReport)
  | ({ readonly kind: 'payout' } & DemoPayout)
  | ({ readonly kind: 'take-back' } & DemoTakeBack)
  | { readonly kind: 'night'; readonly atMs: number };

const claimDays = [400, 290, 180, 90, 1];

/**
 * Lists the moments at which the public log is published: once a week, and on days with payouts. The log sums
 * payouts by the day of publication.
 */
function listPublications({ todayMs, tokenIssues, payouts }: DemoWorld): number[] {
  const endOf = (atMs: number) => Math.floor(atMs / DAY_MILLIS) * DAY_MILLIS + 23.9 * HOUR_MILLIS;
  const firstMs = tokenIssues[0]?.atMs ?? todayMs;
  const nights = new Set(payouts.map(({ atMs }) => endOf(atMs)));
  for (let atMs = endOf(todayMs - DAY_MILLIS); atMs > firstMs; atMs -= 7 * DAY_MILLIS)
    nights.add(atMs);
  return [...nights];
}

export function buildTimeline(world: DemoWorld): DemoEvent[] {
  const { todayMs } = world;
  const uids = world.fans
    .filter(({ joinedAtMs }) => joinedAtMs < todayMs - DAY_MILLIS)
    .map(({ uid }) => uid);
  const [first] = world.tokenIssues;
  const events: DemoEvent[] = [
    { kind: 'token-issues', atMs: first?.atMs ?? todayMs, issues: world.tokenIssues },
    ...world.dats.map((dat) => ({ kind: 'release' as const, atMs: dat.releasedAtMs, dat })),
    ...world.dats
      .filter(({ takenDownAtMs }) => takenDownAtMs !== null)
      .map((dat) => ({ kind: 'takedown' as const, atMs: dat.takenDownAtMs ?? 0, dat })),
    ...world.tokenPurchases.map((each) => ({ kind: 'token-purchase' as const, ...each })),
    ...world.editionPurchases.map((each) => ({ kind: 'edition-purchase' as const, ...each })),
    ...world.editionListings.map((each) => ({ kind: 'edition-listing' as const, ...each })),
    ...world.tokenListings.map((each) => ({ kind: 'token-listing' as const, ...each })),
    ...claimDays.map((days) => ({
      kind: 'claims' as const,
      atMs: todayMs - days * DAY_MILLIS + 21 * HOUR_MILLIS,
      uids,
    })),
    ...reportsUntil(todayMs, world.dats).map((report) => ({ kind: 'report' as const, ...report })),
    ...world.takeBacks.map((each) => ({ kind: 'take-back' as const, ...each })),
    ...listPublications(world).map((atMs) => ({ kind: 'night' as const, atMs })),
    ...world.payouts.map((each) => ({ kind: 'payout' as const, ...each })),
  ];
  return events.sort((a, b) => a.atMs - b.atMs);
}
