import type { DeskListName, OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { beforeAll, expect, test } from 'vitest';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';
import { setOperator } from './operators.ts';

const m = market();
const r = releasing(m);
let operator: Fan;
beforeAll(async () => {
  operator = await r.deskOperator();
});

const deskNow = async (): Promise<OperatorDesk> =>
  (await m.call('getOperatorDesk', {}, operator.token)).body.result;
async function pagesOf(list: DeskListName, search?: string) {
  const pages: Record<string, unknown>[][] = [];
  for (let after: string | null = null; ; ) {
    const input = { list, ...(search && { search }), ...(after !== null && { after }) };
    const { status, body } = await m.call('getDeskPage', input, operator.token);
    expect([status, body.error]).toEqual([200, undefined]);
    pages.push(body.result.rows);
    after = body.result.next;
    if (after === null) return pages;
  }
}

test('[N-PPL-18] 110 applications hide no other from the desk, which has pages and a search', async () => {
  const crowd = Array.from({ length: 110 }, (_, n) => `crowd-${n}`);
  await setDocuments(
    firestore(),
    crowd.flatMap((uid, n) => [
      { path: docs.user(uid), data: { username: uid, email: `${uid}@junk.example` } },
      {
        path: docs.application(uid),
        data: {
          uid,
          artistName: `Crowd ${n}`,
          musicUrl: 'https://a.example/',
          owns: 'artist',
          pageUrl: 'https://b.example/',
          note: '',
          state: 'waiting',
          reason: null,
          at: 1_000 + Math.floor(n / 40),
        },
      },
    ]),
  );
  const real = await r.applicant({ artistName: 'Tïde Pool', at: 2_000 });
  const desk = await deskNow();
  expect(desk.applications).toHaveLength(100);
  expect(desk.counts.applications).toBe(111);
  const pages = await pagesOf('applications');
  expect(pages.map(({ length }) => length)).toEqual([100, 11]);
  const names = pages.flat().map(({ username }) => username);
  expect(names.sort()).toEqual([...crowd, real.username].sort());
  for (const search of ['TÏDE', 'TI\u0308DE', real.email.toUpperCase(), real.username]) {
    expect(await pagesOf('applications', search), search).toEqual([
      [expect.objectContaining({ username: real.username, artistName: 'Tïde Pool' })],
    ]);
  }
  expect(await pagesOf('applications', 'nobody of this name')).toEqual([[]]);
  expect(JSON.stringify([desk, pages])).not.toContain(real.uid);
  const decision = { what: 'decline-application', id: real.username, reason: 'Send songs.' };
  expect((await m.call('decide', decision, operator.token)).status).toBe(200);
  expect((await pagesOf('applications')).flat()).toHaveLength(110);
});

test('[N-PPL-18] the next page of the history misses no row when a newer decision comes meanwhile', async () => {
  const ids = Array.from({ length: 205 }, (_, n) => `decision-${n}`);
  const at = (n: number) => 5_000_000_000_000 - Math.floor(n / 3);
  await setDocuments(
    firestore(),
    ids.map((id, n) => ({
      path: docs.decision(id),
      data: { what: 'restore', id, reason: 'They have a licence.', uid: operator.uid, at: at(n) },
    })),
  );
  const { history, next } = await deskNow();
  const newer = { what: 'restore', reason: 'Later.', uid: operator.uid, at: at(-9) };
  await setDocuments(firestore(), [
    { path: docs.decision('decision-new'), data: { ...newer, id: 'new' } },
  ]);
  const { body } = await m.call(
    'getDeskPage',
    { list: 'history', after: next.history },
    operator.token,
  );
  const seen = new Set([...history, ...body.result.rows].map(({ id }) => id));
  expect(seen.size).toBe(200);
  expect(ids.filter((id) => !seen.has(id)).every((id) => ids.indexOf(id) >= 198)).toBe(true);
});

test('[N-PPL-18] the release list has pages too, and a search covers all of them', async () => {
  const uids = Array.from({ length: 620 }, (_, n) => `label-${n}`);
  await setDocuments(firestore(), [
    { path: docs.allowedUsers, data: { users: uids, ownWorksOnly: [] } },
    ...uids.map((uid) => ({ path: docs.user(uid), data: { username: uid, ArtistName: uid } })),
  ]);
  const { allowed, allowedCount } = await deskNow();
  expect([allowed.length, allowedCount]).toEqual([100, 620]);
  expect((await pagesOf('allowed')).flat()).toHaveLength(620);
  const found = await pagesOf('allowed', 'label-0');
  expect(found.length).toBeGreaterThan(1);
  expect(found.flat()).toEqual([expect.objectContaining({ username: 'label-0' })]);
});

test('[N-PPL-10] only operators can read a page of the desk', async () => {
  const former = await r.deskOperator();
  const read = () => m.call('getDeskPage', { list: 'reports' }, former.token);
  expect((await read()).status).toBe(200);
  await setOperator(services(), former.uid, false);
  expect((await read()).status).toBe(403);
  expect((await m.call('getDeskPage', { list: 'reports' }, (await m.signUp()).token)).status).toBe(
    403,
  );
});
