import { docs } from '@datchain/shared/contracts/paths.ts';
import { findEdition } from '@datchain/shared/domain/books/editions.ts';
import type { EditionFate } from '@datchain/shared/domain/books/gifts.ts';
import { noRest } from '@datchain/shared/domain/books/rest.ts';
import { DAY_MILLIS, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { person } from '@datchain/testing/server/releasing.ts';
import { shareAndPost } from '@datchain/testing/server/shared-streams.ts';
import { describe, expect, test } from 'vitest';
import { buyEditionEntry, listEditionEntry } from '../journal/entries/editions.ts';
import { giveEditionEntry } from '../journal/entries/gifts.ts';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { closeAccount, closeAccounts } from './close-account.ts';

const m = market();
const c = cashOut(m);
const { fanWith, release } = collectors(m);

const answer = async (name: string, input: object, { token }: Pick<Fan, 'token'>) => {
  const { status, body } = await m.call(name, input, token);
  return status === 200 ? body.result : [status, body.error.message];
};
const run = () =>
  closeAccounts({
    ...services(),
    clock: { now: () => services().clock.now() + 60 * MINUTE_MILLIS },
  });

async function named(fan: Fan) {
  const made = await person({
    uid: fan.uid,
    email: fan.email,
    accountType: 'Fan',
    artistName: '',
    name: `Lena ${fan.uid.slice(0, 8)}x`,
  });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid: fan.uid });
  return { ...fan, username: made.username };
}
const someone = async () => named(await m.signUp());

async function owner(isOffered = false) {
  const [creator, fan] = [await someone(), await named(await fanWith(10))];
  const datId = await release(creator, 1);
  await commit(buyEditionEntry({ datId, number: 1, version: 1 }, fan.uid, 1_000));
  if (isOffered) await commit(listEditionEntry({ datId, number: 1, version: 2 }, fan.uid, 2_000));
  return { creator, fan, datId };
}

const decide = (datId: string, becomes: EditionFate, username?: string) => ({
  rest: noRest,
  works: 0,
  editions: [{ datId, number: 1, becomes }],
  ...(username === undefined ? {} : { username }),
});
const editionOf = async (datId: string) => {
  const dat = await services().guards.findDat(datId);
  return dat && findEdition(dat, 1);
};
const notificationsOf = async ({ uid }: Pick<Fan, 'uid'>) =>
  (await firestore().collection(docs.notifications(uid)).get()).docs.map((one) => one.data());
const isClosing = async ({ uid }: Pick<Fan, 'uid'>) =>
  (await firestore().doc(docs.closure(uid)).get()).exists;

