import { forgottenPasswordPath } from '@datchain/shared/contracts/forgotten-password-path.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { codeIn, inbox, linkIn } from '@datchain/testing/server/inbox.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { postFrom } from '@datchain/testing/server/post-from.ts';
import { expect, test } from 'vitest';
import { rateLimit } from '../limits/rate-limit.ts';
import { perDay } from '../limits/windows.ts';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { askToConfirm, sendPasswordLink } from './login-mails.ts';
import { sendMails } from './send-mails.ts';

const m = market();
const mail = inbox(m.addresses);

const forgot = async (body: unknown) => {
  const url = `${m.addresses.functions}/${m.projectId}/${functionsRegion}/site/forgotten-password`;
  const began = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const tookMillis = performance.now() - began;
  return { status: response.status, body: await response.json(), tookMillis };
};
const identity = (method: string, body: object) =>
  fetch(`${m.addresses.auth}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const canLogIn = async ({ email }: Fan, password: string) =>
  (await identity('signInWithPassword', { email, password })).status === 200;

test('[N-PPL-05] [N-MON-12] the e-mail that confirms an address leads back to the page that asked, and several requests at once send one', async () => {
  const fan = await m.signUp({ emailVerified: false });
  const ask = () => m.call('sendConfirmation', { backTo: '/wallet?show=tokens' }, fan.token);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ body }) => body.result)).toEqual(
    Array.from({ length: 3 }, () => ({ isConfirmed: false })),
  );
  await sendMails(services());
  const sent = await mail.of(fan.email);
  expect(sent.map(({ subject }) => subject)).toEqual(['Confirm your e-mail address']);
  const [one] = sent;
  const { siteUrl } = services().environment;
  expect(linkIn(one)?.searchParams.get('continueUrl')).toBe(
    `${siteUrl}/wallet?show=tokens#confirmed`,
  );
  expect(one?.html).toContain('Confirm my address');
  expect(one?.text).toContain('If it was not you, you need not do anything.');
  expect(one?.headers['List-Unsubscribe']).toBeUndefined();
  const stored = await firestore().collection(docs.mails).where('uid', '==', fan.uid).get();
  expect(JSON.stringify(stored.docs.map((found) => found.data()))).not.toContain('oobCode');

  expect((await identity('update', { oobCode: codeIn(one) })).status).toBe(200);
  expect((await auth().getUser(fan.uid)).emailVerified).toBe(true);
  const token = await m.logIn(fan);
  const { body } = await m.call('sendConfirmation', { backTo: '/' }, token);
  expect(body.result).toEqual({ isConfirmed: true });
});

test('[N-PPL-05] a confirmation e-mail that would lead back to another site is refused', async () => {
  const fan = await m.signUp({ emailVerified: false });
  for (const backTo of ['//evil.example', 'https://evil.example', '/\\evil.example', '']) {
    const { status } = await m.call('sendConfirmation', { backTo }, fan.token);
    expect([backTo, status]).toEqual([backTo, 400]);
  }
  expect(await mail.of(fan.email)).toEqual([]);
});

test('[N-PPL-05] the link for a forgotten password sets a new one, once', async () => {
  const fan = await m.signUp({ emailVerified: false });
  expect(await forgot({ email: ` ${fan.email.toUpperCase()} ` })).toMatchObject({ status: 200 });
  const sent = await mail.of(fan.email);
  expect(sent.map(({ subject }) => subject)).toEqual(['Choose a new password']);
  const chosen = { oobCode: codeIn(sent[0]), newPassword: 'another-password' };
  expect((await identity('resetPassword', chosen)).status).toBe(200);
  expect(await canLogIn(fan, 'another-password')).toBe(true);
  const again = { ...chosen, newPassword: 'a-thief-s-password' };
  expect((await identity('resetPassword', again)).status).toBe(400);
});

