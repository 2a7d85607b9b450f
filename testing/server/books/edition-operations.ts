import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
  unlistEditionEntry,
} from '@datchain/functions/journal/entries/editions.ts';
import { giveEditionEntry } from '@datchain/functions/journal/entries/gifts.ts';
import { claimEntry } from '@datchain/functions/journal/entries/rewards.ts';
import { distributeEntry } from '@datchain/functions/journal/entries/streams.ts';
import { restoreEntry, takeDownEntry } from '@datchain/functions/journal/entries/take-down.ts';
import { choose } from '@datchain/functions/names/choose.ts';
import { postShares } from '@datchain/functions/streams/post-shares.ts';
import { readDatGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { sharedDay } from '@datchain/shared/domain/books/stream-days.ts';
import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, monthOf, utcDay } from '@datchain/shared/domain/time.ts';
import fc from 'fast-check';
import { postAllDue } from '../shared-streams.ts';
import { operation, uid, which } from './operation.ts';
import type { BooksWorld } from './world.ts';

async function findDat(world: BooksWorld, index: number) {
  const id = world.nth('dats', index);
  return id === undefined ? undefined : readDatGuard(await world.read(docs.datGuard(id)));
}

/** Finds an edition as a user sees it, possibly outdated by one change. */
export async function findEdition(
  world: BooksWorld,
  dat: number,
  number: number,
  isStale: boolean,
) {
  const found = await findDat(world, dat);
  const edition = found?.editions[number % found.editions.length];
  if (!found || !edition) return undefined;
  const version = edition.version - (isStale ? 1 : 0);
  return { edition, ref: { datId: found.id, number: edition.number, version } };
}

const seen = { dat: which, number: which, isStale: fc.nat(9).map((n) => !n) };
/** Picks mostly the owner, and sometimes another user. */
const somebody = fc.option(uid, { freq: 5, nil: undefined }).map((one) => one);

export const editionOperations = {
  mint: operation(
    1,
    { uid, editions: fc.integer({ min: 1, max: 3 }), priceCents: fc.integer({ min: 1, max: 900 }) },
    (world, { uid: creatorUid, editions, priceCents }, id) => {
      const mint = { datId: `d${id}`, creatorUid, editions, priceCents, sharePpm: 25_000 };
      return async () => {
        const minted = await world.commit(mintEntry(mint));
        if (!isRefusal(minted)) world.know('dats', mint.datId);
      };
    },
  ),

  buy: operation(
    11,
    { ...seen, uid, over: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1) },
    async (world, { dat, number, isStale, uid: buyer, over }) => {
      const found = await findEdition(world, dat, number, isStale);
      if (!found) return undefined;
      const shown = (found.edition.askPriceCents ?? found.edition.priceCents) + over;
      return async () => {
        const bought = await world.commit(buyEditionEntry(found.ref, buyer, shown));
        if (!isRefusal(bought) && bought.result.priceCents !== shown) {
          throw new Error(`${buyer} was shown ${shown} and paid ${bought.result.priceCents}`);
        }
      };
    },
  ),

  offer: operation(
    9,
    { ...seen, uid: somebody, percent: fc.integer({ min: 98, max: 150 }) },
    async (world, { dat, number, isStale, uid: other, percent }) => {
      const found = await findEdition(world, dat, number, isStale);
      if (!found) return undefined;
      const ask = Math.floor((found.edition.priceCents * percent) / 100);
      const seller = other ?? found.edition.ownerUid;
      return () => world.commit(listEditionEntry(found.ref, seller, ask));
    },
  ),

  withdraw: operation(
    3,
    { ...seen, uid: somebody },
    async (world, { dat, number, isStale, uid: other }) => {
      const found = await findEdition(world, dat, number, isStale);
      if (!found) return undefined;
      return () => world.commit(unlistEditionEntry(found.ref, other ?? found.edition.ownerUid));
    },
  ),

  // Few accounts close in a play: by chance, a gift to one of them would happen once in 300 plays.
  give: operation(
    3,
    { ...seen, uid: somebody, to: uid, isToClosed: fc.boolean() },
    async (world, { dat, number, isStale, uid: other, to, isToClosed }) => {
      const found = await findEdition(world, dat, number, isStale);
      if (!found) return undefined;
      const receiver = (isToClosed && world.nth('closed', number)) || to;
      const giver = other ?? found.edition.ownerUid;
      return () => world.commit(giveEditionEntry(found.ref, giver, receiver));
    },
  ),

  takeDown: operation(1, { dat: which, isStale: seen.isStale }, async (world, { dat, isStale }) => {
    const found = await findDat(world, dat);
    if (!found) return undefined;
    const version = takedownVersion(found) - (isStale ? 1 : 0);
    const takedown = { datId: found.id, version, reason: 'A claim of rights' };
    return () => world.commit(takeDownEntry(takedown));
  }),

  restore: operation(2, { dat: which, isStale: seen.isStale }, async (world, { dat, isStale }) => {
    const found = await findDat(world, dat);
    if (!found) return undefined;
    const version = takedownVersion(found) - (isStale ? 1 : 0);
    const takedown = { datId: found.id, version, reason: 'The claim was settled' };
    return () => world.commit(restoreEntry(takedown));
  }),

  choose: operation(
    2,
    { uid, isUnnamed: fc.boolean() },
    (world, { uid: chooser, isUnnamed }) =>
      () =>
        choose(world.services, chooser, isUnnamed),
  ),

  claim: operation(4, { uid }, async (world, { uid: claimer }) => {
    const { claims } = readUserGuard(claimer, await world.read(docs.userGuard(claimer)));
    return () => world.commit(claimEntry(claimer, claims));
  }),

  share: operation(
    4,
    {
      dat: which,
      platform: fc.constantFrom('spotify' as const, 'apple_music' as const),
      daysAgo: fc.integer({ min: 1, max: 3 }),
      streams: fc.integer({ min: 0, max: 40_000 }),
      isPosted: fc.boolean(),
    },
    async (world, { dat, platform, daysAgo, streams, isPosted }) => {
      const found = await findDat(world, dat);
      if (!found) return undefined;
      const date = utcDay(world.services.clock.now() - daysAgo * DAY_MILLIS);
      const shares = readStreamShares(
        found.id,
        await world.read(docs.streamShares(found.id, monthOf(date))),
      );
      const revision = sharedDay(shares, platform, date)?.revision ?? 0;
      const day = { datId: found.id, platform, date, streams, revision };
      const entry = distributeEntry(day, found);
      return async () => {
        const outcome = await world.commit(entry);
        if (isRefusal(outcome)) return;
        world.shares.set(entry.id, streams * rates.streamMicros[platform]);
        if (isPosted) await postShares(world.services, [{ ...day, shared: outcome.result }]);
      };
    },
  ),

  // Posts what earlier shares left, like the next run of the job.
  post: operation(2, {}, async (world) => () => postAllDue(world.services)),
};
