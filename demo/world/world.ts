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

const payoutsUntil = (todayMillis: number): DemoPayout[] =>
  PAYOUTS.map(([uid, daysAgo]) => ({
    uid,
    atMillis: todayMillis - daysAgo * DAY_MILLIS + 12 * HOUR_MILLIS,
  }));

/**
 * Makes the demo world for the UTC day of `now`. The same day gives the same world, another day the same
 * story moved in time.
 */
export function demoWorld(now: Date): DemoWorld {
  const todayMillis = Math.floor(now.getTime() / DAY_MILLIS) * DAY_MILLIS;
  const artists = demoArtists(todayMillis);
  const fans = demoFans(todayMillis);
  const dats = unsoldDats(todayMillis, artists);
  const trades = tradeUntil(todayMillis, dats, fans);
  const firstMillis =
    Math.min(...dats.map(({ releasedAtMillis }) => releasedAtMillis)) - DAY_MILLIS;
  return {
    todayMillis,
    artists,
    fans,
    allowedUids: ['demo-operator'],
    operatorUids: ['demo-operator'],
    desk: demoDesk(todayMillis, dats),
    dats,
    tokenIssues: issuesFor(trades.tokenPurchases, trades.tokenListings, firstMillis),
    ...trades,
    payouts: payoutsUntil(todayMillis),
    releaseSummaries: releaseSummaries(artists),
  };
}

export type DemoEvent =
  | { readonly kind: 'token-issues'; readonly atMillis: number; readonly issues: DemoTokenIssue[] }
  | { readonly kind: 'release'; readonly atMillis: number; readonly dat: DemoDat }
  | { readonly kind: 'takedown'; readonly atMillis: number; readonly dat: DemoDat }
  | ({ readonly kind: 'token-purchase' } & DemoTokenPurchase)
  | ({ readonly kind: 'edition-purchase' } & DemoEditionPurchase)
  | ({ readonly kind: 'edition-listing' } & DemoEditionListing)
  | ({ readonly kind: 'token-listing' } & DemoTokenListing)
  | { readonly kind: 'claims'; readonly atMillis: number; readonly uids: string[] }
  | ({ readonly kind: 'report' } & DemoReport)
  | ({ readonly kind: 'payout' } & DemoPayout)
  | ({ readonly kind: 'take-back' } & DemoTakeBack)
  | { readonly kind: 'night'; readonly atMillis: number };

const claimDays = [400, 290, 180, 90, 1];

/**
 * Lists the moments at which the public log is published: once a week, and on days with payouts. The log sums
 * payouts by the day of publication.
 */
function listPublications({ todayMillis, tokenIssues, payouts }: DemoWorld): number[] {
  const endOf = (atMillis: number) =>
    Math.floor(atMillis / DAY_MILLIS) * DAY_MILLIS + 23.9 * HOUR_MILLIS;
  const firstMillis = tokenIssues[0]?.atMillis ?? todayMillis;
  const nights = new Set(payouts.map(({ atMillis }) => endOf(atMillis)));
  for (
    let atMillis = endOf(todayMillis - DAY_MILLIS);
    atMillis > firstMillis;
    atMillis -= 7 * DAY_MILLIS
  )
    nights.add(atMillis);
  return [...nights];
}

export function buildTimeline(world: DemoWorld): DemoEvent[] {
  const { todayMillis } = world;
  const uids = world.fans
    .filter(({ joinedAtMillis }) => joinedAtMillis < todayMillis - DAY_MILLIS)
    .map(({ uid }) => uid);
  const [first] = world.tokenIssues;
  const events: DemoEvent[] = [
    { kind: 'token-issues', atMillis: first?.atMillis ?? todayMillis, issues: world.tokenIssues },
    ...world.dats.map((dat) => ({ kind: 'release' as const, atMillis: dat.releasedAtMillis, dat })),
    ...world.dats
      .filter(({ takenDownAtMillis }) => takenDownAtMillis !== null)
      .map((dat) => ({ kind: 'takedown' as const, atMillis: dat.takenDownAtMillis ?? 0, dat })),
    ...world.tokenPurchases.map((each) => ({ kind: 'token-purchase' as const, ...each })),
    ...world.editionPurchases.map((each) => ({ kind: 'edition-purchase' as const, ...each })),
    ...world.editionListings.map((each) => ({ kind: 'edition-listing' as const, ...each })),
    ...world.tokenListings.map((each) => ({ kind: 'token-listing' as const, ...each })),
    ...claimDays.map((days) => ({
      kind: 'claims' as const,
      atMillis: todayMillis - days * DAY_MILLIS + 21 * HOUR_MILLIS,
      uids,
    })),
    ...reportsUntil(todayMillis, world.dats).map((report) => ({
      kind: 'report' as const,
      ...report,
    })),
    ...world.takeBacks.map((each) => ({ kind: 'take-back' as const, ...each })),
    ...listPublications(world).map((atMillis) => ({ kind: 'night' as const, atMillis })),
    ...world.payouts.map((each) => ({ kind: 'payout' as const, ...each })),
  ];
  return events.sort((a, b) => a.atMillis - b.atMillis);
}
