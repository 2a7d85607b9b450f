import type { Value } from '../../contract.ts';
import { float, int, list, map, text } from './questions.ts';

/** A query of one collection without `from`, and conditions to hold against it. */
export interface ListGroup {
  readonly query: Readonly<Record<string, unknown>>;
  readonly conditions: readonly string[];
}

const is = (fieldPath: string, op: string, value: Value) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const unary = (fieldPath: string, op: string) => ({ unaryFilter: { field: { fieldPath }, op } });
const and = (...filters: object[]) => ({ compositeFilter: { op: 'AND', filters } });
const or = (...filters: object[]) => ({ compositeFilter: { op: 'OR', filters } });

/** `$` stands for `resource.data.x`. */
const about = (...conditions: string[]) =>
  conditions.map((condition) => condition.replaceAll('$', 'resource.data.x'));

const comparedWith = (...values: string[]) =>
  values.flatMap((value) =>
    about(...['==', '!=', '<', '<=', '>', '>='].map((operator) => `$ ${operator} ${value}`)),
  );

const ofNumbers = [
  ...comparedWith('5', '6', '7', '5.0', '5.5', '6.0', "'a'", 'null', 'true'),
  ...about(
    '$ in [6, 7]',
    '$ is int',
    '$ is number',
    '$ is constraint',
    '6 < $',
    "'x' in resource.data",
  ),
  ...about("'y' in resource.data", 'resource.data.y == 1', "resource.data.get('x', 1) > 5"),
  ...about('!($ > 5)', '$ > 5 ? true : false', 'resource.data == {"x": 6}', '$ + 1 > 6'),
];

const ofShape = [
  ...['resource == null', 'resource.data != null', "resource.id == 'a'", "resource.id != 'a'"],
  ...["'id' in resource", "'__name__' in resource", "resource.keys() == ['data']", 'id is string'],
  ...['resource.data.keys().size() == 0', 'request.path is path', 'request.resource == null'],
  ...['request.query.limit == null', 'request.query.limit <= 3', 'request.query.offset == 0'],
  ...["request.query.orderBy == {'x': 'DESC'}", 'request.query.orderBy == {}'],
  ...["request.method == 'list'", 'request.path[3] is string', 'request.path[4] is string'],
];

const ofLists = about(
  ...["'v' in $", "'w' in $", '5 in $', '5.0 in $', "$.hasAny(['v'])", "$.hasAny(['v', 'w'])"],
  ...["$.hasAny(['z'])", '$.hasAny([])', "$.hasAll(['v'])", "$.hasOnly(['v'])", '$.size() >= 1'],
  ...["$ == ['v']", "$[0] == 'v'", '$ != null', '$ is list', '$ is constraint', '$.hasAny([5.0])'],
);

const ofNothing = about('$ == true', '$ != false', '$ != 6', '$ != null', '$ == null', '$ > 4');

const nested = [
  ...['resource.data.m.a == 1', 'resource.data.m is map', "resource.data.m.keys() == ['a']"],
  ...["resource.data.m == {'a': 1}", "resource.data['m.a'] == 1", "resource.data.keys() == ['m']"],
  ...['resource.data.m.b > 2', 'resource.data.m.b > 1', 'resource.data.m is constraint'],
];

const branches = [
  ...['resource.data.x == 1', 'resource.data.y == 2', "'x' in resource.data"],
  ...['resource.data.x == 1 || resource.data.y == 2', 'resource.data.keys().size() == 1'],
  ...['resource.data.z == 3', 'resource.data.x is int || resource.data.y is int'],
];

const together = about(
  ...['$ == $', '[$] == [$]', '[$] == [6]', '[$][0] > 5', '{"a": $}.a > 5', '[$ > 5] == [true]'],
  ...['$ || true', '$ && false', '$ ? true : false', '-$ < -5', 'debug($) > 5', 'math.abs($) > 5'],
  ...[
    'resource.data == resource.data',
    'resource == resource',
    '$.size() == 1',
    'string($) == "6"',
  ],
  ...['resource.data.diff({}).addedKeys() == ["x"].toSet()', '[$, 1].removeAll([1]).size() == 1'],
  ...['resource.data.diff({"x": 6}).changedKeys().size() == 1', '$.y == 1', '$ in resource.data'],
);

const nothing: Value = { nullValue: null };
const noNumber: Value = { doubleValue: 'NaN' };

