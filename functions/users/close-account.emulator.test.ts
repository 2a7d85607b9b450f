import { heldUsernamePath } from '@datchain/shared/contracts/documents/held-username.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { noRest, type Rest } from '@datchain/shared/domain/books/rest.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { allDocuments, placesIn } from '@datchain/testing/server/readable.ts';
import { person, releasing } from '@datchain/testing/server/releasing.ts';
import { aPng } from '@datchain/testing/server/uploads.ts';
import { everythingStored, whereSaid } from '@datchain/testing/server/where-said.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { closeAccounts } from './close-account.ts';
import { findPlace, liveValues } from './places.ts';

const m = market();
const c = cashOut(m);
const r = releasing(m);
const { fanWith, owner, lister } = collectors(m);

const answer = async (name: string, input: object, { token }: Pick<Fan, 'token'>) => {
  const { status, body } = await m.call(name, input, token);
  return status === 200 ? body.result : [status, body.error.message];
};

async function member() {
  await m.stripe('topup', { amount: 100_000 });
  const fan = await c.earner(30);
  const named = {
    accountType: 'Fan' as const,
    artistName: '',
    name: `Lena ${fan.uid.slice(0, 8)}x`,
  };
  const made = await person({ uid: fan.uid, email: fan.email, ...named });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid: fan.uid });
  const must = async (name: string, input: object) => {
    const { status, body } = await m.call(name, input, fan.token);
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
    return body.result;
  };
  const paid = { blockId: await m.newBlock(50, 100), qty: 20 };
  const { orderId } = await must('createPaymentLinkDatTokenTesting', paid);
  await must('cancelOrder', { orderId });
  await must('processPayout', { payoutAmount: 30, source: 'credits' });
  await must('createBillingPortalLink', {});
  await must('createOrRetrieveAccount', { email: fan.email });
  await must('setNotifications', { mail: { sales: false } });
  await must('tellWhenForSale', { datId: (await owner()).datId, isWanted: true });
  await must('setLedgerHandle', { handle: 'shown' });
  await must('applyToRelease', {
    artistName: `Artist ${made.username}`,
    musicUrl: 'https://music.example/me',
    pageUrl: `https://${made.username}.example`,
    owns: 'artist',
  });
  const upload = { path: profilePicturePath(fan.uid), bytes: aPng(), contentType: 'image/png' };
  await uploadAs(fan, upload);
  await must('changeAccount', { picture: 'uploaded' });
  return { ...fan, ...made };
}

const close = (fan: Fan, rest: Rest) =>
  answer('closeAccount', { rest, works: 0, editions: [] }, fan);

describe('the data of an account', () => {
  test('[N-PPL-02] is in one file, with everything that any store has of it', async () => {
    const fan = await member();
    const { file } = await answer('downloadAccount', {}, fan);
    const { parts } = JSON.parse(file) as { parts: { stored: { path: string }[] }[] };
    const shown = new Set(parts.flatMap(({ stored }) => stored.map(({ path }) => path)));
    const missing: string[] = [];
    for (const [path, data] of await allDocuments()) {
      if (!path.includes(fan.uid) && placesIn(data, fan.uid).length === 0) continue;
      const place = findPlace(path, fan.uid);
      // A new store must declare its data of a user in functions/users/places.ts.
      if (!place || (place.find && !shown.has(path))) missing.push(path);
    }
    expect(missing).toEqual([]);
    expect(shown).toContain(profilePicturePath(fan.uid));
    for (const path of liveValues(fan.uid)) {
      const value = await services().live.read(path);
      expect(shown.has(path), path).toBe(Boolean(value));
    }
    expect(file).toContain(fan.email);
    expect(file).toContain(fan.name);
  });
});

