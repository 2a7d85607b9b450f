import { afterEach, describe, expect, test } from 'vitest';
import { int, Local, text, user, where } from './testing/listener.ts';

const from = [{ collectionId: 'c' }];
const started: Local[] = [];
const start = (rules?: string): Local => {
  const local = new Local(rules);
  started.push(local);
  return local;
};
afterEach(() => {
  for (const local of started.splice(0)) local.close();
});

describe('a query', () => {
  test('sends the current documents, then each commit with exactly one snapshot', async () => {
    const local = start();
    await local.commit({ 'c/a': { n: int(1) }, 'c/b': { n: int(2) }, 'd/x': { n: int(1) } });
    const listener = local.listen();
    listener.query(2, { from });
    expect(listener.heard()).toEqual(['ADD 2', '+c/a 2', '+c/b 2', 'CURRENT 2', 'NO_CHANGE']);
    await local.commit({ 'c/a': { n: int(5) }, 'c/z': { n: int(6) }, 'd/x': {} });
    expect(listener.heard()).toEqual(['+c/a 2', '+c/z 2', 'NO_CHANGE']);
    await local.commit({ 'd/x': { n: int(9) } });
    await local.commit({ 'c/a': { n: int(5) } });
    expect(listener.heard()).toEqual([]);
    await local.commit({ 'c/a': null, 'c/b': null });
    expect(listener.heard()).toEqual(['-c/a', '-c/b', 'NO_CHANGE']);
  });
});

test('a listener on a document learns whether it exists', async () => {
  const local = start();
  await local.commit({ 'c/a': { n: int(1) } });
  const listener = local.listen();
  listener.documents(4, 'c/a', 'c/none');
  expect(listener.heard()).toEqual(['ADD 4', '+c/a 4', '-c/none', 'CURRENT 4', 'NO_CHANGE']);
  await local.commit({ 'c/none': {} });
  expect(listener.heard()).toEqual(['+c/none 4', 'NO_CHANGE']);
  await local.commit({ 'c/a': null });
  expect(listener.heard()).toEqual(['-c/a', 'NO_CHANGE']);
});

describe('the stream', () => {
  test('sends nothing more to a removed target', async () => {
    const local = start();
    const listener = local.listen();
    listener.query(2, { from });
    listener.send({ removeTarget: 2 });
    listener.send({ removeTarget: 99 });
    expect(listener.heard()).toEqual(['ADD 2', 'CURRENT 2', 'NO_CHANGE', 'REMOVE 2']);
    await local.commit({ 'c/a': {} });
    expect(listener.heard()).toEqual([]);
    listener.query(2, { from });
    expect(listener.heard()).toEqual(['ADD 2', '+c/a 2', 'CURRENT 2', 'NO_CHANGE']);
  });

  test('refuses an invalid target and stays open', async () => {
    const listener = start().listen();
    listener.query(2, { from, limit: -1 });
    listener.query(4, { from, bogus: 1 });
    listener.query(6, { from, findNearest: {} });
    listener.documents(8, 'c');
    listener.send({ addTarget: { targetId: 10 } });
    listener.query(12, { from });
    expect(listener.heard()).toEqual([
      'ADD 2',
      'REMOVE 2 code 3',
      'ADD 4',
      'REMOVE 4 code 3',
      'ADD 6',
      'REMOVE 6 code 12',
      'ADD 8',
      'REMOVE 8 code 3',
      'ADD 10',
      'REMOVE 10 code 3',
      'ADD 12',
      'CURRENT 12',
      'NO_CHANGE',
    ]);
  });

  test.each([
    [{}, /adds or removes/],
    [{ bogus: 1 }, /Unknown field "bogus"/],
    [{ addTarget: { targetId: -1 } }, /negative/],
    [{ database: 'projects/other/databases/(default)', removeTarget: 1 }, /database/i],
    [{ database: '', removeTarget: 1 }, /database/],
  ])('ends with a message it cannot read: %j', async (message, reason) => {
    const local = start();
    const listener = local.listen();
    listener.send(message);
    expect(listener.end).toMatchObject({ code: 3, message: expect.stringMatching(reason) });
    listener.query(2, { from });
    await local.commit({ 'c/a': {} });
    expect(listener.heard()).toEqual([]);
  });

  test('sends nothing once it is closed', async () => {
    const local = start();
    const listener = local.listen();
    listener.query(2, { from });
    listener.take();
    listener.close();
    await local.commit({ 'c/a': {} });
    expect(listener.heard()).toEqual([]);
  });
});

