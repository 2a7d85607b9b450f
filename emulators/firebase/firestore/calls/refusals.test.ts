import { describe, expect, test } from 'vitest';
import { codes, type Refusal } from '../contract.ts';
import { World } from '../world.ts';

const project = 'demo-refusals';
const database = `projects/${project}/databases/(default)`;
const root = `${database}/documents`;
const name = `${root}/c/a`;
const update = { update: { name, fields: {} } };
const from = [{ collectionId: 'c' }];

type Json = Readonly<Record<string, unknown>>;

async function refusalOf(method: string, request: Json): Promise<Refusal> {
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  const calls = world.calls({ project, database: '(default)' });
  const admin = { isAdmin: true, auth: null };
  const kind = ['BatchGetDocuments', 'RunQuery', 'RunAggregationQuery'].includes(method)
    ? 'many'
    : 'one';
  const refused = await calls[kind](method, request, admin).catch((error: Refusal) => error);
  world.close();
  return refused as Refusal;
}

const commit = (...writes: readonly Json[]): Json => ({ database, writes });
const query = (structuredQuery: Json): Json => ({ parent: root, structuredQuery });
const where = (op: string): Json =>
  query({ from, where: { fieldFilter: { field: { fieldPath: 'n' }, op, value: {} } } });
const put = (value: Json): Json => commit({ update: { name, fields: { a: value } } });
const transform = (kind: string): Json =>
  commit({ ...update, updateTransforms: [{ fieldPath: 'a', [kind]: { integerValue: '1' } }] });
const readTime = '2026-01-01T00:00:00Z';

/** Google's emulator answers these calls differently, or not at all. */
test.each<[string, Json, string]>([
  ['ExecutePipeline', { database }, 'ExecutePipeline'],
  [
    'RunAggregationQuery',
    { parent: root, structuredAggregationQuery: { aggregations: [{ sum: {} }] } },
    'The aggregation sum',
  ],
  ['BatchWrite', { database }, 'BatchWrite'],
  ['toString', {}, 'toString'],
  ['GetDocument', { name, readTime }, 'Reading at a time (readTime)'],
  ['BatchGetDocuments', { database, documents: [name], readTime }, 'Reading at a time (readTime)'],
  ['RunQuery', { ...query({ from }), readTime }, 'Reading at a time (readTime)'],
  [
    'BeginTransaction',
    { database, options: { readOnly: { readTime } } },
    'Reading at a time (readTime)',
  ],
  ['RunQuery', { ...query({ from }), explainOptions: {} }, 'Explaining queries (explainOptions)'],
  ['RunQuery', query({ from, findNearest: {} }), 'findNearest'],
  ['RunQuery', query({ from: [{}] }), 'A query without a collection'],
  ['RunQuery', where('NOT_EQUAL'), 'The operator NOT_EQUAL'],
  ['RunQuery', where('ARRAY_CONTAINS_ANY'), 'The operator ARRAY_CONTAINS_ANY'],
  ['RunQuery', query({ from, where: { compositeFilter: { op: 'OR' } } }), 'The operator OR'],
  ['Commit', put({ geoPointValue: {} }), 'A geo point'],
  ['Commit', put({ mapValue: { fields: { __type__: {} } } }), 'A vector'],
  ['Commit', transform('maximum'), 'The transform maximum'],
  ['Commit', commit({ transform: {} }), 'A write that only transforms'],
])('the call %s with %j is refused as not covered', async (method, request, what) => {
  expect(await refusalOf(method, request)).toMatchObject({
    code: codes.UNIMPLEMENTED,
    message: `${what} is not covered by the local Firestore.`,
  });
});

describe('unknown fields are refused by name', () => {
  test.each<[string, Json, string]>([
    ['GetDocument', { name, foo: 1 }, 'GetDocumentRequest'],
    ['ListDocuments', { parent: root, foo: 1 }, 'ListDocumentsRequest'],
    ['UpdateDocument', { foo: 1 }, 'UpdateDocumentRequest'],
    ['BeginTransaction', { database, foo: 1 }, 'BeginTransactionRequest'],
    ['Commit', { database, foo: 1 }, 'CommitRequest'],
    ['Commit', commit({ ...update, foo: 1 }), 'Write'],
    ['Commit', commit({ update: { name, foo: 1 } }), 'Document'],
    ['Commit', commit({ ...update, currentDocument: { foo: 1 } }), 'Precondition'],
    ['Commit', commit({ ...update, updateTransforms: [{ foo: 1 }] }), 'FieldTransform'],
    ['Rollback', { database, foo: 1 }, 'RollbackRequest'],
    ['ListCollectionIds', { foo: 1 }, 'ListCollectionIdsRequest'],
    ['BatchGetDocuments', { foo: 1 }, 'BatchGetDocumentsRequest'],
    ['RunQuery', { parent: root, foo: 1 }, 'RunQueryRequest'],
    ['RunQuery', query({ from, foo: 1 }), 'StructuredQuery'],
    ['RunQuery', query({ from, startAt: { foo: 1 } }), 'Cursor'],
  ])('in %s %j', async (method, request, message) => {
    expect(await refusalOf(method, request)).toMatchObject({
      code: codes.INVALID_ARGUMENT,
      message: `Unknown field "foo" in ${message}.`,
    });
  });
});

const other = 'projects/demo-other/databases/(default)';

test.each<[string, string, Json]>([
  ['two kinds of write in one', 'Commit', commit({ ...update, delete: name })],
  [
    'two conditions in one',
    'Commit',
    commit({ ...update, currentDocument: { exists: true, updateTime: readTime } }),
  ],
  [
    'a page token of another list',
    'ListDocuments',
    { parent: root, collectionId: 'c', pageToken: Buffer.from('d/a').toString('base64url') },
  ],
  ['an invalid time', 'Commit', commit({ ...update, currentDocument: { updateTime: 'x' } })],
  ['a commit to another database', 'Commit', { database: other, writes: [] }],
  ['a write of another database', 'Commit', commit({ delete: `${other}/documents/c/a` })],
  ['a document of another database', 'GetDocument', { name: `${other}/documents/c/a` }],
  [
    'a name of another database in a query',
    'RunQuery',
    query({
      from,
      orderBy: [{ field: { fieldPath: '__name__' } }],
      endAt: { values: [{ referenceValue: `${other}/documents/c/a` }] },
    }),
  ],
])('%s is refused', async (_, method, request) => {
  expect(await refusalOf(method, request)).toMatchObject({ code: codes.INVALID_ARGUMENT });
});