/** What queries prove. */
export const listGroups: readonly ListGroup[] = [
  { query: {}, conditions: [...ofNumbers, ...ofShape] },
  { query: { orderBy: [{ field: { fieldPath: 'x' } }] }, conditions: ["'x' in resource.data"] },
  { query: { limit: 3, offset: 2 }, conditions: ofShape },
  { query: { limit: 0 }, conditions: ofShape },
  {
    query: { orderBy: [{ field: { fieldPath: 'x' }, direction: 'DESCENDING' }] },
    conditions: ofShape,
  },
  { query: { where: is('x', 'EQUAL', int(6)) }, conditions: ofNumbers },
  { query: { where: is('x', 'GREATER_THAN', int(6)) }, conditions: [...ofNumbers, ...together] },
  { query: { where: is('x', 'GREATER_THAN_OR_EQUAL', int(6)) }, conditions: ofNumbers },
  { query: { where: is('x', 'LESS_THAN', int(6)) }, conditions: ofNumbers },
  { query: { where: is('x', 'LESS_THAN_OR_EQUAL', float(6)) }, conditions: ofNumbers },
  { query: { where: is('x', 'NOT_EQUAL', int(6)) }, conditions: ofNumbers },
  { query: { where: is('x', 'NOT_EQUAL', float(6)) }, conditions: ofNumbers },
  { query: { where: is('x', 'IN', list(int(6), int(7))) }, conditions: ofNumbers },
  { query: { where: is('x', 'NOT_IN', list(int(6), int(7))) }, conditions: ofNumbers },
  {
    query: { where: and(is('x', 'GREATER_THAN', int(5)), is('x', 'LESS_THAN', int(7))) },
    conditions: ofNumbers,
  },
  {
    query: { where: and(is('x', 'EQUAL', int(6)), is('x', 'GREATER_THAN', int(5))) },
    conditions: ofNumbers,
  },
  {
    query: { where: and(is('x', 'EQUAL', float(6)), is('x', 'LESS_THAN', float(9))) },
    conditions: ofNumbers,
  },
  {
    query: { where: and(is('x', 'EQUAL', int(6)), is('x', 'EQUAL', int(6))) },
    conditions: ofNumbers,
  },
  {
    query: { where: and(is('x', 'EQUAL', int(6)), is('x', 'EQUAL', int(7))) },
    conditions: ofNumbers,
  },
  ...['GREATER_THAN', 'NOT_EQUAL', 'EQUAL'].flatMap((op) => [
    {
      query: { where: is('x', op, { booleanValue: true }) },
      conditions: comparedWith('true', 'null'),
    },
    {
      query: { where: is('x', op, text('b')) },
      conditions: comparedWith("'a'", "'b'", "'c'", 'null'),
    },
    { query: { where: is('x', op, list(int(1))) }, conditions: comparedWith('[1]', '[2]', 'null') },
    {
      query: { where: is('x', op, { timestampValue: '2026-01-01T00:00:00Z' }) },
      conditions: comparedWith('timestamp.date(2026, 1, 1)', 'timestamp.date(2025, 1, 1)', 'null'),
    },
    {
      query: { where: is('x', op, { bytesValue: 'YWJj' }) },
      conditions: comparedWith("b'abc'", "b'abd'"),
    },
    {
      query: { where: is('x', op, { geoPointValue: { latitude: 1, longitude: 2 } }) },
      conditions: comparedWith('latlng.value(1.0, 2.0)', 'null'),
    },
    { query: { where: is('x', op, nothing) }, conditions: ofNothing },
    { query: { where: is('x', op, noNumber) }, conditions: ofNothing },
  ]),
  ...['IS_NULL', 'IS_NOT_NULL', 'IS_NAN', 'IS_NOT_NAN'].map((op) => ({
    query: { where: unary('x', op) },
    conditions: ofNothing,
  })),
  { query: { where: is('x', 'IN', list(nothing, int(6))) }, conditions: ofNothing },
  { query: { where: is('x', 'NOT_IN', list(nothing, int(6))) }, conditions: ofNothing },
  { query: { where: is('x', 'ARRAY_CONTAINS', text('v')) }, conditions: ofLists },
  { query: { where: is('x', 'ARRAY_CONTAINS', int(5)) }, conditions: ofLists },
  { query: { where: is('x', 'ARRAY_CONTAINS', float(5)) }, conditions: ofLists },
  { query: { where: is('x', 'ARRAY_CONTAINS', nothing) }, conditions: ofLists },
  {
    query: { where: is('x', 'ARRAY_CONTAINS_ANY', list(text('v'), text('w'))) },
    conditions: ofLists,
  },
  { query: { where: is('m.a', 'EQUAL', int(1)) }, conditions: nested },
  {
    query: { where: and(is('m.a', 'EQUAL', int(1)), is('m.b', 'GREATER_THAN', int(2))) },
    conditions: nested,
  },
  {
    query: { where: and(is('m', 'EQUAL', map({ a: int(1) })), is('m.b', 'EQUAL', int(2))) },
    conditions: nested,
  },
  {
    query: { where: and(is('m.a', 'EQUAL', int(1)), is('m', 'NOT_EQUAL', map({ b: int(5) }))) },
    conditions: nested,
  },
  { query: { where: is('`m.a`', 'EQUAL', int(1)) }, conditions: nested },
  {
    query: { where: or(is('x', 'EQUAL', int(1)), is('y', 'EQUAL', int(2))) },
    conditions: branches,
  },
  {
    query: {
      where: and(is('z', 'EQUAL', int(3)), or(is('x', 'EQUAL', int(1)), is('y', 'EQUAL', int(2)))),
    },
    conditions: branches,
  },
  {
    query: {
      where: or(is('x', 'EQUAL', int(1)), and(is('x', 'EQUAL', int(1)), is('y', 'EQUAL', int(2)))),
    },
    conditions: branches,
  },
];