describe('resuming', () => {
  test('sends everything again, after a reset', async () => {
    const local = start();
    await local.commit({ 'c/a': {}, 'c/b': {} });
    const first = local.listen();
    first.query(2, { from });
    first.close();
    await local.commit({ 'c/a': null });
    const second = local.listen();
    second.query(2, { from }, { resumeToken: first.token, expectedCount: 2 });
    expect(second.heard()).toEqual(['ADD 2', 'RESET 2', '+c/b 2', 'CURRENT 2', 'NO_CHANGE']);
  });

  test('never sends an earlier snapshot time, also before the first commit', async () => {
    const local = start();
    const listener = local.listen();
    const times: string[] = [];
    const note = () => {
      for (const { targetChange } of listener.take()) {
        if (targetChange?.readTime) times.push(targetChange.readTime);
      }
    };
    listener.query(2, { from });
    note();
    expect(Date.parse(times[0]!)).toBeGreaterThan(Date.parse('2020-01-01T00:00:00Z'));
    for (let at = 0; at < 20; at++) {
      await local.commit({ 'c/a': { n: int(at) } });
      note();
      listener.query(10 + at, { from });
      note();
    }
    // A time without fractional seconds has no fraction digits.
    const padded = times.map((time) =>
      time
        .replace(/(:\d\d)Z$/, '$1.')
        .replace('Z', '')
        .padEnd(26, '0'),
    );
    expect(padded).toEqual([...padded].sort());
    expect(times.length).toBe(2 + 20 * 3);
  });
});

describe('rules', () => {
  const rules = `rules_version = '2';
    service cloud.firestore { match /databases/{d}/documents {
      match /c/{id} {
        allow get: if resource.data.owner == request.auth.uid;
        allow list: if resource.data.owner == request.auth.uid;
      }
    } }`;
  const mine = { owner: text('u') };
  const ofMine = { from, where: where('owner', 'EQUAL', text('u')) };

  test('refuse a target with the cause, and the stream stays open', async () => {
    const local = start(rules);
    await local.commit({ 'c/a': mine, 'c/b': { owner: text('other') } });
    const listener = local.listen(user('u'));
    listener.query(2, { from });
    listener.documents(4, 'c/b');
    listener.query(6, ofMine);
    expect(listener.heard()).toEqual([
      'ADD 2',
      'REMOVE 2 code 7',
      'ADD 4',
      'REMOVE 4 code 7',
      'ADD 6',
      '+c/a 6',
      'CURRENT 6',
      'NO_CHANGE',
    ]);
  });

  test('hide the new state of a document that may no longer be read', async () => {
    const local = start(rules);
    await local.commit({ 'c/a': { ...mine, n: int(1) }, 'c/b': { ...mine, n: int(1) } });
    const listener = local.listen(user('u'));
    const filters = [where('owner', 'EQUAL', text('u')), where('n', 'EQUAL', int(1))];
    listener.query(2, { from, where: { compositeFilter: { op: 'AND', filters } } });
    listener.documents(4, 'c/a');
    listener.take();
    await local.commit({ 'c/a': { owner: text('other') }, 'c/b': { ...mine, n: int(2) } });
    expect([...listener.heard()].sort()).toEqual(
      ['!c/a', '+c/b not 2', 'NO_CHANGE', 'REMOVE 4 code 7'].sort(),
    );
  });
});