test('[N-FST-07] the link for a new password opens a page of this site, and leads back to the screen that asked', async () => {
  const { siteUrl } = services().environment;
  for (const [next, kept] of [
    ['/wallet?show=tokens', '/wallet?show=tokens'],
    ['https://evil.example', null],
    [undefined, null],
  ]) {
    const fan = await m.signUp();
    expect(await forgot({ email: fan.email, ...(next && { next }) })).toMatchObject({
      status: 200,
    });
    const link = linkIn((await mail.of(fan.email))[0]);
    expect(`${link?.origin}${link?.pathname}`).toBe(`${siteUrl}/login/new-password`);
    expect(link?.searchParams.get('next')).toBe(kept);
    expect([...(link?.searchParams.keys() ?? [])]).not.toContain('apiKey');
    const chosen = { oobCode: link?.searchParams.get('oobCode'), newPassword: 'another-password' };
    expect((await identity('resetPassword', chosen)).status).toBe(200);
  }
});

test('[N-PPL-05] neither the answer nor its timing reveals whether an address has an account', async () => {
  const [fan, closed] = [await m.signUp(), await m.signUp()];
  await auth().updateUser(closed.uid, { disabled: true });
  const [known, none, gone] = await Promise.all([
    forgot({ email: fan.email }),
    forgot({ email: 'nobody-at-all@dats.test' }),
    forgot({ email: closed.email }),
  ]);
  for (const answer of [known, none, gone]) {
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.tookMillis).toBeGreaterThanOrEqual(1_990);
  }
  expect(await mail.of(closed.email)).toEqual([]);
});

test('[N-PPL-05] a failing provider keeps nobody waiting: the job sends the e-mail later', async () => {
  const fan = await m.signUp();
  await mail.fail({ status: 503, times: 1 });
  expect(await forgot({ email: fan.email })).toMatchObject({ status: 200 });
  await mail.fail({ status: 503, times: 0 });
  await sendMails(services());
  expect(await mail.of(fan.email)).toHaveLength(1);
});

test('[N-PPL-05] an invalid address is refused, and requests from one network address are limited', async () => {
  for (const body of [{ email: 'nobody' }, { email: 7 }, {}, { email: 'a@b.example', more: 1 }]) {
    expect((await forgot(body)).status).toBe(400);
  }
  const email = 'nobody@dats.test';
  const many = await Promise.all(Array.from({ length: 25 }, () => forgot({ email })));
  const [granted, refused] = [200, 429].map((status) =>
    many.filter((one) => one.status === status),
  );
  expect(granted?.length).toBeLessThanOrEqual(20);
  expect(refused).toHaveLength(25 - (granted?.length ?? 0));
  const rewritten = await fetch(`${m.addresses.hosting}${forgottenPasswordPath}`);
  expect(rewritten.status).toBe(405);
});

const after = (minutes: number) => {
  const all = services();
  const now = () => all.clock.now() + minutes * MINUTE_MILLIS;
  return { ...all, clock: { now }, limits: rateLimit({ store: all.store, now }) };
};
const DAY_MINUTES = 24 * 60;

test('[N-PPL-17] strangers who keep requesting e-mail for an address block neither its owner’s new password nor their confirmation', async () => {
  const fan = await m.signUp({ emailVerified: false });
  const newPassword = (minute: number) => sendPasswordLink(after(minute), fan.email);
  for (const minute of [0, 1, 2, 4, 9, 18, 30]) await newPassword(minute);
  const before = (await mail.of(fan.email)).length;
  expect(before).toBeGreaterThanOrEqual(5);
  await newPassword(46);
  const sent = await mail.of(fan.email);
  expect(sent.length).toBe(before + 1);
  expect(await askToConfirm(after(46), fan.uid, { backTo: '/' })).toEqual({ isConfirmed: false });
  const all = await mail.of(fan.email);
  const confirmation = all.find(({ subject }) => subject === 'Confirm your e-mail address');
  expect((await identity('update', { oobCode: codeIn(confirmation) })).status).toBe(200);
  expect((await auth().getUser(fan.uid)).emailVerified).toBe(true);
  const [older] = all.filter(({ subject }) => subject === 'Choose a new password');
  const chosen = { oobCode: codeIn(older), newPassword: 'another-password' };
  expect((await identity('resetPassword', chosen)).status).toBe(200);
  expect(await canLogIn(fan, 'another-password')).toBe(true);
});