describe('a user who closes an account with an edition', () => {
  test('[N-FST-06] reads which editions they own and to whom each can be given back', async () => {
    const { fan, creator, datId } = await owner();
    const { reasons, editions } = await answer('getClosing', {}, fan);
    expect(reasons).toEqual([]);
    expect(editions).toEqual([
      { datId, number: 1, song: datId, creator: creator.username, isForSale: false },
    ]);
  });

  test('[N-FST-06] keeps it unnamed: nobody can buy it, and it earns nothing more', async () => {
    const { fan, datId } = await owner(true);
    expect(await answer('closeAccount', decide(datId, 'kept'), fan)).toMatchObject({
      isClosed: true,
    });
    expect(await run()).toMatchObject({ erased: 1, failed: 0 });
    expect(await editionOf(datId)).toMatchObject({ ownerUid: fan.uid, askPriceCents: null });
    const history = (await firestore().doc(docs.datHistory(datId)).get()).data();
    expect(JSON.stringify(history)).not.toContain(fan.username);
    const date = utcDay(services().clock.now() - DAY_MILLIS);
    const dat = await services().guards.findDat(datId);
    if (!dat) throw new Error('unreachable: it was released');
    const day = { datId, platform: 'spotify' as const, date, streams: 100_000, revision: 0 };
    await shareAndPost(services(), day, dat);
    expect((await c.userOf(fan.uid)).earnedDays).toEqual([]);
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-FST-06] loses an offer that was made while the account was being closed', async () => {
    const { fan, datId } = await owner();
    expect(await answer('closeAccount', decide(datId, 'kept'), fan)).toMatchObject({
      isClosed: true,
    });
    // A call of another tab passes the login before the account is locked.
    await commit(listEditionEntry({ datId, number: 1, version: 2 }, fan.uid, 2_000));
    expect(await run()).toMatchObject({ erased: 1, failed: 0 });
    expect(await editionOf(datId)).toMatchObject({ ownerUid: fan.uid, askPriceCents: null });
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-FST-06] can give it back to its artist, who is notified and can offer it again', async () => {
    const { fan, creator, datId } = await owner();
    expect(await answer('closeAccount', decide(datId, 'returned'), fan)).toMatchObject({
      isClosed: true,
      editions: [],
    });
    expect(await run()).toMatchObject({ erased: 1, failed: 0 });
    expect(await editionOf(datId)).toMatchObject({ ownerUid: creator.uid, wasSold: true });
    expect(await notificationsOf(creator)).toContainEqual(
      expect.objectContaining({ kind: 'edition-received', edition: 1, isReturned: true }),
    );
    await auth().updateUser(creator.uid, { emailVerified: true });
    const ref = { datId, number: 1, version: 3 };
    await commit(listEditionEntry(ref, creator.uid, 2_000));
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-FST-06] can give it to a user, who has it in their wallet and alone is named in its history', async () => {
    const { fan, datId } = await owner();
    const heir = await someone();
    const wanted = decide(datId, 'given', `@${heir.username}`);
    expect(await answer('closeAccount', wanted, fan)).toMatchObject({ isClosed: true });
    expect(await run()).toMatchObject({ erased: 1, failed: 0 });
    expect(await editionOf(datId)).toMatchObject({ ownerUid: heir.uid });
    expect(await notificationsOf(heir)).toEqual([
      { kind: 'edition-received', at: expect.any(Number), datId, edition: 1, isReturned: false },
    ]);
    const wallet = await firestore().doc(docs.wallet(heir.uid)).get();
    expect(wallet.data()?.ownedDats).toMatchObject([{ id: datId, edition: 1, sold: false }]);
    const history = (await firestore().doc(docs.datHistory(datId)).get()).data();
    expect(history?.lines[0]).toMatchObject({ kind: 'given', from: '', to: heir.username });
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test.each<[string, (o: Awaited<ReturnType<typeof owner>>) => object, [number, string]]>([
    [
      'an edition that is not decided about',
      () => ({ rest: noRest, works: 0, editions: [] }),
      [409, 'Your editions have changed. Decide about them again.'],
    ],
    [
      'an edition of somebody else',
      ({ datId }) => ({
        rest: noRest,
        works: 0,
        editions: [1, 2].map((number) => ({ datId, number, becomes: 'kept' })),
      }),
      [409, 'Your editions have changed. Decide about them again.'],
    ],
    [
      'a gift to nobody',
      ({ datId }) => decide(datId, 'given'),
      [400, 'Enter the username of the recipient.'],
    ],
    [
      'a gift to a name that nobody has',
      ({ datId }) => decide(datId, 'given', 'nobody/of-them'),
      [404, 'No user is called @nobody/of-them.'],
    ],
    [
      'a gift to themselves',
      ({ datId, fan }) => decide(datId, 'given', fan.username.toUpperCase()),
      [400, 'This is your own username.'],
    ],
  ])(
    '[N-FST-06] is refused with a sentence and keeps everything in the case of %s',
    async (_, input, refusal) => {
      const one = await owner();
      expect(await answer('closeAccount', input(one), one.fan)).toEqual(refusal);
      expect(await isClosing(one.fan)).toBe(false);
      expect((await auth().getUser(one.fan.uid)).disabled).toBe(false);
      expect(await editionOf(one.datId)).toMatchObject({ ownerUid: one.fan.uid });
    },
  );

  test('[N-FST-06] cannot give it to a closing account, nor back to an artist who is closing theirs', async () => {
    const { fan, creator, datId } = await owner();
    const heir = await someone();
    for (const gone of [heir, creator]) {
      const { rest, works } = await answer('getClosing', {}, gone);
      await answer('closeAccount', { rest, works, editions: [] }, gone);
    }
    expect(await answer('closeAccount', decide(datId, 'given', heir.username), fan)).toEqual([
      400,
      `@${heir.username.toLowerCase()} has closed their account. Choose somebody else.`,
    ]);
    expect((await answer('getClosing', {}, fan)).editions).toMatchObject([{ creator: '' }]);
    expect(await answer('closeAccount', decide(datId, 'returned'), fan)).toEqual([
      400,
      `#1 of ${datId} cannot be given back. Keep it or give it away.`,
    ]);
    expect(await answer('closeAccount', decide(datId, 'kept'), fan)).toMatchObject({
      isClosed: true,
    });
    expect(await run()).toMatchObject({ erased: 3, failed: 0 });
  });

  test('[N-FST-06] loses no gift to somebody who closes at the same moment', {
    timeout: scale(120_000, 900_000),
  }, async () => {
    for (let round = 0; round < scale(2, 20); round += 1) {
      const [one, other] = [await owner(), await owner()];
      const gifts = await Promise.all([
        answer('closeAccount', decide(one.datId, 'given', other.fan.username), one.fan),
        answer('closeAccount', decide(other.datId, 'given', one.fan.username), other.fan),
      ]);
      const people = [one.fan, other.fan];
      const closed = gifts.map((gift) => gift.isClosed === true);
      // A user who got an edition just before, or could not give theirs, decides about it.
      for (const [index, fan] of people.entries()) {
        expect(await isClosing(fan), JSON.stringify(gifts)).toBe(closed[index]);
        expect((await auth().getUser(fan.uid)).disabled).toBe(closed[index]);
      }
      const owners = [await editionOf(one.datId), await editionOf(other.datId)].map(
        (edition) => edition?.ownerUid,
      );
      for (const [index, fan] of people.entries()) {
        if (closed[index]) expect(owners).not.toContain(fan.uid);
      }
    }
    const { reopened, failed } = await run();
    expect({ reopened, failed }).toEqual({ reopened: 0, failed: 0 });
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-FST-06] is not locked out by two decisions at the same moment', async () => {
    const { fan, datId } = await owner();
    const real = services();
    const [looked, wrote, held] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    // One call reads before the other closes, and gives the edition back before its second read.
    const read: typeof real.store.read = async (paths) => {
      const found = await real.store.read(paths);
      looked?.resolve();
      await wrote?.promise;
      return found;
    };
    const write: typeof real.store.write = async (batch) => {
      const outcome = await real.store.write(batch);
      wrote?.resolve();
      if (batch.create) await held?.promise;
      return outcome;
    };
    const returned = closeAccount(
      { ...real, store: { ...real.store, read } },
      fan.uid,
      decide(datId, 'returned'),
    );
    await looked?.promise;
    const kept = closeAccount(
      { ...real, store: { ...real.store, write } },
      fan.uid,
      decide(datId, 'kept'),
    );
    expect(await returned).toMatchObject({ code: 'aborted' });
    held?.resolve();
    expect(await kept).toMatchObject({ code: 'aborted' });
    expect(await isClosing(fan)).toBe(false);
    expect((await auth().getUser(fan.uid)).disabled).toBe(false);
  });

  test('[N-FST-06] gives nothing more away while the account is being closed', async () => {
    const { fan, datId } = await owner();
    const close = (becomes: EditionFate) =>
      closeAccount(services(), fan.uid, decide(datId, becomes));
    expect(await close('kept')).toMatchObject({ isClosed: true });
    expect(await close('returned')).toMatchObject({
      message: 'This account is being closed already.',
    });
    expect(await editionOf(datId)).toMatchObject({ ownerUid: fan.uid });
    expect(await close('kept')).toMatchObject({ isClosed: true });
    expect(await run()).toMatchObject({ erased: 1, reopened: 0, failed: 0 });
  });

  test('[N-FST-06] is notified when a late edition reopens the account', async () => {
    const [one, receiver] = [await owner(), await someone()];
    const ref = { datId: one.datId, number: 1, version: 2 };
    await answer('closeAccount', { rest: noRest, works: 0, editions: [] }, receiver);
    expect(
      await services().books.commit(giveEditionEntry(ref, one.fan.uid, receiver.uid)),
    ).toMatchObject({ message: 'This account is closed. Give the edition to somebody else.' });
    // A process read before the closure; its gift is written after it.
    const closure = firestore().doc(docs.closure(receiver.uid));
    const stored = (await closure.get()).data() ?? {};
    await closure.delete();
    await commit(giveEditionEntry(ref, one.fan.uid, receiver.uid));
    await closure.set(stored);
    expect(await run()).toMatchObject({ reopened: 1, erased: 0 });
    expect(await notificationsOf(receiver)).toContainEqual({
      kind: 'closing-undone',
      at: expect.any(Number),
      reasons: ['You hold 1 edition.'],
    });
  });
});
