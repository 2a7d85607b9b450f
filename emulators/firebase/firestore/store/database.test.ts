import { expect, test, vi } from 'vitest';
import { Database } from './database.ts';

test('a failing listener does not affect the writer or other listeners', async () => {
  const name = { project: 'demo-store', database: '(default)' };
  const database = new Database({
    name,
    documents: [],
    version: 0,
    now: Date.now,
  });
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const heard: number[] = [];
  database.subscribe(() => {
    throw new Error('It cannot listen.');
  });
  database.subscribe(({ changes }) => heard.push(changes.length));
  const path = ['c', 'a'];
  const action = { kind: 'update', fields: {}, mask: undefined, transforms: [] } as const;
  const writes = [{ path, condition: undefined, action }];
  await database.commit({ writes, transaction: undefined, judge: () => {} });
  expect(database.get(path)?.fields).toEqual({});
  expect(heard).toEqual([1]);
  expect(errors).toHaveBeenCalledOnce();
  errors.mockRestore();
  database.close();
});
