import { expect, test } from 'vitest';
import { type Caller, codes, Refusal } from '../contract.ts';
import { World } from '../world.ts';

type Json = Readonly<Record<string, unknown>>;

const project = 'demo-transactions';
const database = `projects/${project}/databases/(default)`;
const root = `${database}/documents`;
const admin: Caller = { isAdmin: true, auth: null };

function begin() {
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  const calls = world.calls({ project, database: '(default)' });
  return {
    one: (method: string, request: Json) => calls.one(method, request, admin),
    many: (method: string, request: Json) => calls.many(method, request, admin),
    clear: () => world.clear({ project, database: '(default)' }),
    close: () => world.close(),
  };
}

type Firestore = ReturnType<typeof begin>;

const put = (path: string, n: number) => ({
  update: { name: `${root}/${path}`, fields: { n: { integerValue: String(n) } } },
});

const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));

async function transact(
  { one }: Firestore,
  body: (transaction: string) => Promise<readonly Json[]>,
): Promise<number> {
  let retryTransaction: unknown = '';
  for (let attempt = 1; ; attempt++) {
    const options = { readWrite: { retryTransaction } };
    const { transaction } = await one('BeginTransaction', { database, options });
    retryTransaction = transaction;
    const writes = await body(String(transaction));
    try {
      await one('Commit', { database, transaction, writes });
      return attempt;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === codes.ABORTED)) throw error;
      await pause();
    }
  }
}

async function numberAt({ many }: Firestore, path: string, transaction?: string): Promise<number> {
  const documents = [`${root}/${path}`];
  const request = { database, documents, ...(transaction ? { transaction } : {}) };
  const [answer] = await many('BatchGetDocuments', request);
  const found = answer?.found as { fields: { n: { integerValue: string } } } | undefined;
  return Number(found?.fields.n.integerValue ?? 0);
}

test('no increment is lost, however many transactions change the same document', async () => {
  const firestore = begin();
  const worker = async () => {
    let attempts = 0;
    for (let turn = 0; turn < 25; turn++) {
      attempts += await transact(firestore, async (transaction) => {
        const n = await numberAt(firestore, 'guards/one', transaction);
        await pause();
        return [put('guards/one', n + 1)];
      });
    }
    return attempts;
  };
  const attempts = await Promise.all(Array.from({ length: 8 }, worker));
  expect(await numberAt(firestore, 'guards/one')).toBe(200);
  // Some attempts must have conflicted, or the test has shown nothing.
  expect(attempts.reduce((sum, each) => sum + each)).toBeGreaterThan(200);
  firestore.close();
});

test('a document that a query did not find cannot appear before the transaction commits', async () => {
  const firestore = begin();
  const seats = { from: [{ collectionId: 'seats' }] };
  const take = (name: string) =>
    transact(firestore, async (transaction) => {
      const request = { parent: root, structuredQuery: seats, transaction };
      const taken = (await firestore.many('RunQuery', request)).filter((each) => each.document);
      await pause();
      return taken.length < 3 ? [put(`seats/${name}`, taken.length)] : [];
    });
  await Promise.all(Array.from({ length: 12 }, (_, at) => take(`guest${at}`)));
  const answers = await firestore.many('RunQuery', { parent: root, structuredQuery: seats });
  const places = answers.map((answer) => {
    const { fields } = answer.document as { fields: { n: { integerValue: string } } };
    return fields.n.integerValue;
  });
  expect(places.sort()).toEqual(['0', '1', '2']);
  firestore.close();
});

test('a waiting commit does nothing once its transaction was rolled back', async () => {
  const firestore = begin();
  const { one } = firestore;
  const [first, second] = await Promise.all([
    one('BeginTransaction', { database }),
    one('BeginTransaction', { database }),
  ]);
  await numberAt(firestore, 'c/a', String(first.transaction));
  const { transaction } = second;
  const waiting = one('Commit', { database, transaction, writes: [put('c/a', 1)] });
  const refused = expect(waiting).rejects.toThrow('Transaction is invalid or closed.');
  await one('Rollback', { database, transaction });
  await one('Rollback', { database, transaction: first.transaction });
  await refused;
  expect(await numberAt(firestore, 'c/a')).toBe(0);
  firestore.close();
});

test('clearing ends abandoned transactions and releases their locks', async () => {
  const firestore = begin();
  const { one } = firestore;
  await one('Commit', { database, writes: [put('c/a', 1)] });
  const { transaction } = await one('BeginTransaction', { database });
  expect(await numberAt(firestore, 'c/a', String(transaction))).toBe(1);
  firestore.clear();
  expect(await numberAt(firestore, 'c/a')).toBe(0);
  await one('Commit', { database, writes: [put('c/a', 2)] });
  await expect(one('Commit', { database, transaction, writes: [] })).rejects.toThrow(
    'Transaction is invalid or closed.',
  );
  firestore.close();
});

test('a moment too far in the past can no longer be read', async () => {
  const firestore = begin();
  const { one } = firestore;
  const { transaction } = await one('BeginTransaction', { database, options: { readOnly: {} } });
  const writes = Array.from({ length: 10_000 }, (_, at) => put(`many/d${at}`, 1));
  await one('Commit', { database, writes: [...writes, put('c/a', 1)] });
  expect(await numberAt(firestore, 'c/a', String(transaction))).toBe(0);
  await one('Commit', { database, writes: writes.map(({ update }) => ({ delete: update.name })) });
  await expect(numberAt(firestore, 'c/a', String(transaction))).rejects.toThrow(
    'The requested snapshot version is too old.',
  );
  firestore.close();
});
