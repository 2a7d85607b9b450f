import { randomUUID } from 'node:crypto';
import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import type { ReconcileReport } from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { reportPath } from '@datchain/shared/contracts/report-request.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { postFrom } from '@datchain/testing/server/post-from.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { aWork } from '@datchain/testing/server/works.ts';
import { expect, test } from 'vitest';
import { reviewEntry } from '../journal/entries/close-order.ts';
import { keepPart } from '../reconcile/full-report.ts';
import { services } from '../services.ts';
import { everything } from '../share.ts';
import { firestore } from '../stores/firebase.ts';
import { setOperator } from './operators.ts';

const m = market();
const r = releasing(m);
const { release } = collectors(m);

const deskOf = async ({ token }: Fan): Promise<OperatorDesk> => {
  const { status, body } = await m.call('getOperatorDesk', {}, token);
  expect(status).toBe(200);
  return body.result;
};
const decide = async ({ token }: Fan, what: string, id: string, reason = 'Seen and checked.') => {
  const { status, body } = await m.call('decide', { what, id, reason }, token);
  return status === 200 ? body.result : [status, body.error.message];
};
const reportUrl = `${m.addresses.functions}/${m.projectId}/${functionsRegion}/site/reports`;
const makeReport = (datId: string) => ({
  key: randomUUID(),
  datId,
  about: 'rights',
  text: 'A sample of ours.',
  from: 'North Quay Records',
  email: 'rights@northquay.example',
});
const keepFullReport = (report: Omit<ReconcileReport, 'at'>) => {
  const at = services().clock.now();
  return keepPart(services(), utcDay(at), everything, { at, ...report });
};
const report = (datId: string, change: object = {}) =>
  fetch(reportUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...makeReport(datId), ...change }),
  });

test('[N-PPL-10] a user who is not an operator, or no longer one, sees nothing and decides nothing', async () => {
  const [fan, operator, listed] = [await m.signUp(), await r.deskOperator(), await r.operator()];
  const theirs = 'This page is for operators.';
  for (const each of [fan, listed]) {
    const seen = await m.call('getOperatorDesk', {}, each.token);
    expect([seen.status, seen.body.error.message]).toEqual([403, theirs]);
    expect(await decide(each, 'allow-release', 'somebody')).toEqual([403, theirs]);
  }
  await deskOf(operator);
  await setOperator(services(), operator.uid, false);
  expect(await decide(operator, 'end-release', 'somebody')).toEqual([403, theirs]);
  expect((await m.call('getOperatorDesk', {}, operator.token)).status).toBe(403);
});

test('[N-FST-09] an operator has the setting that shows the desk in the menu, and loses it with the role', async () => {
  const fan = await m.signUp();
  const setting = async () => (await firestore().doc(docs.operatorSetting(fan.uid)).get()).exists;
  expect(await setting()).toBe(false);
  for (const isOperator of [true, true, false, false, true]) {
    await Promise.all([0, 1].map(() => setOperator(services(), fan.uid, isOperator)));
    expect(await setting()).toBe(isOperator);
  }
  const token = await m.logIn(fan);
  expect((await m.call('getOperatorDesk', {}, token)).status).toBe(200);
});

test('[N-PPL-10] an application waits at the desk, with no uid in it', async () => {
  const [operator, applicant] = [await r.deskOperator(), await r.applicant()];
  const desk = await deskOf(operator);
  expect(desk.applications.find(({ username }) => username === applicant.username)).toEqual({
    username: applicant.username,
    artistName: `Artist ${applicant.username}`,
    musicUrl: 'https://music.example/me',
    pageUrl: 'https://me.example/',
    owns: 'artist',
    note: '',
    at: 1,
    email: applicant.email,
  });
  expect(JSON.stringify(desk)).not.toContain(applicant.uid);
});

test('[N-PPL-10] an account is put on the release list and taken off, each with its reason in the history', async () => {
  const [operator, applicant] = [await r.deskOperator(), await r.applicant()];
  const { username } = applicant;
  expect(await decide(operator, 'allow-application', username, 'Their own songs.')).toEqual({});
  const one = (desk: OperatorDesk) => desk.allowed.find((each) => each.username === username);
  expect(one(await deskOf(operator))).toMatchObject({ isOwnOnly: true, works: 0 });
  expect(await decide(operator, 'allow-release', username.toUpperCase(), 'A label.')).toEqual({});
  expect(one(await deskOf(operator))).toMatchObject({ isOwnOnly: false });
  expect(await decide(operator, 'allow-release', username)).toEqual([
    400,
    `@${username} is on the release list already.`,
  ]);
  expect(await decide(operator, 'end-release', username, 'Not paid their band.')).toEqual({});
  const desk = await deskOf(operator);
  expect(one(desk)).toBeUndefined();
  expect(await decide(operator, 'end-release', username)).toEqual([
    400,
    `@${username} is not on the release list.`,
  ]);
  expect(await decide(operator, 'end-release', 'nobody-here')).toEqual([
    404,
    'There is no user @nobody-here.',
  ]);
  const decisions = desk.history.filter(({ id }) => id.toLowerCase() === username.toLowerCase());
  expect(decisions.map(({ what, reason }) => [what, reason])).toEqual([
    ['end-release', 'Not paid their band.'],
    ['allow-release', 'A label.'],
    ['allow-application', 'Their own songs.'],
  ]);
});

