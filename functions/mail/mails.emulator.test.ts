import { everyChoice } from '@datchain/shared/contracts/documents/notification-settings.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { listDeaths } from '@datchain/testing/server/deaths.ts';
import { inbox } from '@datchain/testing/server/inbox.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { doAndDie } from '@datchain/testing/server/mortal.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { buyEditionEntry } from '../journal/entries/editions.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { sendMails } from './send-mails.ts';

const m = market();
const { fanWith, release } = collectors(m);
const mail = inbox(m.addresses);

const send = () => sendMails(services());
const subjectsTo = async ({ email }: Fan) => (await mail.of(email)).map(({ subject }) => subject);
const notificationsOf = async ({ uid }: Fan) =>
  (await firestore().collection(docs.notifications(uid)).orderBy('at').get()).docs.map((found) =>
    found.data(),
  );
const mailsOf = async ({ uid }: Fan) =>
  (await firestore().collection(docs.mails).where('uid', '==', uid).get()).docs.map((found) =>
    found.data(),
  );

async function aSale(seller?: Fan): Promise<{ seller: Fan; buyer: Fan; datId: string }> {
  const [artist, buyer] = [seller ?? (await m.signUp()), await fanWith(10)];
  const datId = await release(artist, 1);
  await send();
  await commit(buyEditionEntry({ datId, number: 1, version: 1 }, buyer.uid, 1_000));
  return { seller: artist, buyer, datId };
}

const holdLease = () =>
  setDocuments(firestore(), [
    { path: docs.lease('send-mails'), data: { holder: 'a test', until: Date.now() + DAY_MILLIS } },
  ]);
const giveLeaseBack = () => firestore().doc(docs.lease('send-mails')).delete();

beforeEach(async () => {
  await holdLease();
  await send();
});
afterEach(() => setClockOffset(0));

