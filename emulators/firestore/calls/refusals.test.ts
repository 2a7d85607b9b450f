import { describe, expect, test } from 'vitest';
import { askLocal } from '../testing/ask.ts';
import { World } from '../world.ts';

const project = 'demo-refusals';
const database = `projects/${project}/databases/(default)`;
const root = `${database}/documents`;
const name = `${root}/c/a`;
const update = { update: { name, fields: {} } };
const query = { from: [{ collectionId: 'c' }] };

async function refusalOf(method: string, request: Readonly<Record<string, unknown>>) {
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  const outcome = await askLocal(world, project, { method, request });
  world.close();
  return 'refused' in outcome ? outcome.refused : undefined;
}

/** Of Google's emulator these are answered by something else, or by nothing at all. */
describe('what is not covered is refused by its name', () => {
  const readTime = '2026-01-01T00:00:00Z';
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['ExecutePipeline', { database }, 'ExecutePipeline'],
    ['PartitionQuery', { parent: root }, 'PartitionQuery'],
    ['GetDocument', { name, readTime }, 'Reading at a time (readTime)'],
    [
      'BatchGetDocuments',
      { database, documents: [name], readTime },
      'Reading at a time (readTime)',
    ],
    [
      'ListDocuments',
      { parent: root, collectionId: 'c', readTime },
      'Reading at a time (readTime)',
    ],
    ['ListCollectionIds', { parent: root, readTime }, 'Reading at a time (readTime)'],
    [
      'RunQuery',
      { parent: root, structuredQuery: query, readTime },
      'Reading at a time (readTime)',
    ],
    [
      'BeginTransaction',
      { database, options: { readOnly: { readTime } } },
      'Reading at a time (readTime)',
    ],
    [
      'RunQuery',
      { parent: root, structuredQuery: query, explainOptions: {} },
      'Explaining queries (explainOptions)',
    ],
    [
      'RunAggregationQuery',
      { parent: root, structuredAggregationQuery: {}, explainOptions: { analyze: true } },
      'Explaining queries (explainOptions)',
    ],
    ['RunQuery', { parent: root, structuredQuery: { ...query, findNearest: {} } }, 'findNearest'],
  ])('%s %j', async (method, request, what) => {
    expect(await refusalOf(method, request)).toEqual({
      code: 12,
      message: `${what} is not covered by the local Firestore.`,
    });
  });
});

describe('unknown fields are refused by name', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['GetDocument', { name, foo: 1 }, 'Unknown field "foo" in GetDocumentRequest.'],
    ['ListDocuments', { parent: root, foo: 1 }, 'Unknown field "foo" in ListDocumentsRequest.'],
    ['CreateDocument', { parent: root, foo: 1 }, 'Unknown field "foo" in CreateDocumentRequest.'],
    ['UpdateDocument', { foo: 1 }, 'Unknown field "foo" in UpdateDocumentRequest.'],
    ['DeleteDocument', { name, foo: 1 }, 'Unknown field "foo" in DeleteDocumentRequest.'],
    ['BeginTransaction', { database, foo: 1 }, 'Unknown field "foo" in BeginTransactionRequest.'],
    ['Commit', { database, foo: 1 }, 'Unknown field "foo" in CommitRequest.'],
    ['Commit', { database, writes: [{ ...update, foo: 1 }] }, 'Unknown field "foo" in Write.'],
    [
      'Commit',
      { database, writes: [{ update: { name, foo: 1 } }] },
      'Unknown field "foo" in Document.',
    ],
    [
      'Commit',
      { database, writes: [{ ...update, currentDocument: { foo: 1 } }] },
      'Unknown field "foo" in Precondition.',
    ],
    [
      'Commit',
      { database, writes: [{ ...update, updateTransforms: [{ fieldPath: 'a', foo: 1 }] }] },
      'Unknown field "foo" in FieldTransform.',
    ],
    [
      'Commit',
      { database, writes: [{ update: { name, fields: { a: { foo: 1 } } } }] },
      'Unknown field "foo" in Value.',
    ],
    ['Rollback', { database, foo: 1 }, 'Unknown field "foo" in RollbackRequest.'],
    ['ListCollectionIds', { foo: 1 }, 'Unknown field "foo" in ListCollectionIdsRequest.'],
    ['BatchWrite', { database, foo: 1 }, 'Unknown field "foo" in BatchWriteRequest.'],
    ['BatchGetDocuments', { foo: 1 }, 'Unknown field "foo" in BatchGetDocumentsRequest.'],
    ['RunQuery', { parent: root, foo: 1 }, 'Unknown field "foo" in RunQueryRequest.'],
    [
      'RunAggregationQuery',
      { parent: root, foo: 1 },
      'Unknown field "foo" in RunAggregationQueryRequest.',
    ],
  ])('%s %j', async (method, request, message) => {
    expect(await refusalOf(method, request)).toEqual({ code: 3, message });
  });
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['two kinds of write', { ...update, delete: name }],
  [
    'two conditions',
    { ...update, currentDocument: { exists: true, updateTime: '2020-01-01T00:00:00Z' } },
  ],
  [
    'two kinds of transform',
    {
      ...update,
      updateTransforms: [
        { fieldPath: 'a', increment: { integerValue: '1' }, maximum: { integerValue: '1' } },
      ],
    },
  ],
  ['a time that is none', { ...update, currentDocument: { updateTime: 'x' } }],
  [
    'two kinds of value',
    { update: { name, fields: { a: { integerValue: '1', stringValue: 'x' } } } },
  ],
])('%s in one is refused', async (_, write) => {
  expect(await refusalOf('Commit', { database, writes: [write] })).toMatchObject({ code: 3 });
});

test('documents of another database are not taken for ours', async () => {
  const other = 'projects/demo-other/databases/(default)';
  const refused = { code: 3 };
  expect(await refusalOf('Commit', { database: other, writes: [] })).toMatchObject(refused);
  expect(
    await refusalOf('Commit', { database, writes: [{ delete: `${other}/documents/c/a` }] }),
  ).toMatchObject(refused);
  expect(await refusalOf('GetDocument', { name: `${other}/documents/c/a` })).toMatchObject(refused);
});

test('an unknown call is refused', async () => {
  expect(await refusalOf('toString', {})).toEqual({
    code: 12,
    message: 'There is no call toString of this kind.',
  });
});