test('[N-PPL-11] anybody can report a work; an operator dismisses a report, or takes the work down and restores it', async () => {
  const operator = await r.deskOperator();
  const { datId } = await aWork();
  const key = randomUUID();
  expect((await report(datId, { key })).status).toBe(200);
  expect((await report(datId, { key })).status).toBe(200);
  expect((await report(datId, { about: 'other', text: 'Me too.' })).status).toBe(200);
  const mine = (desk: OperatorDesk) => desk.reports.filter((one) => one.datId === datId);
  const [first, second] = mine(await deskOf(operator));
  expect(first).toMatchObject({
    about: 'rights',
    text: 'A sample of ours.',
    from: 'North Quay Records',
    email: 'rights@northquay.example',
    count: 1,
    isDown: false,
    held: 0,
    offers: 0,
  });
  expect(await decide(operator, 'dismiss-report', second?.id ?? '', 'Says nothing.')).toEqual({});
  expect(await decide(operator, 'dismiss-report', second?.id ?? '')).toEqual([
    400,
    'This report is closed already, or was never made.',
  ]);
  const reason = 'A sample in this recording is not cleared.';
  expect(await decide(operator, 'take-down', datId, reason)).toEqual({});
  const desk = await deskOf(operator);
  expect(mine(desk)).toEqual([]);
  expect(desk.down.find((one) => one.datId === datId)).toMatchObject({ reason });
  expect((await services().guards.findDat(datId))?.takenDown).toMatchObject({ reason });
  expect((await report(datId)).status).toBe(409);
  expect(await decide(operator, 'take-down', datId, reason)).toEqual({});
  expect(await decide(operator, 'restore', datId, 'They have a licence.')).toEqual({});
  const after = await deskOf(operator);
  expect(after.down.some((one) => one.datId === datId)).toBe(false);
  const decisions = after.history.filter(({ id }) => id === datId);
  expect(decisions.every(({ about }) => about !== '' && about !== datId)).toBe(true);
  expect(decisions.map(({ what }) => what)).toEqual(['restore', 'take-down']);
});

test('[N-PPL-11] a report without a work, name, address or text is refused, as are unknown fields and formats', async () => {
  const datId = await release(await m.signUp(), 1);
  const answerTo = async (change: object) => {
    const response = await report(datId, change);
    const { error } = (await response.json()) as { error: string };
    return [response.status, error];
  };
  expect(await answerTo({ datId: 'nothing' })).toEqual([404, 'There is no such work.']);
  expect(await answerTo({ from: ' ' })).toEqual([400, 'Give your name.']);
  expect(await answerTo({ email: 'me' })).toEqual([400, 'Invalid email format.']);
  expect(await answerTo({ text: '' })).toEqual([400, 'Say what is wrong.']);
  expect(await answerTo({ text: 'x'.repeat(1_001) })).toEqual([
    400,
    'A report can have at most 1000 characters.',
  ]);
  expect(await answerTo({ about: 'noise' })).toEqual([400, 'Choose what is wrong.']);
  expect((await report(datId, { more: 1 })).status).toBe(400);
  expect((await fetch(reportUrl)).status).toBe(405);
  expect((await fetch(reportUrl, { method: 'POST', body: 'x=1' })).status).toBe(415);
  expect(reportPath).toBe('/reports');
});

