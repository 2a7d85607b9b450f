/** Plays a year of one artist, one work and 49 fans with the product's own code (see docs/bench/jobs.md). */

import { Bank } from '@datchain/demo/seed/bank.ts';
import { demoDocuments, noPictures } from '@datchain/demo/seed/documents.ts';
import { Past } from '@datchain/demo/seed/past.ts';
import { happen } from '@datchain/demo/seed/replay.ts';
import type { DemoPerson } from '@datchain/demo/world/types.ts';
import type { DemoEvent } from '@datchain/demo/world/world.ts';
import {
  issueTokensEntry,
  openingWalletEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import { acceptRelease, newRelease } from '@datchain/functions/releases/accept.ts';
import { finishRelease } from '@datchain/functions/releases/finish.ts';
import type { Services } from '@datchain/functions/services.ts';
import { importAccounts } from '@datchain/functions/stores/bulk.ts';
import { auth } from '@datchain/functions/stores/firebase.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';

export const WALLETS_A_CELL = 50;
export const CARD_BUYERS = 19;
const HOLDERS = 6;
export const EDITIONS = 20;
const MONTHS = 12;
const PLATFORMS = ['spotify', 'apple_music', 'spndat'];
export const BLOCK_CENTS = 36;
const EDITION_CENTS = 1_000;

const two = (number: number): string => String(number).padStart(2, '0');

/** Names of a cell have a fixed form, so that the copies of a cell can rename them. */
export const cellNames = /bench(?:artist|fan|work|track|issue)\d\d/g;
export const artist = 'benchartist00';
export const work = 'benchwork00';
export const track = 'benchtrack00';
export const fan = (number: number): string => `benchfan${two(number)}`;
export const fans: readonly string[] = Array.from({ length: WALLETS_A_CELL - 1 }, (_, n) => fan(n));

const person = (uid: string, accountType: DemoPerson['accountType'], joinedAtMillis: number) => ({
  uid,
  accountType,
  username: uid,
  name: uid,
  artistName: accountType === 'Artist' ? uid : '',
  email: `${uid}@bench.test`,
  city: 'Leeds',
  country: 'GB',
  state: '',
  joinedAtMillis,
  avatarFile: '',
});

export function done<Result>(outcome: Result): Exclude<Result, { code: string }> {
  if (isRefusal(outcome)) throw new Error(outcome.message);
  return outcome as Exclude<Result, { code: string }>;
}

async function release(all: Services): Promise<void> {
  const facts = {
    id: work,
    source: 'files' as const,
    operatorUid: 'demo-operator',
    artistId: artist,
    artistName: artist,
    songName: work,
    albumName: '',
    contentId: track,
    artworkUrl: '',
    songUrl: '',
    genres: ['Jazz'],
    artistFeatures: [],
    producers: [],
    songwriters: [],
    recordLabels: [],
    tier: 'Bronze' as const,
  };
  const asked = newRelease(facts, { id: work }, all.clock.now());
  const taken = (): never => {
    throw new Error('The work is there already');
  };
  const accepted = done(await acceptRelease(all, { release: asked, uploads: [] }, taken));
  done(await finishRelease(all, accepted));
}

async function openWallet(all: Services, uid: string): Promise<void> {
  const lot = { blockId: '36', priceCents: BLOCK_CENTS, qty: 250, faceMicros: 90_000_000 };
  const opening = { uid, lots: [lot], spendCents: 9_000, rewardQty: 0, earnedDays: [] };
  done(await all.books.commit(openingWalletEntry(opening)));
}

/** Makes a report of some days on all platforms, as it arrives three days later. */
export function makeCsv(atMillis: number, works: readonly string[], days: number): string {
  const rows = works.flatMap((content) =>
    Array.from({ length: days }, (_, day) => utcDay(atMillis - (3 + day) * DAY_MILLIS)).flatMap(
      (date) => PLATFORMS.map((platform) => [date, platform, 1_000, content].join()),
    ),
  );
  return ['date,platform,streams,content_id', ...rows, ''].join('\n');
}

const report = (atMillis: number): DemoEvent => ({
  kind: 'report',
  atMillis,
  name: `streams-${atMillis}.csv`,
  csv: makeCsv(atMillis, [track], 1),
});

function trades(todayMillis: number): DemoEvent[] {
  const ago = (days: number, minutes: number) =>
    todayMillis - days * DAY_MILLIS + 9 * HOUR_MILLIS + minutes * MINUTE_MILLIS;
  const purchase = (at: number, number: number, uid: string, priceCents: number): DemoEvent => ({
    kind: 'edition-purchase',
    uid,
    datId: work,
    editionNumber: number,
    priceCents,
    atMillis: at,
  });
  const listing = (at: number, number: number, sellerUid: string): DemoEvent => ({
    kind: 'edition-listing',
    sellerUid,
    datId: work,
    editionNumber: number,
    askPriceCents: 2 * EDITION_CENTS,
    atMillis: at,
  });
  return [
    ...fans.slice(0, CARD_BUYERS).map(
      (uid, n): DemoEvent => ({
        kind: 'token-purchase',
        uid,
        blockCents: BLOCK_CENTS,
        qty: 200,
        atMillis: ago(360, 3 * n),
      }),
    ),
    ...Array.from({ length: EDITIONS }, (_, n) =>
      purchase(ago(355, n), n + 1, fan(n % HOLDERS), EDITION_CENTS),
    ),
    ...Array.from({ length: MONTHS }, (_, month) => report(ago(345 - 30 * month, 0))),
    listing(ago(200, 0), 1, fan(0)),
    purchase(ago(199, 0), 1, fan(30), 2 * EDITION_CENTS),
    listing(ago(1, 0), 2, fan(1)),
  ].sort((a, b) => a.atMillis - b.atMillis);
}

/** Plays the year until today in empty emulators, whose addresses are in the environment. */
export async function playCell(todayMillis: number): Promise<void> {
  const joinedMillis = todayMillis - 380 * DAY_MILLIS;
  const people = {
    artists: [person(artist, 'Artist', joinedMillis)],
    fans: fans.map((uid) => person(uid, 'Fan', joinedMillis)),
  };
  const nothing = {
    desk: { applications: [], reports: [] },
    dats: [],
    tokenIssues: [],
    tokenPurchases: [],
    editionPurchases: [],
    editionListings: [],
    tokenListings: [],
    takeBacks: [],
    payouts: [],
    releaseSummaries: [],
  };
  const world = { ...nothing, ...people, todayMillis, allowedUids: [], operatorUids: [] };
  const accounts = [...people.artists, ...people.fans].map(({ uid, email, username }) => ({
    uid,
    email,
    displayName: username,
    emailVerified: true,
  }));
  await importAccounts(auth(), accounts);
  const past = new Past();
  past.begin(demoDocuments(world, noPictures));
  const bank = new Bank();
  const story = { past, bank, pictures: noPictures, orderIds: new Map(), disputes: new Map() };
  await bank.begin();
  const opening = past.at(todayMillis - 370 * DAY_MILLIS + 9 * HOUR_MILLIS);
  done(await opening.books.commit(issueTokensEntry('benchissue00', '36', BLOCK_CENTS, 5_000)));
  for (const uid of fans.slice(CARD_BUYERS)) await openWallet(opening, uid);
  await release(past.at(todayMillis - 366 * DAY_MILLIS + 9 * HOUR_MILLIS));
  for (const event of trades(todayMillis)) await happen(story, event);
  await bank.end();
  await past.write();
}
