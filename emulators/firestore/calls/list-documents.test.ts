import { expect, test } from 'vitest';
import { askLocal } from '../testing/ask.ts';
import type { Outcome } from '../testing/google.ts';
import { World } from '../world.ts';

type Json = Readonly<Record<string, unknown>>;

const project = 'demo-lists';
const database = `projects/${project}/databases/(default)`;
const root = `${database}/documents`;

function begin(): (method: string, request: Json) => Promise<Outcome> {
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  return (method, request) => askLocal(world, project, { method, request });
}

const put = (id: string, n: number) => ({
  update: { name: `${root}/c/${id}`, fields: { n: { integerValue: String(n) } } },
});

interface Page {
  readonly documents?: readonly { readonly name: string }[];
  readonly nextPageToken?: string;
}

function answerOf(outcome: Outcome): Json {
  if (!('answer' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.answer as Json;
}

/** What Google's emulator fails at: all pages of a list in an order. */
test.each([
  ['n', ['b', 'd', 'a', 'e', 'c']],
  ['n desc', ['c', 'e', 'a', 'd', 'b']],
  ['n desc, __name__', ['c', 'a', 'e', 'b', 'd']],
  ['', ['a', 'b', 'c', 'd', 'e']],
])('pages in the order %j go on where the last one ended', async (orderBy, expected) => {
  const ask = begin();
  const writes = [put('a', 2), put('b', 1), put('c', 3), put('d', 1), put('e', 2)];
  await ask('Commit', { database, writes });
  const ids: string[] = [];
  let pageToken = '';
  do {
    const request = { parent: root, collectionId: 'c', pageSize: 2, orderBy, pageToken };
    const page: Page = answerOf(await ask('ListDocuments', request));
    ids.push(...(page.documents ?? []).map(({ name }) => name.split('/').at(-1)!));
    // What went before does not move what comes after.
    await ask('Commit', { database, writes: [{ delete: `${root}/c/${ids[0]}` }] });
    pageToken = page.nextPageToken ?? '';
  } while (pageToken !== '');
  expect(ids).toEqual(expected);
});

test('a token is good for its own list only', async () => {
  const ask = begin();
  await ask('Commit', { database, writes: [put('a', 1), put('b', 2)] });
  const list = { parent: root, collectionId: 'c', pageSize: 1 };
  const page: Page = answerOf(await ask('ListDocuments', list));
  const pageToken = page.nextPageToken;
  expect(pageToken).toBeTruthy();
  for (const other of [
    { ...list, orderBy: 'n' },
    { ...list, collectionId: 'd' },
  ]) {
    expect(await ask('ListDocuments', { ...other, pageToken })).toEqual({
      refused: { code: 3, message: 'invalid page token' },
    });
  }
});

test('a list and a document in a transaction are of its moment', async () => {
  const ask = begin();
  await ask('Commit', { database, writes: [put('a', 1), put('b', 1)] });
  const options = { readOnly: {} };
  const { transaction } = answerOf(await ask('BeginTransaction', { database, options }));
  const before = { list: { parent: root, collectionId: 'c' }, get: { name: `${root}/c/a` } };
  const [list, get] = [
    await ask('ListDocuments', before.list),
    await ask('GetDocument', before.get),
  ];
  await ask('Commit', { database, writes: [put('a', 2), { delete: `${root}/c/b` }, put('c', 1)] });
  expect(await ask('ListDocuments', { ...before.list, transaction })).toEqual(list);
  expect(await ask('GetDocument', { ...before.get, transaction })).toEqual(get);
  expect(await ask('GetDocument', before.get)).not.toEqual(get);
});

test('a list in a transaction keeps others from adding to it', async () => {
  const ask = begin();
  const { transaction } = answerOf(await ask('BeginTransaction', { database }));
  await ask('ListDocuments', { parent: root, collectionId: 'c', transaction });
  const waiting = ask('Commit', { database, writes: [put('a', 1)] });
  expect(answerOf(await ask('Commit', { database, transaction, writes: [put('b', 1)] }))).toEqual(
    expect.objectContaining({ commitTime: expect.any(String) }),
  );
  const [first, second] = await Promise.all(
    [`${root}/c/a`, `${root}/c/b`].map(async (name) => {
      await waiting;
      return answerOf(await ask('GetDocument', { name })).updateTime as string;
    }),
  );
  expect(Date.parse(second!)).toBeLessThanOrEqual(Date.parse(first!));
  expect(second).not.toBe(first);
});
