import { expect, test } from 'vitest';
import type { Change, Commit, Documents, Segments, StoredDocument } from '../contract.ts';
import type { Json } from '../query/json.ts';
import { int, up, where } from '../query/testing/build.ts';
import { openListen } from './listen.ts';

const name = { project: 'demo-cost', database: '(default)' };
const database = 'projects/demo-cost/databases/(default)';

/** A thousand documents that count how often they are looked through. */
class Counted implements Documents {
  version = 1;
  scans = 0;
  readonly documents = new Map<string, StoredDocument>();
  readonly #listeners = new Set<(commit: Commit) => void>();

  constructor() {
    for (let at = 0; at < 1_000; at++) this.documents.set(`c/${at}`, this.#document(at, at));
  }

  #document(id: number, n: number): StoredDocument {
    return {
      path: ['c', String(id)],
      fields: { n: { integerValue: String(n) } },
      createTime: 1,
      updateTime: this.version,
    };
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  tell(): number {
    return this.version;
  }

  get(path: Segments): StoredDocument | undefined {
    return this.documents.get(path.join('/'));
  }

  collection(): Iterable<StoredDocument> {
    this.scans++;
    return this.documents.values();
  }

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  since(): readonly Commit[] {
    return [];
  }

  commit(id: number, n: number | undefined): void {
    this.version++;
    const path = ['c', String(id)];
    const before = this.get(path);
    const after = n === undefined ? undefined : this.#document(id, n);
    if (after) this.documents.set(path.join('/'), after);
    else this.documents.delete(path.join('/'));
    const change: Change = { path, before, after };
    for (const listener of this.#listeners) listener({ version: this.version, changes: [change] });
  }
}

function listen(documents: Documents, structuredQuery: Json) {
  const heard: Json[] = [];
  const stream = openListen(
    { documents, name, accessFor: () => undefined },
    { onAnswer: (message) => heard.push(message), onEnd: () => {} },
  );
  const query = { parent: `${database}/documents`, structuredQuery };
  stream.send({ database, addTarget: { targetId: 2, query } });
  heard.length = 0;
  return { stream, heard };
}

const from = [{ collectionId: 'c' }];

test('a commit makes no query without a limit look through its collection again', () => {
  const documents = new Counted();
  const queries = [{ from }, { from, where: where('n', 'GREATER_THAN', int(5)) }];
  const listeners = queries.map((query) => listen(documents, query));
  documents.scans = 0;
  documents.commit(7, 3);
  documents.commit(7, undefined);
  documents.commit(8, 9);
  expect(documents.scans).toBe(0);
  expect(listeners.map(({ heard }) => heard.length)).toEqual([6, 4]);
});

test('a query with a limit looks again only when it loses one', () => {
  const documents = new Counted();
  const { heard } = listen(documents, { from, orderBy: [up('n')], limit: 10 });
  documents.scans = 0;
  documents.commit(500, 501);
  documents.commit(700, undefined);
  expect(heard).toEqual([]);
  documents.commit(3, 4);
  documents.commit(900, -1);
  expect(documents.scans).toBe(0);
  expect(heard.length).toBe(2 + 3);
  documents.commit(0, undefined);
  expect(documents.scans).toBe(1);
  expect(heard.length).toBe(2 + 3 + 3);
});

test('listeners share one subscription, and leave nothing behind', () => {
  const documents = new Counted();
  const streams = Array.from({ length: 50 }, () => listen(documents, { from }).stream);
  expect(documents.listeners).toBe(1);
  for (const stream of streams) stream.close();
  expect(documents.listeners).toBe(0);
  const { heard } = listen(documents, { from });
  documents.commit(1, 5);
  expect(heard.length).toBe(2);
});

test('a listener that fails ends by itself, and the others hear on', () => {
  const documents = new Counted();
  const ends: unknown[] = [];
  let isBroken = false;
  const broken = openListen(
    { documents, name, accessFor: () => undefined },
    {
      onAnswer: () => {
        if (isBroken) throw new Error('The socket is gone.');
      },
      onEnd: (refusal) => ends.push(refusal),
    },
  );
  const query = { parent: `${database}/documents`, structuredQuery: { from } };
  broken.send({ database, addTarget: { targetId: 2, query } });
  isBroken = true;
  const { heard } = listen(documents, { from });
  documents.commit(1, 5);
  documents.commit(1, 6);
  expect(ends).toMatchObject([{ code: 13 }]);
  expect(heard.length).toBe(4);
});
