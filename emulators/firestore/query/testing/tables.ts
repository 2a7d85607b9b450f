import type { Json } from '../json.ts';
import type { Question, World } from './answer.ts';
import * as b from './build.ts';
import { refusedQueries } from './refused-queries.ts';

/** Values of every kind, with those that have their own ways. */
export const values: Readonly<Record<string, Json>> = {
  null: b.none,
  false: b.bool(false),
  true: b.bool(true),
  nan: b.double('NaN'),
  lowest: b.double('-Infinity'),
  zero: b.int(0),
  minusZero: b.double('-0'),
  one: b.int(1),
  oneDouble: b.double(1),
  half: b.double(1.5),
  exact: b.int('9007199254740993'),
  rounded: b.double(9007199254740992),
  most: b.int('9223372036854775807'),
  moment: b.time('2020-01-01T00:00:00.000001Z'),
  finer: b.time('2020-01-01T00:00:00.0000019Z'),
  early: b.time('1969-12-31T23:59:59.5Z'),
  empty: b.text(''),
  ascii: b.text('a'),
  high: b.text('\uffee'),
  pair: b.text('\u{1f600}'),
  noBytes: b.bytes(''),
  bytes: b.bytes('/w=='),
  reference: b.ref('a/b'),
  below: b.ref('a/b/c/d'),
  numbered: b.ref('a/__id7__'),
  place: b.geo(1, -180),
  emptyList: b.list(),
  list: b.list(b.int(1), b.text('a'), b.double('NaN')),
  lists: b.list(b.none, b.map({ a: b.double(1) })),
  vector: b.vector(1, 2),
  longer: b.vector(0, 0, 0),
  emptyMap: b.map({}),
  map: b.map({ a: b.int(1), b: b.text('x') }),
  otherMap: b.map({ a: b.double(1), 'b c': b.none }),
};

/** A document with each value, and some with names and fields that are unlike others. */
export const world: World = {
  ...Object.fromEntries(Object.entries(values).map(([name, v]) => [`c/${name}`, { v }])),
  'c/missing': { other: b.int(1) },
  'c/__id5__': { n: b.int(1), s: b.text('x') },
  'c/__id10__': { n: b.int(2), s: b.text('y') },
  'c/__id-3__': { n: b.double(2), s: b.text('x') },
  'c/ü': { n: b.int(3), 'a.b': b.int(1), 'a`b': b.int(2), m: b.map({ k: b.int(3) }) },
  'c/z': { n: b.none, s: b.text('x'), m: b.map({ k: b.int(4), l: b.list(b.int(1), b.int(2)) }) },
  'c/zz': { n: b.int(5), t: b.list(b.int(1), b.int(2)), big: b.int('9223372036854775807') },
  'c/zz/c/inner': { n: b.int(1), big: b.int(1) },
  'c/zz/d/other': { n: b.double(0.1), big: b.double('Infinity') },
  'd/x': { n: b.int(7), t: b.list(b.int(2), b.none), big: b.int(-1) },
  'd/y': { n: b.double(0.2), t: b.list(b.int(3)), big: b.double('-Infinity') },
};

const from = [{ collectionId: 'c' }];
const byName = { fields: [{ fieldPath: '__name__' }] };

const query = (structuredQuery: Json, parent = ''): Question => ({ parent, structuredQuery });
const compute = (structuredQuery: Json, ...aggregations: readonly Json[]): Question => ({
  parent: '',
  structuredAggregationQuery: { structuredQuery, aggregations },
});

