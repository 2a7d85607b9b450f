import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { reportPath } from '@datchain/shared/contracts/report-request.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { inbox } from '@datchain/testing/server/inbox.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { postFrom } from '@datchain/testing/server/post-from.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { expect, test } from 'vitest';
import { sendMails } from '../mail/send-mails.ts';
import { restore, takeDown } from '../releases/take-down.ts';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';

const m = market();
const r = releasing(m);
const { release } = collectors(m);

let visitors = 0;
const report = async (datId: string, email: string, text = 'A sample of ours.') => {
  visitors += 1;
  const { status } = await postFrom(`127.21.0.${visitors}`, `${m.addresses.hosting}${reportPath}`, {
    key: randomUUID(),
    datId,
    about: 'rights',
    text,
    from: 'North Quay',
    email,
  });
  expect(status).toBe(200);
};
const decide = async ({ token }: Fan, what: string, id: string, reason: string) => {
  const { status, body } = await m.call('decide', { what, id, reason }, token);
  return status === 200 ? body.result : [status, body.error.message];
};
const atBell = async ({ uid }: Pick<Fan, 'uid'>, datId: string) =>
  (await firestore().collection(docs.notifications(uid)).where('datId', '==', datId).get()).docs
    .map((one) => one.data())
    .sort((a, b) => a.at - b.at);
async function lettersOf(datId: string) {
  const found = await firestore().collection(docs.mails).where('about.datId', '==', datId).get();
  const letters = found.docs.map((one) => one.data());
  return letters.filter(({ about }) => about.kind === 'report-decided');
}
const toAddress = async (datId: string, email: string) =>
  (await lettersOf(datId)).filter(({ to }) => to === email).map(({ about }) => about.outcome);
const reportIds = async (datId: string) =>
  (await firestore().collection(docs.reports).where('datId', '==', datId).get()).docs.map(
    ({ id }) => id,
  );

test('[N-FST-04] an artist is notified once of a takedown and of its end, with the reason, at the bell and by e-mail', async () => {
  const artist = await m.signUp();
  const datId = await release(artist, 1);
  const reason = 'A sample is not cleared.';
  for (let times = 0; times < 2; times += 1) await takeDown(services(), { datId, reason });
  for (let times = 0; times < 2; times += 1) {
    await restore(services(), { datId, reason: 'They have a licence.' });
  }
  const news = (await atBell(artist, datId)).filter(({ kind }) => kind !== 'released');
  expect(news).toEqual([
    { kind: 'taken-down', at: expect.any(Number), datId, reason },
    { kind: 'restored', at: expect.any(Number), datId, reason: 'They have a licence.' },
  ]);
  const mails = await firestore().collection(docs.mails).where('uid', '==', artist.uid).get();
  const kinds = mails.docs.map((one) => one.data().about.kind);
  expect(kinds.filter((kind) => kind !== 'released').sort()).toEqual(['restored', 'taken-down']);
});

test('[N-FST-04] an artist who has closed their account is not notified of a takedown', async () => {
  const artist = await m.signUp();
  const datId = await release(artist, 1);
  const closure = { uid: artist.uid, at: 1, works: 1, erasedAt: 2 };
  await firestore().doc(docs.closure(artist.uid)).set(closure);
  await takeDown(services(), { datId, reason: 'A claim.' });
  const news = await atBell(artist, datId);
  expect(news.map(({ kind }) => kind)).not.toContain('taken-down');
});

test('[N-FST-04] reporters are notified once of a takedown and of its end by e-mail, and members also at the bell', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  const member = await m.signUp();
  await auth().updateUser(member.uid, { emailVerified: true });
  const stranger = `rights-${randomUUID()}@northquay.example`;
  await report(datId, stranger);
  await report(datId, stranger.toUpperCase(), 'And the artwork is ours too.');
  await report(datId, member.email);
  const reason = 'A sample is not cleared.';
  for (let times = 0; times < 2; times += 1) {
    expect(await decide(operator, 'take-down', datId, reason)).toEqual({});
  }
  const news = { kind: 'report-decided', at: expect.any(Number), datId, reason };
  expect((await lettersOf(datId)).map(({ about }) => about)).toEqual(
    [1, 2].map(() => ({ ...news, outcome: 'taken-down' })),
  );
  expect(await atBell(member, datId)).toEqual([{ ...news, outcome: 'taken-down' }]);
  for (let times = 0; times < 2; times += 1) {
    expect(await decide(operator, 'restore', datId, 'They have a licence.')).toEqual({});
  }
  expect((await atBell(member, datId)).map(({ outcome }) => outcome)).toEqual([
    'taken-down',
    'restored',
  ]);
  expect(await lettersOf(datId)).toHaveLength(4);
});

test('[N-FST-04] a reporter of a work that stays gets an e-mail with the operator’s answer', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  const stranger = `rights-${randomUUID()}@northquay.example`;
  await report(datId, stranger);
  const [id = ''] = await reportIds(datId);
  expect(await decide(operator, 'dismiss-report', id, 'Their licence covers it.')).toEqual({});
  expect(await toAddress(datId, stranger)).toEqual(['kept']);
  await sendMails(services());
  const [mail] = await inbox(m.addresses).of(stranger);
  expect(mail?.subject).toBe(`Your report of ${datId} is closed: the work stays`);
  expect(mail?.text).toContain('Reason: Their licence covers it. To answer, write to hello@');
  await report(datId, stranger);
  expect(await decide(operator, 'dismiss-report', id, 'As we wrote.')).toEqual({});
  expect(await toAddress(datId, stranger)).toEqual(['kept', 'kept']);
});

test('[N-FST-04] an unconfirmed address of an account gets an e-mail, and nothing at the bell', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  const member = await m.signUp();
  await auth().updateUser(member.uid, { emailVerified: false });
  await report(datId, member.email);
  const [id = ''] = await reportIds(datId);
  expect(await decide(operator, 'dismiss-report', id, 'Nothing is wrong with it.')).toEqual({});
  expect(await toAddress(datId, member.email)).toEqual(['kept']);
  expect(await atBell(member, datId)).toEqual([]);
});

test('[N-FST-04] a repeated takedown notifies the reporters whom an interrupted one left out', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  const stranger = `rights-${randomUUID()}@northquay.example`;
  await report(datId, stranger);
  await takeDown(services(), { datId, reason: 'A claim.' });
  expect(await toAddress(datId, stranger)).toEqual([]);
  expect(await decide(operator, 'take-down', datId, 'A claim.')).toEqual({});
  expect(await toAddress(datId, stranger)).toEqual(['taken-down']);
  const [stored] = (
    await firestore().collection(docs.reports).where('datId', '==', datId).get()
  ).docs.map((one) => one.data());
  expect(stored).toMatchObject({ state: 'closed', outcome: 'taken-down' });
  expect(stored?.expiresAt.toMillis()).toBeGreaterThan(Date.now() + 300 * DAY_MILLIS);
});

test('[N-FST-04] accepting an applicant needs no reason, and declining one does', async () => {
  const operator = await r.deskOperator();
  const [yes, no] = [await r.applicant(), await r.applicant()];
  expect(await decide(operator, 'decline-application', no.username, ' ')).toEqual([
    400,
    'Give a reason.',
  ]);
  expect(await decide(operator, 'allow-application', yes.username, '')).toEqual({});
  const notifications = await firestore().collection(docs.notifications(yes.uid)).get();
  expect(notifications.docs.map((one) => one.data())).toMatchObject([
    { isAllowed: true, reason: '' },
  ]);
});
