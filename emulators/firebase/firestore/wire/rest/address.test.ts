import { expect, test } from 'vitest';
import { readJson } from '../messages/read-json.ts';
import { readAddress } from './address.ts';

const ROOT = 'projects/p/databases/(default)/documents';

function read(verb: string, path: string, parameters = '', body: Record<string, unknown> = {}) {
  const call = readAddress({ verb, path, parameters: new URLSearchParams(parameters), body });
  return call && [call.method.name, readJson(call.method.request, call.request)];
}

test.each([
  ['GET', `${ROOT}/c/d`, 'GetDocument', { name: `${ROOT}/c/d` }],
  ['GET', `${ROOT}/c/d:commit`, 'GetDocument', { name: `${ROOT}/c/d:commit` }],
  ['GET', `${ROOT}/c`, 'ListDocuments', { parent: ROOT, collectionId: 'c' }],
  ['GET', `${ROOT}/c/d/e`, 'ListDocuments', { parent: `${ROOT}/c/d`, collectionId: 'e' }],
  ['PATCH', `${ROOT}/c/d`, 'UpdateDocument', { document: { name: `${ROOT}/c/d` } }],
  ['POST', `${ROOT}:commit`, 'Commit', { database: 'projects/p/databases/(default)' }],
  ['POST', `${ROOT}:batchGet`, 'BatchGetDocuments', { database: 'projects/p/databases/(default)' }],
  ['POST', `${ROOT}:runQuery`, 'RunQuery', { parent: ROOT }],
  ['POST', `${ROOT}/c/d:runQuery`, 'RunQuery', { parent: `${ROOT}/c/d` }],
  ['POST', `${ROOT}/c/a:b:runQuery`, 'RunQuery', { parent: `${ROOT}/c/a:b` }],
  ['POST', `${ROOT}:listCollectionIds`, 'ListCollectionIds', { parent: ROOT }],
  [
    'POST',
    `${ROOT}:beginTransaction`,
    'BeginTransaction',
    { database: 'projects/p/databases/(default)' },
  ],
  ['POST', `${ROOT}:rollback`, 'Rollback', { database: 'projects/p/databases/(default)' }],
])('%s %s calls %s', (verb, path, method, request) => {
  expect(read(verb, path)).toEqual([method, request]);
});

test.each([
  ['PUT', `${ROOT}/c/d`],
  ['DELETE', `${ROOT}/c/d`],
  ['POST', `${ROOT}/c`],
  ['POST', `${ROOT}/a:b`],
  ['POST', `${ROOT}:frobnicate`],
  ['POST', `${ROOT}/c/d:commit`],
  ['POST', `${ROOT}:listen`],
  ['POST', `${ROOT}:constructor`],
  ['GET', `${ROOT}:commit`],
  ['GET', ROOT],
  ['PATCH', `${ROOT}/c`],
  ['GET', 'projects/p'],
])('%s %s calls nothing', (verb, path) => {
  expect(read(verb, path)).toBeUndefined();
});

test('parameters fill the request, in lists, parts and types', () => {
  const parameters = 'updateMask.fieldPaths=a&updateMask.fieldPaths=b.c&key=k&alt=json';
  expect(read('PATCH', `${ROOT}/c/d`, parameters, { fields: {} })).toEqual([
    'UpdateDocument',
    {
      document: { name: `${ROOT}/c/d`, fields: {} },
      updateMask: { fieldPaths: ['a', 'b.c'] },
    },
  ]);
  expect(read('GET', `${ROOT}/c`, 'pageSize=5&orderBy=a')).toEqual([
    'ListDocuments',
    { parent: ROOT, collectionId: 'c', pageSize: 5, orderBy: 'a' },
  ]);
});

test.each([
  ['foo=1', 'Unknown name "foo"'],
  ['mask.fieldPath=a', 'Unknown name "fieldPath"'],
  ['mask=a', "Invalid value at 'mask'"],
  ['name.x=a', "Invalid value at 'name'"],
  ['alt=media', 'alt=media is not covered'],
])('parameters %s are refused: %s', (parameters, message) => {
  expect(() => read('GET', `${ROOT}/c/d`, parameters)).toThrow(message);
});

test('a body may repeat the value of the address, but not contradict it', () => {
  const database = 'projects/p/databases/(default)';
  expect(read('POST', `${ROOT}:commit`, '', { database })).toEqual(['Commit', { database }]);
  expect(() => read('POST', `${ROOT}:commit`, '', { database: 'other' })).toThrow(
    'database "other"',
  );
  expect(() => read('PATCH', `${ROOT}/c/d`, '', { name: `${ROOT}/c/e` })).toThrow('name');
});
