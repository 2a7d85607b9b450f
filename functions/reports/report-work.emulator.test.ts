import { randomUUID } from 'node:crypto';
import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { reportPath } from '@datchain/shared/contracts/report-request.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { postFrom } from '@datchain/testing/server/post-from.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { aWork } from '@datchain/testing/server/works.ts';
import { expect, test } from 'vitest';
import { perDay } from '../limits/windows.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';

const m = market();
const r = releasing(m);
const { release } = collectors(m);

let visitors = 0;
const aVisitor = () => {
  visitors += 1;
  return `127.18.${Math.floor(visitors / 250)}.${1 + (visitors % 250)}`;
};
const said = {
  about: 'rights',
  text: 'A sample of ours.',
  from: 'North Quay Records',
  email: 'rights@northquay.example',
};
const report = (datId: string, change: object = {}, visitor = aVisitor()) =>
  postFrom(visitor, `${m.addresses.hosting}${reportPath}`, {
    key: randomUUID(),
    datId,
    ...said,
    ...change,
  });
const deskOf = async ({ token }: Fan): Promise<OperatorDesk> =>
  (await m.call('getOperatorDesk', {}, token)).body.result;
async function found({ token }: Fan, list: string, search: string) {
  const rows: Record<string, unknown>[] = [];
  for (let after: string | null = null; ; ) {
    const input: object = { list, search, ...(after !== null && { after }) };
    const { status, body } = await m.call('getDeskPage', input, token);
    expect(status).toBe(200);
    rows.push(...body.result.rows);
    after = body.result.next;
    if (after === null) return rows;
  }
}
const openOf = async (datId: string) =>
  (
    await firestore()
      .collection(docs.reports)
      .where('datId', '==', datId)
      .where('state', '==', 'open')
      .get()
  ).docs.map((one) => one.data());

test('[N-PPL-18] after sixty reports of strangers the next one is kept, and an operator finds it', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  const junk = await Promise.all(
    Array.from({ length: 60 }, (_, n) => report(datId, { text: `Junk, the ${n}th of it.` })),
  );
  expect(new Set(junk.map(({ status }) => status))).toEqual(new Set([200]));
  const text = 'The horn at 0:12 is from a record of ours.';
  expect((await report(datId, { text })).status).toBe(200);
  expect(await openOf(datId)).toHaveLength(61);
  expect(await found(operator, 'reports', 'THE HORN')).toMatchObject([{ datId, text, count: 1 }]);
  expect(await found(operator, 'reports', 'the 59th')).toHaveLength(1);
  expect(await found(operator, 'reports', 'no such words')).toEqual([]);
});

test('[N-PPL-18] repeated reports of a work by one person become one report with a count, however they are written', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  const key = randomUUID();
  const sent = [
    { key },
    { key },
    { text: ' a SAMPLE — of ours!!! ' },
    { email: 'Rights@NorthQuay.example', from: 'N. Quay' },
  ];
  for (const change of sent) expect((await report(datId, change)).status).toBe(200);
  const [one, ...more] = await openOf(datId);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ ...said, count: 3 });
  const other = await release(await m.signUp(), 1);
  await report(datId, { email: 'somebody@else.example' });
  await report(datId, { about: 'other' });
  await report(datId, { text: 'Two samples of ours.' });
  await report(other);
  expect(await openOf(datId)).toHaveLength(4);
  expect(await openOf(other)).toHaveLength(1);
  expect(
    (await found(operator, 'reports', said.email)).filter((row) => row.datId === datId),
  ).toHaveLength(3);
});

test('[N-PPL-18] equal reports at the same moment become one, and none of them is lost', async () => {
  const datId = await release(await m.signUp(), 1);
  const answers = await Promise.all(Array.from({ length: 12 }, () => report(datId)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  expect(await openOf(datId)).toMatchObject([{ count: 12 }]);
});

test('[N-PPL-18] a closed report is reopened when it is sent again', async () => {
  const operator = await r.deskOperator();
  const datId = await release(await m.signUp(), 1);
  await report(datId);
  const [first] = (await deskOf(operator)).reports.filter((row) => row.datId === datId);
  const dismissal = { what: 'dismiss-report', id: first?.id ?? '', reason: 'They have a licence.' };
  expect((await m.call('decide', dismissal, operator.token)).status).toBe(200);
  expect(await openOf(datId)).toEqual([]);
  expect((await report(datId, { text: 'A sample of ours!' })).status).toBe(200);
  expect(await openOf(datId)).toMatchObject([
    { count: 2, text: 'A sample of ours!', expiresAt: null },
  ]);
});

test('[N-PPL-18] a work with too many open reports refuses the next with a sentence, until they are decided', async () => {
  const operator = await r.deskOperator();
  const { datId } = await aWork();
  await setDocuments(
    firestore(),
    Array.from({ length: rates.openReportsOfWork }, (_, n) => {
      const id = `${datId}-${n}`;
      const data = {
        id,
        datId,
        ...said,
        text: `The ${n}th.`,
        state: 'open',
        at: 1,
        count: 1,
        keys: [],
        expiresAt: null,
      };
      return { path: docs.report(id), data };
    }),
  );
  expect(await report(datId, { text: 'One more.' })).toMatchObject({
    status: 409,
    body: {
      error:
        'Too many reports of this work are waiting for a decision. Write to hello@datchain.example.',
    },
  });
  await firestore()
    .doc(docs.report(`${datId}-0`))
    .delete();
  expect((await report(datId)).status).toBe(200);
  expect((await report(datId)).status).toBe(200);
  const takedown = { what: 'take-down', id: datId, reason: 'Not cleared.' };
  expect((await m.call('decide', takedown, operator.token)).status).toBe(200);
  expect(await openOf(datId)).toEqual([]);
});

test('[N-PPL-18] a network can send five reports a minute and fifty a day; the refusal says when it can send the next', async () => {
  const datId = await release(await m.signUp(), 1);
  const visitor = aVisitor();
  const first = await Promise.all([1, 2, 3, 4, 5].map(() => report(datId, {}, visitor)));
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const sixth = await report(datId, {}, visitor);
  expect(sixth).toMatchObject({
    status: 429,
    body: { error: 'Too many requests. Try again in a minute.' },
  });
  expect(sixth.waitSeconds).toBeLessThanOrEqual(60);
  const busy = aVisitor();
  const { limits } = services();
  const most = perDay(rates.reportsOfNetworkADay);
  while ((await limits.take('report a day', busy, most)) === undefined);
  const late = await report(datId, {}, busy);
  expect(late).toMatchObject({
    status: 429,
    body: {
      error: expect.stringMatching(
        /^We took 50 reports from your network within a day\. You can send the next in \d+ hours?( \d+ minutes?)?\.$/,
      ),
    },
  });
  expect(late.waitSeconds).toBeGreaterThan(3_600);
});

test('[N-PPL-18] a report of a megabyte is refused for its size', async () => {
  expect(await report('dat-1', { text: 'x'.repeat(1_000_000) })).toMatchObject({
    status: 413,
    body: { error: 'The input is too large.' },
  });
});
