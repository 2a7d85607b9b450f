import { expect, test } from 'vitest';
import type { Commit } from '../contract.ts';
import { History } from './history.ts';

const most = { changes: 100, bytes: 10_000 };

const commit = (version: number, changes = 1): Commit => ({
  version,
  changes: Array.from({ length: changes }, (_, at) => ({
    path: ['c', `d${at}`],
    before: undefined,
    after: undefined,
  })),
});

test('the commits after a version are returned, oldest first', () => {
  const history = new History(10, most);
  for (const version of [20, 30, 40]) history.add(commit(version));
  expect(history.since(10)?.map(({ version }) => version)).toEqual([20, 30, 40]);
  expect(history.since(25)?.map(({ version }) => version)).toEqual([30, 40]);
  expect(history.since(40)).toEqual([]);
});

test('commits before the start of a history are unknown', () => {
  const history = new History(10, most);
  expect(history.since(9)).toBeUndefined();
});

test('the oldest commits are dropped when there are too many', () => {
  const history = new History(0, { ...most, changes: 5 });
  for (const version of [1, 2, 3]) history.add(commit(version, 2));
  expect(history.since(0)).toBeUndefined();
  expect(history.since(1)?.map(({ version }) => version)).toEqual([2, 3]);
  history.add(commit(4, 9));
  expect(history.since(3)).toBeUndefined();
  expect(history.since(4)).toEqual([]);
});

test('the oldest commits are dropped when old documents take too much memory', () => {
  const history = new History(0, most);
  const path = ['c', 'd'];
  const fields = { text: { stringValue: 'x'.repeat(4_000) } };
  const before = { path, fields, createTime: 1, updateTime: 1 };
  for (const version of [1, 2])
    history.add({ version, changes: [{ path, before, after: before }] });
  expect(history.since(0)?.length).toBe(2);
  history.add({ version: 3, changes: [{ path, before, after: undefined }] });
  expect(history.since(0)).toBeUndefined();
  expect(history.since(1)?.map(({ version }) => version)).toEqual([2, 3]);
});