describe('an account with something open', () => {
  const cases: Readonly<Record<string, [() => Promise<Fan>, RegExp]>> = {
    tokens: [() => fanWith(10), /^You hold 20 tokens\.$/],
    'tokens for sale': [
      async () => (await lister(60)).fan,
      /^You have tokens for sale at 1 price\.$/,
    ],
    earnings: [() => c.earner(26), /^You have earned \$26\.00\.$/],
    'a debt': [
      async () => {
        const fan = await m.signUp();
        await c.grant(fan, { debtMicros: 2_000_000 });
        return fan;
      },
      /^You owe \$2\.00 after a refund\.$/,
    ],
    'reward tokens': [
      async () => {
        const fan = await m.signUp();
        // A pool of $30 over 100,000 tokens in circulation.
        await c.fundPool(30);
        await c.grant(fan, { rewardQty: 99_000 });
        return fan;
      },
      /^You hold 99,000 reward tokens\.$/,
    ],
    'an open order': [
      async () => {
        const fan = await m.signUp();
        const asked = { blockId: await m.newBlock(50, 100), qty: 20 };
        await m.call('createPaymentLinkDatTokenTesting', asked, fan.token);
        return fan;
      },
      /^You have 1 open order\.$/,
    ],
    'a place at the desk': [() => r.deskOperator(), /^You are an operator\./],
  };

  test.each(Object.entries(cases))(
    '[N-PPL-03] is not closed with %s, and the answer says so',
    async (_what, [make, text]) => {
      const fan = await make();
      const closing = await close(fan, noRest);
      expect(closing).toEqual(await answer('getClosing', {}, fan));
      expect(closing.isClosed).toBe(false);
      expect(closing.reasons.map((each: { text: string }) => each.text)).toEqual(
        expect.arrayContaining([expect.stringMatching(text)]),
      );
      for (const { href } of closing.reasons) expect(href).toMatch(/^\/[a-z]+$/);
      expect((await auth().getUser(fan.uid)).disabled).toBe(false);
    },
  );
});

const none = { erased: 0, reopened: 0, postponed: 0, gaveUp: 0, failed: 0 };
const closed = { isClosed: true, reasons: [], works: 0, unsold: 0, editions: [] };