test('[N-PPL-17] a mailbox that was sent a link gets the next one after a minute, then after two, whoever asks', async () => {
  const fan = await m.signUp();
  const count = async () => (await mail.of(fan.email)).length;
  const ask = (minute: number) => sendPasswordLink(after(minute), fan.email.toUpperCase());
  await Promise.all([0, 0, 0, 0.5, 0.9].map(ask));
  expect(await count()).toBe(1);
  await Promise.all([1.1, 1.2].map(ask));
  expect(await count()).toBe(2);
  await ask(2.9);
  expect(await count()).toBe(2);
  await ask(3.3);
  expect(await count()).toBe(3);
  await Promise.all([DAY_MINUTES + 1, DAY_MINUTES + 2.5].map(ask));
  await ask(DAY_MINUTES + 2.5);
  expect(await count()).toBe(5);
});

test('[N-PPL-17] an account can request ten confirmations a day; the refusal says when it can ask again', async () => {
  const fan = await m.signUp({ emailVerified: false });
  const ask = (minute: number) => askToConfirm(after(minute), fan.uid, { backTo: '/' });
  for (let n = 0; n < 10; n++) {
    await ask(n * 20);
    expect(await ask(n * 20)).toEqual({ isConfirmed: false });
  }
  expect(await mail.of(fan.email)).toHaveLength(10);
  expect(await ask(200)).toMatchObject({
    code: 'resource-exhausted',
    message: expect.stringMatching(
      /^We sent you 10 e-mails within a day\. Check your spam folder, or ask again in 20 hours \d+ minutes\.$/,
    ),
  });
  expect(await ask(DAY_MINUTES)).toEqual({ isConfirmed: false });
});

test('[N-PPL-17] an e-mail that another account requested delays the address’s owner by a minute, and the refusal says so', async () => {
  const [squatter, owner] = [await m.signUp({ emailVerified: false }), await m.signUp()];
  const contested = `contested-${owner.email}`;
  await auth().updateUser(squatter.uid, { email: contested });
  expect(await askToConfirm(after(0), squatter.uid, { backTo: '/' })).toEqual({
    isConfirmed: false,
  });
  await auth().deleteUser(squatter.uid);
  await auth().updateUser(owner.uid, { email: contested, emailVerified: false });
  expect(await askToConfirm(after(0.5), owner.uid, { backTo: '/' })).toMatchObject({
    code: 'resource-exhausted',
    message: 'An e-mail was sent to this address a moment ago. Ask again in 1 minute.',
  });
  expect(await askToConfirm(after(1.1), owner.uid, { backTo: '/' })).toEqual({
    isConfirmed: false,
  });
  expect(await mail.of(contested)).toHaveLength(2);
});

test('[N-PPL-17] one network can request thirty new passwords a day; the refusal is the same with and without an account', async () => {
  const { limits } = services();
  const network = '127.0.0.41';
  const take = () => limits.take('forgottenPassword a day', network, perDay(30));
  // Requests that other servers counted.
  while ((await take()) === undefined);
  const [known, none] = [await m.signUp(), { email: 'nobody-here@dats.test' }];
  for (const { email } of [known, none]) {
    expect(
      await postFrom(network, `${m.addresses.hosting}${forgottenPasswordPath}`, { email }),
    ).toMatchObject({
      status: 429,
      body: {
        error: expect.stringMatching(
          /^30 new passwords were requested from your network within a day\. You can request another in \d+ hours?( \d+ minutes?)?\. The links already sent work for an hour\.$/,
        ),
      },
    });
  }
  expect(await mail.of(known.email)).toEqual([]);
});
