import { expect, test } from 'vitest';
import { readAggregation } from './aggregate.ts';
import { readQuery } from './read.ts';

const from = [{ collectionId: 'c' }];
const field = { fieldPath: 'n' };
const value = { integerValue: '1' };
const fieldFilter = { field, op: 'EQUAL', value };

test.each([
  ['StructuredQuery', { from, bogus: 1 }],
  ['CollectionSelector', { from: [{ collectionId: 'c', bogus: 1 }] }],
  ['Filter', { from, where: { bogus: {} } }],
  ['FieldFilter', { from, where: { fieldFilter: { ...fieldFilter, bogus: 1 } } }],
  ['FieldReference', { from, orderBy: [{ field: { ...field, bogus: 1 } }] }],
  ['UnaryFilter', { from, where: { unaryFilter: { field, op: 'IS_NULL', bogus: 1 } } }],
  ['CompositeFilter', { from, where: { compositeFilter: { op: 'AND', bogus: 1 } } }],
  ['Order', { from, orderBy: [{ field, bogus: 1 }] }],
  ['Cursor', { from, orderBy: [{ field }], startAt: { values: [value], bogus: 1 } }],
  ['Projection', { from, select: { bogus: 1 } }],
  ['Value', { from, where: { fieldFilter: { ...fieldFilter, value: { bogus: 1 } } } }],
])('an unknown field of %s is refused by name', (message, query) => {
  expect(() => readQuery([], query)).toThrow(
    expect.objectContaining({ code: 3, message: `Unknown field "bogus" in ${message}.` }),
  );
});

test.each([
  ['StructuredAggregationQuery', { structuredQuery: { from }, aggregations: [], bogus: 1 }],
  ['Aggregation', { structuredQuery: { from }, aggregations: [{ count: {}, bogus: 1 }] }],
  ['Count', { structuredQuery: { from }, aggregations: [{ count: { bogus: 1 } }] }],
  ['Sum', { structuredQuery: { from }, aggregations: [{ sum: { field, bogus: 1 } }] }],
  ['Avg', { structuredQuery: { from }, aggregations: [{ avg: { field, bogus: 1 } }] }],
])('an unknown field of %s is refused by name', (message, query) => {
  expect(() => readAggregation([], query)).toThrow(
    expect.objectContaining({ code: 3, message: `Unknown field "bogus" in ${message}.` }),
  );
});

test.each([
  { from, limit: 'x' },
  { from, limit: 1.5 },
  { from, limit: 3_000_000_000 },
  { from, offset: {} },
  { from: {} },
  { from: [{ collectionId: 1 }] },
  { from: [{ collectionId: 'c', allDescendants: 1 }] },
  { from, orderBy: [{ field, direction: 'SIDEWAYS' }] },
  { from, where: { fieldFilter: { ...fieldFilter, op: 'BOGUS' } } },
  { from, where: { fieldFilter, unaryFilter: { field, op: 'IS_NULL' } } },
  { from, where: { fieldFilter: { ...fieldFilter, value: { ...value, stringValue: 'x' } } } },
  { from, where: { fieldFilter: { ...fieldFilter, value: { integerValue: '1.5' } } } },
  {
    from,
    where: { fieldFilter: { ...fieldFilter, value: { integerValue: '9223372036854775808' } } },
  },
  { from, where: { fieldFilter: { ...fieldFilter, value: { timestampValue: 'now' } } } },
  { from, where: { fieldFilter: { ...fieldFilter, value: { bytesValue: '$$' } } } },
  'from c',
])('what is no StructuredQuery is refused: %j', (query) => {
  expect(() => readQuery([], query)).toThrow(expect.objectContaining({ code: 3 }));
});

test('findNearest is not covered, and says so', () => {
  const query = { from, findNearest: { vectorField: field } };
  expect(() => readQuery([], query)).toThrow(
    expect.objectContaining({
      code: 12,
      message: 'findNearest is not covered by the local Firestore.',
    }),
  );
});

test('names of another database are refused where the database is known', () => {
  const other = { referenceValue: 'projects/other/databases/(default)/documents/c/a' };
  const name = { project: 'demo-q', database: '(default)' };
  const where = { fieldFilter: { field: { fieldPath: '__name__' }, op: 'EQUAL', value: other } };
  expect(() => readQuery([], { from, where }, name)).toThrow(
    "The request was for database 'projects/demo-q/databases/(default)' but was attempting to " +
      "access database 'projects/other/databases/(default)'",
  );
  const cursor = {
    from,
    orderBy: [{ field: { fieldPath: '__name__' } }],
    endAt: { values: [other] },
  };
  expect(() => readQuery([], cursor, name)).toThrow(
    'The cursor key is in a different database than the query',
  );
});

test('six aggregations are one too many, as in production', () => {
  const aggregations = Array.from({ length: 6 }, () => ({ count: {} }));
  expect(() => readAggregation([], { structuredQuery: { from }, aggregations })).toThrow(
    'The maximum number of aggregations allowed in an aggregation query is 5. Received: 6',
  );
});
