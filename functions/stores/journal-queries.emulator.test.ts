import { docs } from '@datchain/shared/contracts/paths.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { services } from '../services.ts';
import { setDocuments } from './bulk.ts';
import { firestore } from './firebase.ts';
import { shardsOfQueries } from './journal-shards.ts';

const START = Date.UTC(2026, 0, 1);

afterEach(() => {
  vi.restoreAllMocks();
});

const stored = (id: string, at: number, shard: number) => ({
  path: docs.entry(id),
  data: {
    kind: 'made',
    at,
    actor: 'ana',
    postings: [],
    touched: [],
    shard,
    projected: false,
    seq: null,
  },
});

function namedBy(query: number): number {
  const shard = shardsOfQueries[query]?.[0];
  if (shard === undefined) throw new Error(`There is no query ${query}.`);
  return shard;
}

test('entries of one millisecond are listed by id, and limits cut across queries', async () => {
  const { entries, unnumbered } = services();
  const ids = ['d', 'c', 'b', 'a'];
  await setDocuments(firestore(), [
    ...ids.map((id, query) => stored(id, START + 1, namedBy(query))),
    stored('first', START, namedBy(3)),
    stored('last', START + 2, namedBy(0)),
  ]);
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const inOrder = ['first', 'a', 'b', 'c', 'd', 'last'];
  expect(idsOf(await entries.listSince(START))).toEqual(inOrder);
  const between: string[] = [];
  for await (const page of entries.between(START, START + 3)) between.push(...idsOf(page));
  expect(between).toEqual(inOrder);
  for (const limit of [1, 3, 5, 7]) {
    expect(idsOf(await entries.listUnprojected(limit))).toEqual(inOrder.slice(0, limit));
    expect(await unnumbered.list(limit)).toEqual(inOrder.slice(0, limit));
  }
  expect(await entries.nextAt(START)).toBe(START);
  expect(await entries.nextAt(START + 1)).toBe(START + 1);
  expect(await entries.nextAt(START + 2)).toBe(START + 2);
  expect(await entries.count(START, START + 2)).toBe(5);
});

function writeAfterFirstQuery(documents: readonly { path: string; data: object }[]): () => boolean {
  const database = firestore();
  const run = database.runTransaction.bind(database);
  let isWritten = false;
  const write = async () => {
    const batch = database.batch();
    for (const { path, data } of documents) batch.create(database.doc(path), data);
    await batch.commit();
    isWritten = true;
  };
  vi.spyOn(database, 'runTransaction').mockImplementationOnce((ask, options) =>
    run((moment) => {
      const get = moment.get.bind(moment) as (query: object) => Promise<unknown>;
      let written: Promise<void> | undefined;
      const inTurn = async (query: object) => {
        if (written) return written.then(() => get(query));
        const first = get(query);
        written = first.then(write);
        return first;
      };
      return ask(Object.assign(moment, { get: inTurn }));
    }, options),
  );
  return () => isWritten;
}

test('all queries of a list see one moment: it has all or none of the entries written together', async () => {
  const { entries, unnumbered } = services();
  const later = START + 1_000;
  const both = (name: string) =>
    [0, 3].map((query) => stored(`${name}-${query}`, later, namedBy(query)));
  const areInOne = writeAfterFirstQuery(both('one'));
  expect(await entries.listSince(later)).toEqual([]);
  expect(areInOne()).toBe(true);
  expect(await entries.listSince(later)).toHaveLength(2);
  const before = await unnumbered.list(100);
  const areInTwo = writeAfterFirstQuery(both('two'));
  expect(await unnumbered.list(100)).toEqual(before);
  expect(areInTwo()).toBe(true);
  expect(await unnumbered.list(100)).toEqual([...before, 'two-0', 'two-3']);
});
