import { forgottenPasswordPath } from '@datchain/shared/contracts/forgotten-password-path.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { codeIn, inbox, linkIn } from '../testing/inbox.ts';
import { type Fan, market } from '../testing/market.ts';
import { askToConfirm, forgot as requestPassword } from './login-mails.ts';
import { sendMails } from './send-mails.ts';

const m = market();
const mail = inbox(m.addresses);

const forgot = async (body: unknown) => {
  const url = `${m.addresses.functions}/${m.projectId}/us-central1/forgottenPassword`;
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

test('[N-PPL-05] [N-MON-12] the e-mail that confirms an address leads back to its page; asked twice at once it is one', async () => {
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
  expect(linkIn(one)?.searchParams.get('continueUrl')).toBe(`${siteUrl}/wallet?show=tokens`);
  expect(one?.html).toContain('Confirm my address');
  expect(one?.text).toContain('If it was not you, you need not do anything.');
  expect(one?.headers['List-Unsubscribe']).toBeUndefined();
  // The link is in the e-mail alone: reading the database does not give it away.
  const stored = await firestore().collection(docs.mails).where('uid', '==', fan.uid).get();
  expect(JSON.stringify(stored.docs.map((found) => found.data()))).not.toContain('oobCode');

  expect((await identity('update', { oobCode: codeIn(one) })).status).toBe(200);
  expect((await auth().getUser(fan.uid)).emailVerified).toBe(true);
  const token = await m.logIn(fan);
  const { body } = await m.call('sendConfirmation', { backTo: '/' }, token);
  expect(body.result).toEqual({ isConfirmed: true });
});

test('[N-PPL-05] a page of another site is no page to lead back to', async () => {
  const fan = await m.signUp({ emailVerified: false });
  for (const backTo of ['//evil.example', 'https://evil.example', '/\\evil.example', '']) {
    const { status } = await m.call('sendConfirmation', { backTo }, fan.token);
    expect([backTo, status]).toEqual([backTo, 400]);
  }
  expect(await mail.of(fan.email)).toEqual([]);
});

test('[N-PPL-05] a forgotten password is replaced with the link in the e-mail, once', async () => {
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

test('[N-PPL-05] nobody learns whether an address has an account: not by the answer, and not by its time', async () => {
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

test('[N-PPL-05] a provider that fails keeps nobody waiting: the job sends it later', async () => {
  const fan = await m.signUp();
  await mail.fail({ status: 503, times: 1 });
  expect(await forgot({ email: fan.email })).toMatchObject({ status: 200 });
  await mail.fail({ status: 503, times: 0 });
  await sendMails(services());
  expect(await mail.of(fan.email)).toHaveLength(1);
});

test('[N-PPL-05] what is no address is named; one address of the net asks only so often', async () => {
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

test('[N-PPL-05] one address gets at most five e-mails about its login a day, of both kinds together', async () => {
  const fan = await m.signUp({ emailVerified: false });
  const after = (minutes: number) => {
    const all = services();
    return { ...all, clock: { now: () => all.clock.now() + minutes * MINUTE_MILLIS } };
  };
  const confirm = (minutes: number) => askToConfirm(after(minutes), fan.uid, { backTo: '/' });
  for (const minute of [0, 1, 2]) expect(await confirm(minute)).toEqual({ isConfirmed: false });
  // Some of them at once: none is counted past another.
  await Promise.all(
    [3, 4, 5, 6].map((minute) =>
      requestPassword(after(minute), { email: fan.email.toUpperCase() }),
    ),
  );
  await sendMails(services());
  const subjects = (await mail.of(fan.email)).map(({ subject }) => subject).sort();
  expect(subjects).toEqual([
    ...Array.from({ length: 2 }, () => 'Choose a new password'),
    ...Array.from({ length: 3 }, () => 'Confirm your e-mail address'),
  ]);
  expect(await confirm(7)).toMatchObject({
    code: 'resource-exhausted',
    message: expect.stringMatching(/^We sent 5 e-mails to this address today\./),
  });
  expect(await confirm(24 * 60)).toEqual({ isConfirmed: false });
});
