import type { Json } from '../json.ts';
import type { Question } from './answer.ts';
import * as b from './build.ts';

const from = [{ collectionId: 'c' }];
const one = b.int(1);

const filters: readonly Json[] = [
  ...['m..k', '', '.m', 'm.', '`m', '1a', 'a-b', 'a b', '`m`k', '``', '`m\\k`', 'ü', 'a*'].map(
    (path) => b.where(path, 'EQUAL', one),
  ),
  ...['__foo__', 'm.__name__', 'm.__foo__'].map((path) => b.where(path, 'EQUAL', one)),
  { fieldFilter: { ...b.field('n'), op: 'OPERATOR_UNSPECIFIED', value: one } },
  { fieldFilter: { ...b.field('n'), op: 'EQUAL' } },
  { fieldFilter: { op: 'EQUAL', value: one } },
  { unaryFilter: b.field('n') },
  { compositeFilter: { filters: [b.where('n', 'EQUAL', one)] } },
  {},
  b.or(),
  b.is('__name__', 'IS_NULL'),
  b.where('__name__', 'EQUAL', b.text('a')),
  b.where('__name__', 'EQUAL', b.ref('c')),
  b.where('__name__', 'IN', b.list(b.text('a'))),
  b.where('__name__', 'ARRAY_CONTAINS', b.ref('c/a')),
  b.where('n', 'EQUAL', { referenceValue: 'foo' }),
  b.where('n', 'EQUAL', b.geo(91, 0)),
  b.where('n', 'EQUAL', b.geo(0, -181)),
  b.where('n', 'EQUAL', b.map({ __x__: one })),
  b.where('n', 'EQUAL', b.vector()),
  ...['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'].flatMap((op) => [
    b.where('n', op, one),
    b.where('n', op, b.list()),
    b.where('n', op, b.list(...b.numbers(31))),
    b.where('n', op, b.list(...b.numbers(11))),
  ]),
  b.and(b.where('t', 'ARRAY_CONTAINS', one), b.where('t', 'ARRAY_CONTAINS', one)),
  b.and(b.where('t', 'ARRAY_CONTAINS', one), b.where('u', 'ARRAY_CONTAINS_ANY', b.list(one))),
  b.or(b.where('t', 'ARRAY_CONTAINS', one), b.where('t', 'ARRAY_CONTAINS', b.int(2))),
  b.and(b.where('n', 'NOT_EQUAL', one), b.where('s', 'NOT_EQUAL', one)),
  b.and(b.where('n', 'NOT_EQUAL', one), b.is('s', 'IS_NOT_NULL')),
  b.and(b.where('n', 'NOT_IN', b.list(one)), b.where('s', 'IN', b.list(one))),
  b.or(b.where('n', 'NOT_IN', b.list(one)), b.where('s', 'EQUAL', one)),
  b.and(b.where('__name__', 'EQUAL', b.ref('c/a')), b.where('n', 'GREATER_THAN', one)),
  b.or(...b.numbers(31).map((value) => b.where('n', 'EQUAL', value))),
  b.or(...b.numbers(31).map(() => b.where('n', 'EQUAL', one))),
  b.and(...b.numbers(101).map((value) => b.where('n', 'EQUAL', value))),
  ...[5, 6, 7, 10].map((size) =>
    b.and(
      b.where('n', 'IN', b.list(...b.numbers(size))),
      b.where('s', 'IN', b.list(...b.numbers(size))),
    ),
  ),
  b.and(b.where('n', 'IN', b.list(...b.numbers(30))), b.where('n', 'IN', b.list(...b.numbers(30)))),
];

const parts: readonly Json[] = [
  { from: [...from, { collectionId: 'd' }] },
  ...['a/b', '__x__', '.', '..'].map((collectionId) => ({ from: [{ collectionId }] })),
  ...[{ limit: -1 }, { offset: -1 }, { limit: -1, offset: -1 }].map((part) => ({ from, ...part })),
  ...[
    [{}],
    [b.up('n'), b.down('n')],
    [b.up('__name__'), b.up('n')],
    [b.down('__name__')],
    [b.down('__name__'), b.up('__name__')],
  ].map((orderBy) => ({ from, orderBy })),
  { from, where: b.where('n', 'GREATER_THAN', one), orderBy: [b.up('__name__')] },
  { from, where: b.where('n', 'NOT_IN', b.list(b.none)), orderBy: [b.up('__name__')] },
  { from, where: b.where('n', 'EQUAL', one), orderBy: [b.down('__name__')] },
  { from, where: b.where('__name__', 'GREATER_THAN', b.ref('c/a')), orderBy: [b.down('__name__')] },
  { from, startAt: { values: [one] } },
  { from, startAt: { values: [b.ref('c/a')] } },
  { from, startAt: {} },
  { from, endAt: {} },
  { from, orderBy: [b.up('n')], startAt: { values: [one, b.ref('c/a')] } },
  { from, orderBy: [b.up('n')], endAt: { values: [{}] } },
  { from, orderBy: [b.up('__name__')], startAt: { values: [b.text('a')] } },
  { from, select: { fields: [{ fieldPath: '1n' }] } },
  { from, select: { fields: [{}] } },
  { from: [{}], orderBy: [b.up('n')] },
  { from: [{}], where: b.where('n', 'EQUAL', one) },
  { from: [{}], where: b.where('n', 'ARRAY_CONTAINS', one) },
  { from: [{}], orderBy: [b.down('__name__')] },
];

const aggregations: readonly (readonly Json[])[] = [
  [],
  [{}],
  [
    { alias: 'x', count: {} },
    { alias: 'x', count: {} },
  ],
  [{ alias: 'field_1', count: {} }, { count: {} }],
  [{ alias: '__x__', count: {} }],
  [{ alias: 'a b', count: {} }],
  [{ alias: 'x'.repeat(1_501), count: {} }],
  [{ count: { upTo: -1 } }],
  [{ count: { upTo: 0 } }],
  [{ sum: {} }],
  [{ sum: b.field('1x') }],
  [{ avg: b.field('__name__') }],
];

const computing: readonly Json[] = [
  { from, select: { fields: [{ fieldPath: 's' }] } },
  { from, select: { fields: [{ fieldPath: 'n' }] } },
  { from, select: {} },
  { from, orderBy: [b.up('__name__')] },
  { from, where: b.where('__name__', 'GREATER_THAN', b.ref('c/a')) },
];

/** What Firestore does not accept, and what it does accept close to it. */
export const refusedQueries: readonly Question[] = [
  ...filters.map((where) => ({ parent: '', structuredQuery: { from, where } })),
  ...parts.map((structuredQuery) => ({ parent: '', structuredQuery })),
  ...[{ from: [{ collectionId: 'c', allDescendants: true }], orderBy: [b.up('n')] }].map(
    (structuredQuery) => ({ parent: 'c/zz', structuredQuery }),
  ),
  ...aggregations.map((list) => ({
    parent: '',
    structuredAggregationQuery: { structuredQuery: { from }, aggregations: list },
  })),
  ...computing.map((structuredQuery) => ({
    parent: '',
    structuredAggregationQuery: { structuredQuery, aggregations: [{ sum: b.field('n') }] },
  })),
];