describe('a closed account', () => {
  let fan: Awaited<ReturnType<typeof member>>;
  const run = (change: object = {}) =>
    closeAccounts({
      ...services(),
      clock: { now: () => services().clock.now() + 60 * MINUTE_MILLIS },
      ...change,
    });

  beforeAll(async () => {
    fan = await member();
    expect(await close(fan, noRest)).toEqual({ ...closed, rest: noRest });
  });

  test('[N-PPL-03] lets nobody log in any more, and is not erased while calls may still run', async () => {
    expect((await auth().getUser(fan.uid)).disabled).toBe(true);
    expect(await closeAccounts(services())).toEqual(none);
    expect((await firestore().doc(docs.user(fan.uid)).get()).exists).toBe(true);
  });

  test('[N-PPL-03] is erased by the next run, wherever the last one was killed', async () => {
    const { store, authUsers, files, connect, live } = services();
    const dies = () => Promise.reject(new Error('killed'));
    let writes = 0;
    const deaths: object[] = [
      { files: { ...files, remove: dies } },
      { connect: { ...connect, eraseCustomer: dies } },
      { live: { ...live, patch: dies } },
      ...[1, 1, 1, 1].map((last) => ({
        store: {
          ...store,
          write: (batch: Parameters<typeof store.write>[0]) => {
            writes += 1;
            return writes > last ? dies() : store.write(batch);
          },
        },
      })),
      { authUsers: { ...authUsers, delete: dies } },
    ];
    for (const death of deaths) {
      writes = 0;
      expect(await run(death)).toEqual({ ...none, failed: 1 });
    }
    expect(await run()).toEqual({ ...none, erased: 1 });
    expect(await run()).toEqual(none);
  });

  test('[N-PPL-03] leaves neither its name nor its address anywhere, and its uid in the books only', async () => {
    await m.reconcile();
    const stored = await everythingStored();
    for (const word of [fan.email, fan.name, fan.username]) {
      expect(Object.fromEntries(whereSaid(stored, word)), word).toEqual({});
    }
    const left = whereSaid(stored, fan.uid);
    const figures = ['datchainwallets', 'datChainTokenWallets', 'utilitySpend', 'users'];
    const live = left.get('the Realtime Database') ?? [];
    expect(figures.map((each) => `${each}.{uid}`)).toEqual(expect.arrayContaining(live));
    expect(Object.keys(Object((await services().live.read(`users/${fan.uid}`)) ?? {}))).toEqual([
      'summary',
    ]);
    left.delete('the Realtime Database');
    const named = [...left.keys()].filter((path) => {
      const end = findPlace(path, fan.uid)?.end;
      return end !== 'kept' && end !== 'passes';
    });
    expect(named.map((path) => `${path}: ${left.get(path)}`)).toEqual([]);
    await expect(auth().getUser(fan.uid)).rejects.toThrow();
    const { stripe } = services();
    expect(
      (await stripe.customers.list({ limit: 100 })).data.map(({ metadata }) => metadata.uid),
    ).not.toContain(fan.uid);
    const accounts = await stripe.accounts.list({ limit: 100 });
    expect(accounts.data.filter(({ email }) => email === fan.email)).toEqual([]);
  });

  test('[N-PPL-14] keeps its username from everybody else', async () => {
    const other = await member();
    expect(await answer('changeAccount', { username: fan.username }, other)).toEqual([
      409,
      'Username already taken',
    ]);
    const held = heldUsernamePath(fan.username.toLowerCase());
    expect((await firestore().doc(held).get()).data()).toEqual({ until: expect.any(Number) });
  });

  test('[N-PPL-03] [N-PPL-05] answers an old unsubscribe link in its e-mails, and stores nothing of it again', async () => {
    const { siteUrl, mailLinkKey } = services().environment;
    const link = unsubscribeUrl(siteUrl, mailLinkKey, { uid: fan.uid, choice: 'sales' });
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await firestore().doc(docs.notificationSettings(fan.uid)).get()).exists).toBe(false);
  });

  test('[N-PPL-03] leaves clean books and frees its address', async () => {
    expect((await m.reconcile()).differences).toEqual([]);
    const again = await auth().createUser({ email: fan.email });
    expect(again.uid).not.toBe(fan.uid);
  });

  test('[N-PPL-03] waits again if its call was killed before the login was disabled', async () => {
    const other = await member();
    await close(other, noRest);
    await auth().updateUser(other.uid, { disabled: false });
    expect(await run()).toEqual({ ...none, postponed: 1 });
    expect((await auth().getUser(other.uid)).disabled).toBe(true);
    expect((await firestore().doc(docs.user(other.uid)).get()).exists).toBe(true);
    expect(await closeAccounts(services())).toEqual(none);
    expect(
      await run({ clock: { now: () => services().clock.now() + 120 * MINUTE_MILLIS } }),
    ).toEqual({ ...none, erased: 1 });
  });

  test('[N-PPL-03] is reopened if something was earned meanwhile, and its owner is notified', async () => {
    const other = await m.signUp();
    await close(other, noRest);
    await c.earn(other, { 9: 5 });
    expect(await run()).toEqual({ ...none, reopened: 1 });
    expect((await auth().getUser(other.uid)).disabled).toBe(false);
    const notifications = await firestore().collection(docs.notifications(other.uid)).get();
    expect(notifications.docs.map((one) => one.data())).toEqual([
      {
        kind: 'closing-undone',
        at: expect.any(Number),
        reasons: [],
      },
    ]);
    const mails = await firestore().collection('mails').where('uid', '==', other.uid).get();
    expect(mails.docs.map((one) => one.data().about.kind)).toContain('closing-undone');
  });

  const withRest = async (earnedUsd: number) => {
    const other = await m.signUp();
    await c.earn(other, { 9: earnedUsd });
    await c.grant(other, { rewardQty: 3 });
    const { reasons, rest } = await answer('getClosing', {}, other);
    expect(reasons).toEqual([]);
    return { other, rest };
  };
  const waivedBy = async ({ uid }: Fan) =>
    (await firestore().collection(docs.movements(uid)).where('kind', '==', 'rest-waived').get())
      .docs;

  test('[N-PPL-03] waives what is too little to be paid out, exactly as agreed and once', async () => {
    const { other, rest } = await withRest(3.214_501);
    expect(rest).toEqual({ earnedMicros: 3_214_501, changeMicros: 0, rewardQty: 3 });
    expect(await close(other, { ...rest, earnedMicros: rest.earnedMicros - 1 })).toEqual([
      409,
      'What is left on your account has changed. Look at the amounts again.',
    ]);
    expect((await auth().getUser(other.uid)).disabled).toBe(false);
    expect(await close(other, rest)).toEqual({ ...closed, rest });
    const { files } = services();
    const dies = () => Promise.reject(new Error('killed'));
    expect(await run({ files: { ...files, remove: dies } })).toEqual({ ...none, failed: 1 });
    expect(await run()).toEqual({ ...none, erased: 1 });
    expect((await waivedBy(other)).map((movement) => movement.data())).toEqual([
      expect.objectContaining(rest),
    ]);
    expect(await c.userOf(other.uid)).toMatchObject({ rewardQty: 0 });
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-PPL-03] is reopened and waives nothing if more than the agreed rest was earned meanwhile', async () => {
    const { other, rest } = await withRest(1);
    await close(other, rest);
    await c.earn(other, { 8: 0.5 });
    expect(await run()).toEqual({ ...none, reopened: 1 });
    expect(await waivedBy(other)).toEqual([]);
    expect((await auth().getUser(other.uid)).disabled).toBe(false);
    const { rest: now } = await answer('getClosing', {}, other);
    expect(now).toEqual({ ...rest, earnedMicros: 1_500_000 });
  });

  test('[N-MON-22] gets no message and no debt when its payment is disputed: the platform has a loss', async () => {
    const other = await m.signUp();
    const bought = { blockId: await m.newBlock(50, 100), qty: 20 };
    const paid = await answer('createPaymentLinkDatTokenTesting', bought, other);
    await m.pay(paid.url);
    await answer('getOrderStatus', { orderId: paid.orderId }, other);
    await answer('listDatChainTokens', { blockId: '99', qty: 20 }, other);
    const buyer = await m.signUp();
    const sold = await answer(
      'createPaymentLinkDatTokenTesting',
      { blockId: '99', qty: 20 },
      buyer,
    );
    await m.pay(sold.url);
    await answer('getOrderStatus', { orderId: sold.orderId }, buyer);
    const { rest } = await answer('getClosing', {}, other);
    expect(await close(other, rest)).toEqual({ ...closed, rest });
    expect(await run()).toEqual({ ...none, erased: 1 });
    const stored = async () => {
      const all = await allDocuments();
      const known = [...all].filter(
        ([path, data]) => path.includes(other.uid) || placesIn(data, other.uid).length > 0,
      );
      return known.map(([path]) => path).sort();
    };
    const before = await stored();
    const order = await services().orders.find(paid.orderId);
    await m.stripe('disputes', { paymentIntent: order?.paymentIntentId });
    await m.stripe('webhooks/settle');
    expect((await services().losses.list())[0]).toMatchObject({
      orderId: paid.orderId,
      closedMicros: 10_000_000,
    });
    const newPaths = (await stored()).filter((path) => !before.includes(path));
    expect(newPaths.filter((path) => !path.startsWith('journal/'))).toEqual([]);
    expect((await m.reconcile()).differences).toEqual([]);
  });
});