test('[N-PPL-10] closing an order in review returns its tokens, and refunds it if it was paid', async () => {
  const operator = await r.deskOperator();
  const blockId = await m.newBlock(50, 100);
  const ordered = async (isPaid: boolean) => {
    const fan = await m.signUp();
    const input = { blockId, qty: 20, variant: 'block' };
    const { body } = await m.call('createPaymentLinkDatTokenTesting', input, fan.token);
    const order = await services().orders.find(body.result.orderId);
    if (!order) throw new Error('No order');
    await commit(reviewEntry(order, 'the amount is 1 cents'));
    if (isPaid) await m.pay(body.result.url);
    return { fan, orderId: order.id };
  };
  const [unpaid, paid] = [await ordered(false), await ordered(true)];
  const listed = (desk: OperatorDesk, id: string) =>
    desk.orders.find(({ orderId }) => orderId === id);
  expect(listed(await deskOf(operator), unpaid.orderId)).toMatchObject({
    reason: 'the amount is 1 cents',
    totalCents: 1_000,
  });
  expect(await m.stockOf(blockId)).toBe(60);
  expect(await decide(operator, 'close-order', unpaid.orderId)).toEqual({});
  expect(await decide(operator, 'close-order', paid.orderId)).toEqual({});
  const stateOf = async (id: string) => (await services().orders.find(id))?.state;
  expect(await stateOf(unpaid.orderId)).toBe('ended');
  expect(await stateOf(paid.orderId)).toBe('refunded');
  expect(await m.stockOf(blockId)).toBe(100);
  const refunds = (await m.stripeCalls({ method: 'POST', path: '/v1/refunds' })).calls;
  expect(refunds.map(({ idempotencyKey }) => idempotencyKey)).toContain(`rf:${paid.orderId}`);
  expect(refunds.map(({ idempotencyKey }) => idempotencyKey)).not.toContain(`rf:${unpaid.orderId}`);
  expect(await decide(operator, 'close-order', paid.orderId)).toEqual([
    400,
    'This order is not in review any more.',
  ]);
  expect(await decide(operator, 'close-order', 'none')).toEqual([404, 'There is no such order.']);
  const notifications = await firestore().collection(docs.notifications(paid.fan.uid)).get();
  expect(notifications.docs.map((one) => one.get('kind'))).toEqual(['payment-returned']);
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});

test('[N-PPL-10] the desk shows what the last comparison of the books found', async () => {
  const operator = await r.deskOperator();
  await keepFullReport({ entries: 7, shortfallMicros: 5, found: 1, differences: ['x'] });
  const { books } = await deskOf(operator);
  expect(books).toMatchObject({ entries: 7, found: 1, differences: ['x'] });
  await services().projector.project(['supply'], []);
  await m.runScheduled('reconcileJob');
  expect((await deskOf(operator)).books).toMatchObject({ found: 0, differences: [] });
});

test('[N-JOB-01] [N-JOB-02] [N-PPL-10] the desk shows what the hourly comparison finds, and what the nightly one has found', async () => {
  const operator = await r.deskOperator();
  await services().projector.project(['supply'], []);
  const differences = ['left of the night'];
  await keepFullReport({ entries: 7, shortfallMicros: 0, found: 1, differences });
  await m.runScheduled('reconcileChangesJob');
  const { books } = await deskOf(operator);
  expect(books).toMatchObject({ found: 1, differences: ['left of the night'] });
  await m.runScheduled('reconcileJob');
  expect((await deskOf(operator)).books).toMatchObject({ found: 0, differences: [] });
});

test('[N-PPL-10] applications, stuck releases, orders in review and reports come oldest first', async () => {
  const operator = await r.deskOperator();
  const blockId = await m.newBlock(50, 100);
  const { applications, orders, releases, reports } = docs;
  for (const _ of [1, 2]) {
    await r.applicant();
    const { datId } = await aWork();
    // From another network, because the other tests have used up the reports of theirs.
    expect((await postFrom('127.0.0.9', reportUrl, makeReport(datId))).status).toBe(200);
    await firestore().doc(docs.release(datId)).update({ isDone: false, attempts: 3 });
    const fan = await m.signUp();
    const input = { blockId, qty: 20, variant: 'block' };
    const { body } = await m.call('createPaymentLinkDatTokenTesting', input, fan.token);
    const order = await services().orders.find(body.result.orderId);
    if (!order) throw new Error('No order');
    await commit(reviewEntry(order, 'the amount is 1 cents'));
  }
  const times = { at: [applications, reports], acceptedAt: [releases], createdAt: [orders] };
  for (const [field, collections] of Object.entries(times)) {
    for (const collection of collections) {
      const { docs: found } = await firestore().collection(collection).get();
      // The order of the ids is not that of the times.
      await Promise.all(found.map(({ ref }, n) => ref.update({ [field]: 1_000 - n })));
    }
  }
  const desk = await deskOf(operator);
  for (const list of ['applications', 'stuck', 'orders', 'reports'] as const) {
    const shown = desk[list].map(({ at }) => at);
    expect(shown.length, list).toBeGreaterThan(1);
    expect(shown, list).toEqual(shown.toSorted((a, b) => a - b));
  }
});
