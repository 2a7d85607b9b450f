import type { LeftEdition } from '@datchain/shared/contracts/calls/account.ts';
import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { restOf } from '@datchain/shared/domain/books/rest.ts';
import { DAY_MILLIS, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { person } from '@datchain/testing/server/releasing.ts';
import { shareAndPost } from '@datchain/testing/server/shared-streams.ts';
import { everythingStored, whereSaid } from '@datchain/testing/server/where-said.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buyEditionEntry, listEditionEntry } from '../journal/entries/editions.ts';
import { waiveLaterEntry } from '../journal/entries/rest.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { closeAccounts } from './close-account.ts';

const m = market();
const c = cashOut(m);
const { fanWith, release } = collectors(m);
const nothingDone = { erased: 0, reopened: 0, postponed: 0, gaveUp: 0, failed: 0 };

const answer = async (name: string, input: object, { token }: Pick<Fan, 'token'>) => {
  const { status, body } = await m.call(name, input, token);
  return status === 200 ? body.result : [status, body.error.message];
};
const run = (change: object = {}) =>
  closeAccounts({
    ...services(),
    clock: { now: () => services().clock.now() + 60 * MINUTE_MILLIS },
    ...change,
  });
const profileOf = async ({ uid }: Pick<Fan, 'uid'>) =>
  (await firestore().doc(docs.publicProfile(uid)).get()).data();
const platformMicros = async () => (await services().guards.books()).platformMicros;

async function artist() {
  const fan = await m.signUp({ hasDocument: false });
  const artistName = `Kestrel ${fan.uid.slice(0, 8)}`;
  await answer('claimArtistName', { artistName }, fan);
  const name = `Lena ${fan.uid.slice(0, 8)}x`;
  const made = await person({ uid: fan.uid, email: fan.email, artistName, name });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid: fan.uid });
  await answer('changeAccount', { about: 'I sing.', links: ['https://kestrel.example'] }, fan);
  const follower = await m.signUp();
  await answer('followArtist', { username: made.username, isWanted: true }, follower);
  const datId = await release(fan, 3);
  const buyer = await fanWith(100);
  await commit(buyEditionEntry({ datId, number: 1, version: 1 }, buyer.uid, 1_000));
  return { ...fan, ...made, datId, buyer, follower };
}

describe('an artist with works who closes their account', () => {
  let one: Awaited<ReturnType<typeof artist>>;
  const rest = { earnedMicros: 8_000_000, changeMicros: 0, rewardQty: 0 };
  const closing = { isClosed: false, reasons: [], rest, works: 1, unsold: 2, editions: [] };

  beforeAll(async () => {
    one = await artist();
  });

  test('[N-PPL-03] has to agree to the number of works whose later earnings they give up', async () => {
    expect(await answer('getClosing', {}, one)).toEqual(closing);
    expect(await answer('closeAccount', { rest, works: 2, editions: [] }, one)).toEqual([
      409,
      'What is left on your account has changed. Look at the amounts again.',
    ]);
    expect(await answer('closeAccount', { rest, works: 1, editions: [] }, one)).toEqual({
      ...closing,
      isClosed: true,
    });
  });

  test('[N-PPL-03] is erased, wherever a run was killed, and leaves the name on the works', async () => {
    const { store } = services();
    for (const last of [0, 1, 2, 3]) {
      let writes = 0;
      const write = (batch: Parameters<typeof store.write>[0]) => {
        writes += 1;
        return writes > last ? Promise.reject(new Error('killed')) : store.write(batch);
      };
      expect(await run({ store: { ...store, write } })).toEqual({ ...nothingDone, failed: 1 });
    }
    expect(await run()).toEqual({ ...nothingDone, erased: 1 });
    expect(await run()).toEqual(nothingDone);
    expect(await profileOf(one)).toEqual({
      username: one.username,
      name: one.artistName,
      accountType: 'Artist',
      isGone: true,
    });
    const { documents, ...others } = await everythingStored();
    for (const word of [one.email, one.name, 'I sing.', 'kestrel.example']) {
      const said = whereSaid({ documents, ...others }, word);
      expect(Object.fromEntries(said), word).toEqual({});
    }
    expect(documents.has(docs.user(one.uid))).toBe(false);
    expect(documents.has(docs.follow(one.follower.uid, one.uid))).toBe(false);
    const row = documents.get(`assetsSummary/${one.datId}`);
    expect(readAsset(Object(row).assets[0], 'row')).toMatchObject({
      isCreatorGone: true,
      creatorImageUrl: '',
    });
  });

  test('[N-PPL-07] cannot be followed any more, and nobody else takes their names', async () => {
    const other = await m.signUp({ hasDocument: false });
    expect(
      await answer('followArtist', { username: one.username, isWanted: true }, one.follower),
    ).toEqual([404, 'This artist has closed their account.']);
    expect((await answer('claimArtistName', { artistName: one.artistName }, other))[0]).toBe(409);
    const name = await firestore().doc(docs.username(one.username.toLowerCase())).get();
    expect(name.get('uid')).toBe(one.uid);
  });

  test('[N-PPL-03] leaves later sales, royalties and streams to the platform, each once', async () => {
    const { datId, buyer, uid } = one;
    const before = await platformMicros();
    const second = await fanWith(100);
    const buy = (number: number, version: number, cents: number) =>
      commit(buyEditionEntry({ datId, number, version }, second.uid, cents));
    await buy(2, 1, 1_000);
    await buy(3, 1, 1_000);
    await commit(listEditionEntry({ datId, number: 1, version: 2 }, buyer.uid, 2_000));
    await buy(1, 3, 2_000);
    const date = utcDay(services().clock.now() - DAY_MILLIS);
    const dat = await services().guards.findDat(datId);
    if (!dat) throw new Error('unreachable: it was released');
    const day = { datId, platform: 'spotify' as const, date, streams: 100_000, revision: 0 };
    await shareAndPost(services(), day, dat);
    const earned = restOf(await c.userOf(uid)).earnedMicros;
    expect(earned).toBeGreaterThan(2 * 8_000_000);
    const sales = (await platformMicros()) - before;

    const { books } = services();
    const dying = {
      ...books,
      commit: async (entry: Parameters<typeof books.commit>[0]) => {
        await books.commit(entry);
        throw new Error('killed');
      },
    };
    expect(await run({ books: dying })).toEqual({ ...nothingDone, failed: 1 });
    expect(await run()).toEqual(nothingDone);
    expect(restOf(await c.userOf(uid)).earnedMicros).toBe(0);
    expect((await platformMicros()) - before).toBe(sales + earned);
    expect((await firestore().collection(docs.notifications(uid)).get()).size).toBe(0);
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-FST-06] is asked about the editions they bought, and not about their own unsold ones', async () => {
    const holder = await artist();
    const other = await artist();
    await commit(
      buyEditionEntry({ datId: other.datId, number: 2, version: 1 }, holder.buyer.uid, 1_000),
    );
    await release(holder.buyer, 2);
    const { works, unsold, editions } = await answer('getClosing', {}, holder.buyer);
    expect({ works, unsold }).toEqual({ works: 1, unsold: 2 });
    expect(editions.map(({ datId, number }: LeftEdition) => [datId, number]).sort()).toEqual(
      [
        [holder.datId, 1],
        [other.datId, 2],
      ].sort(),
    );
  });

  test('[N-PPL-03] keeps later earnings while the account is open', async () => {
    const { uid } = await m.signUp();
    const entry = waiveLaterEntry(uid, '1', rest);
    expect(await services().books.commit(entry)).toMatchObject({
      message: 'This account is not closed.',
    });
  });
});