test('[N-PPL-04] a sale is at the seller’s bell and in both inboxes once, however often the job runs', async () => {
  const { seller, buyer, datId } = await aSale();
  expect(await notificationsOf(seller)).toEqual([
    expect.objectContaining({ kind: 'released', datId }),
    expect.objectContaining({ kind: 'edition-sold', datId, earnedMicros: 8_000_000 }),
  ]);
  expect(await notificationsOf(buyer)).toEqual([]);
  await giveLeaseBack();
  await Promise.all([send(), m.runScheduled('sendMailsJob'), send()]);
  await m.runScheduled('sendMailsJob');
  expect(await subjectsTo(seller)).toEqual([`${datId} is released`, `DAT #1 of ${datId} is sold`]);
  expect(await subjectsTo(buyer)).toEqual([`DAT #1 of ${datId} is yours`]);
  expect(await mailsOf(seller)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

test('[N-PPL-05] an e-mail has plain text and HTML with the same words; its links lead to this site, and it loads nothing', async () => {
  const { seller, datId } = await aSale();
  await send();
  const sent = (await mail.of(seller.email)).at(-1);
  const { siteUrl } = services().environment;
  for (const form of [sent?.text, sent?.html]) {
    expect(form).toContain(`DAT #1 of ${datId} is sold`);
    expect(form).toContain('$8.00 of $10.00 is yours.');
    expect(form).toContain(`${siteUrl}/wallet/dat/${datId}`);
    expect(form).toContain(`${siteUrl}/notifications`);
    for (const [address] of String(form).matchAll(/https?:[^"\s<]+/g)) {
      expect(address.startsWith(siteUrl)).toBe(true);
    }
  }
  expect(sent?.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
  expect(sent?.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http.*\/unsubscribe\?u=.+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

describe('[N-PPL-04] a user’s choices', () => {
  test('e-mail of a kind that is switched off is not sent, receipts always are, and the bell still shows the sale', async () => {
    const seller = await m.signUp();
    const off = { mail: { sales: false } };
    const { body } = await m.call('setNotifications', off, seller.token);
    expect(body.result).toEqual({
      seenUntil: 0,
      mail: { ...everyChoice(true), sales: false },
    });
    const { buyer, datId } = await aSale(seller);
    await send();
    expect(await subjectsTo(seller)).toEqual([`${datId} is released`]);
    expect(await mailsOf(seller)).toContainEqual(
      expect.objectContaining({ state: 'declined', reason: 'not wanted' }),
    );
    expect(await notificationsOf(seller)).toHaveLength(2);
    await m.call('setNotifications', off, buyer.token);
    expect(await subjectsTo(buyer)).toEqual([`DAT #1 of ${datId} is yours`]);
  });

  test('two devices change different things at once, and both changes stay', async () => {
    const fan = await m.signUp();
    const now = services().clock.now();
    const changes = [
      { mail: { sales: false } },
      { mail: { payouts: false } },
      { seenUntil: now - 5 },
      { seenUntil: now - 9 },
      { mail: { releases: true } },
    ];
    const answers = await Promise.all(
      changes.map((change) => m.call('setNotifications', change, fan.token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const after = await m.call('setNotifications', {}, fan.token);
    expect(after.body.result).toEqual({
      seenUntil: now - 5,
      mail: { ...everyChoice(true), sales: false, payouts: false },
    });
    await m.call('setNotifications', { seenUntil: now + DAY_MILLIS }, fan.token);
    const { body } = await m.call('setNotifications', {}, fan.token);
    expect(body.result.seenUntil).toBeLessThan(now + HOUR_MILLIS);
  });

  test('neither an unconfirmed nor a deleted account gets e-mail of a sale; the buyer gets the receipt', async () => {
    const [unconfirmed, gone] = [await m.signUp({ emailVerified: false }), await m.signUp()];
    const [one, other] = [await aSale(unconfirmed), await aSale(gone)];
    await auth().deleteUser(gone.uid);
    expect(await send()).toMatchObject({ failed: 0 });
    expect(await subjectsTo(unconfirmed)).toEqual([]);
    expect(await subjectsTo(gone)).toEqual([`${other.datId} is released`]);
    expect(await mailsOf(gone)).toContainEqual(
      expect.objectContaining({ state: 'declined', reason: 'no address' }),
    );
    expect(await subjectsTo(one.buyer)).toHaveLength(1);
  });
});

describe('[N-PPL-04] a provider that fails', () => {
  test('e-mail that failed is sent by the next run, and e-mail whose answer was lost arrives once', async () => {
    const first = await aSale();
    await mail.fail({ status: 503, times: 2 });
    expect(await send()).toMatchObject({ sent: 0, failed: 2 });
    expect(await send()).toMatchObject({ sent: 2, failed: 0 });
    const second = await aSale();
    await mail.fail({ status: 500, times: 2, isTaken: true });
    expect(await send()).toMatchObject({ sent: 0, failed: 2 });
    expect(await send()).toMatchObject({ sent: 2, failed: 0 });
    for (const { seller, buyer } of [first, second]) {
      expect(await subjectsTo(seller)).toHaveLength(2);
      expect(await subjectsTo(buyer)).toHaveLength(1);
    }
  });

  test('e-mail that the provider refuses is kept with the reason and not retried, and the rest is sent', async () => {
    const { seller, buyer } = await aSale();
    await mail.fail({ status: 422 });
    expect(await send()).toMatchObject({ sent: 1, refused: 1, failed: 0 });
    const ended = [...(await mailsOf(seller)), ...(await mailsOf(buyer))];
    expect(ended).toContainEqual(
      expect.objectContaining({ state: 'refused', reason: expect.stringContaining('422') }),
    );
    expect(await send()).toMatchObject({ looked: 0 });
  });

  test('a run gives up after ten failures of the provider', async () => {
    const [artist, buyer] = [await m.signUp(), await fanWith(200)];
    const datId = await release(artist, 20);
    await send();
    for (let number = 1; number <= 20; number++) {
      await commit(buyEditionEntry({ datId, number, version: 1 }, buyer.uid, 1_000));
    }
    await mail.fail({ status: 503, times: 100 });
    const { failed } = await send();
    await mail.fail({ status: 503, times: 0 });
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(failed).toBeLessThan(15);
  });

  test('a failed e-mail is not retried after a day, and an e-mail that waited four days is not sent', async () => {
    const { seller } = await aSale();
    await mail.fail({ status: 500, times: 2, isTaken: true });
    await send();
    setClockOffset(24 * HOUR_MILLIS);
    expect(await send()).toMatchObject({ sent: 0, refused: 2 });
    expect(await subjectsTo(seller)).toHaveLength(2);
    const old = await aSale();
    setClockOffset(5 * DAY_MILLIS);
    expect(await send()).toMatchObject({ sent: 0, declined: 2 });
    expect(await subjectsTo(old.buyer)).toEqual([]);
  });
});

test('[N-PPL-05] e-mail is declined without a provider, and not sent later', async () => {
  const { seller } = await aSale();
  const without = await sendMails({ ...services(), mailGateway: undefined });
  expect(without).toMatchObject({ sent: 0, declined: 2, failed: 0 });
  expect(await send()).toMatchObject({ looked: 0 });
  expect(await subjectsTo(seller)).toHaveLength(1);
});

test('[N-PPL-05] a link in an e-mail switches its kind off without a login; a forged one does nothing', async () => {
  const { seller } = await aSale();
  await send();
  const address = (await mail.of(seller.email)).at(-1)?.headers['List-Unsubscribe']?.slice(1, -1);
  const url = new URL(address ?? '');
  const ask = async (method: string, of = url) => {
    const answer = await fetch(of, { method });
    return [answer.status, /<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]];
  };
  expect(await ask('GET')).toEqual([200, 'No more e-mail about your sales?']);
  expect((await m.call('setNotifications', {}, seller.token)).body.result.mail.sales).toBe(true);
  for (const change of [{ u: 'someone' }, { c: 'payouts' }, { s: 'AAAA' }, { c: 'receipts' }]) {
    const forged = new URL(url);
    for (const [name, value] of Object.entries(change)) forged.searchParams.set(name, value);
    expect(await ask('POST', forged)).toEqual([400, 'This link does not work']);
  }
  expect((await m.call('setNotifications', {}, seller.token)).body.result.mail.sales).toBe(true);
  for (const _ of [1, 2]) {
    expect(await ask('POST')).toEqual([200, 'No more e-mail about your sales']);
  }
  const { body } = await m.call('setNotifications', {}, seller.token);
  expect(body.result.mail).toEqual({ ...everyChoice(true), sales: false });
});

test('[N-PPL-04] a job killed right before or right after each of its effects sends each e-mail once', async () => {
  const place = { clockOffsetMillis: 0, stripe: m.addresses.stripe };
  for (const death of listDeaths(3)) {
    const fan = await m.signUp();
    await release(fan, 1);
    expect([death, await doAndDie({ does: 'mails' }, death, place)]).toEqual([death, 'killed']);
    await send();
    expect([death, await subjectsTo(fan)]).toEqual([
      death,
      [expect.stringMatching(/ is released$/)],
    ]);
  }
}, 120_000);