const single = [
  ...['LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'EQUAL'],
  ...['NOT_EQUAL', 'ARRAY_CONTAINS'],
];
const several = ['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'];

const comparisons = Object.values(values).flatMap((value) => [
  ...single.map((op) => query({ from, select: byName, where: b.where('v', op, value) })),
  ...several.map((op) =>
    query({ from, select: byName, where: b.where('v', op, b.list(value, b.int(1))) }),
  ),
  ...single.map((op) => query({ from, select: byName, where: b.where('v.a', op, value) })),
]);

const cursors = Object.values(values).flatMap((value) =>
  [true, false].flatMap((before) => [
    query({ from, select: byName, orderBy: [b.up('v')], startAt: { values: [value], before } }),
    query({ from, select: byName, orderBy: [b.down('v')], endAt: { values: [value], before } }),
  ]),
);

const others: readonly Question[] = [
  ...['IS_NULL', 'IS_NAN', 'IS_NOT_NULL', 'IS_NOT_NAN'].map((op) =>
    query({ from, select: byName, where: b.is('v', op) }),
  ),
  ...['`a.b`', '`a\\`b`', 'm.k', '`m`.`k`', 'm.l', 'm.k.x'].map((path) =>
    query({ from, orderBy: [b.up(path)], select: { fields: [{ fieldPath: path }] } }),
  ),
  ...[{}, { limit: 0 }, { limit: 3 }, { offset: 4, limit: 2 }, { offset: 99 }].map((more) =>
    query({ from, select: byName, orderBy: [b.up('n')], ...more }),
  ),
  ...['c/__id10__', 'c/ü', 'd/x', 'b/x', 'c/zz/c/inner'].flatMap((path) => [
    query({ from, select: byName, where: b.where('__name__', 'GREATER_THAN', b.ref(path)) }),
    query({ from, select: byName, where: b.where('__name__', 'NOT_EQUAL', b.ref(path)) }),
    query({
      from: [{ collectionId: 'c', allDescendants: true }],
      select: byName,
      where: b.where('__name__', 'LESS_THAN_OR_EQUAL', b.ref(path)),
    }),
    query({ from, select: byName, orderBy: [b.up('__name__')], endAt: { values: [b.ref(path)] } }),
  ]),
  query({ from: [] }),
  query({ from: [{ allDescendants: true }], select: byName }),
  query({ from: [{ collectionId: 'c' }] }, 'c/zz'),
  query({ from: [{}] }, 'c/zz'),
  query({
    from,
    where: b.and(b.where('n', 'EQUAL', b.int(2)), b.where('s', 'EQUAL', b.text('x'))),
  }),
  query({ from, where: b.or(b.where('n', 'EQUAL', b.int(3)), b.where('s', 'EQUAL', b.text('x'))) }),
  query({ from, where: b.or(b.where('n', 'GREATER_THAN', b.int(1)), b.is('s', 'IS_NULL')) }),
  query({ from, where: b.or(b.where('n', 'NOT_EQUAL', b.double('NaN')), b.is('v', 'IS_NAN')) }),
  query({ from, where: b.or(b.where('n', 'LESS_THAN', b.double('NaN')), b.is('v', 'IS_NAN')) }),
  query({ from, where: b.or(b.where('n', 'NOT_EQUAL', b.none), b.is('v', 'IS_NAN')) }),
  query({ from, where: b.where('n', 'GREATER_THAN', b.int(0)), orderBy: [b.down('s')] }),
  query({ from, orderBy: [b.up('s'), b.down('n')], startAt: { values: [b.text('x'), b.int(2)] } }),
  query({ from, where: b.and(), limit: 2 }),
  query({ from, where: b.where('t', 'ARRAY_CONTAINS_ANY', b.list(b.int(2), b.int(9))) }),
];

const sums = ['n', 'big', 'm.k', 'v', 's', 'none'].flatMap((path) =>
  [{ sum: b.field(path) }, { avg: b.field(path) }].flatMap((operator) => [
    compute({ from }, operator),
    compute({ from: [{ collectionId: 'd' }] }, operator, { alias: 'x', count: {} }),
    compute({ from, limit: 2 }, operator, { count: { upTo: 1 } }),
    compute({ from: [{ collectionId: 'c', allDescendants: true }] }, operator),
    compute({ from: [{ collectionId: 'd', allDescendants: true }], offset: 1 }, operator),
  ]),
);

/** All that was asked of Google's emulator. */
export const questions: readonly Question[] = [
  ...comparisons,
  ...cursors,
  ...others,
  ...sums,
  ...refusedQueries,
];
