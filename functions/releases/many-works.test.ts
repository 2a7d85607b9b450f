import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { findLastPage, pageAfter } from '@datchain/shared/domain/books/works.ts';
import { documentLimits, measureSize } from '@datchain/shared/domain/document-size.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { expect, test } from 'vitest';
import { Door } from '../journal/door.ts';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { listProjectionPaths, namedPaths, projectOne } from '../projector/projections.ts';
import { compareWorks } from '../reconcile/compare-works.ts';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { publicNames } from '../stores/public-names.ts';
import { newRelease } from './accept.ts';

import { publishEntry } from './publish-entry.ts';

const WORKS = scale(5_000, 35_000);
const FEW = 10;
const BATCH_SIZE = 50;
const EDITIONS = 20;

const now = () => 1_700_000_000_000;

/** Counts the documents that a store reads and writes, a measure of cost that suits any machine. */
function counted() {
  const memory = memoryStore();
  const cost = { read: 0, written: 0 };
  const store: DocumentStore = {
    ...memory,
    async read(paths) {
      cost.read += paths.length;
      return memory.read(paths);
    },
    write(batch) {
      const { create = [], replace = [], remove = [], increment = [] } = batch;
      cost.written += [create, replace, remove, increment].flat().length;
      return memory.write(batch);
    },
  };
  const costOf = async (act: () => Promise<unknown>) => {
    Object.assign(cost, { read: 0, written: 0 });
    await act();
    return { ...cost };
  };
  return { memory, store, costOf };
}

const world = counted();
const { memory, store, costOf } = world;

async function commit(door: Door, entry: Entry): Promise<void> {
  await committed(door, entry);
}

const idOf = (number: number) => `song-of-some-length-${String(number).padStart(6, '0')}`;

async function release(door: Door, id: string): Promise<void> {
  const names = { artistName: 'Ana', songName: id, albumName: '' };
  const files = { artworkUrl: 'https://example.com/1.png', songUrl: '' };
  const people = { artistFeatures: [], producers: [], songwriters: [], recordLabels: [] };
  const ids = { id, contentId: id, artistId: 'ana', operatorUid: 'operator' };
  const facts = { ...names, ...files, ...people, genres: ['pop'] };
  const accepted: Release = newRelease(
    { ...facts, ...ids, source: 'files', tier: 'Gold' },
    {},
    now(),
  );
  memory.set(docs.release(id), { ...accepted });
  const { works } = readUserGuard('ana', memory.get(docs.userGuard('ana')));
  const worksPage = pageAfter(works?.works ?? 0);
  await commit(door, publishEntry(accepted, { assetsPage: 1, musicPage: 1, worksPage }));
}

const sale = (number: number) =>
  buyEditionEntry({ datId: idOf(number), number: 1, version: 1 }, 'bo', 1_000);

test(`each release and sale of an artist with ${WORKS} works costs as many reads and writes as one of the first`, async () => {
  const readers = memoryReaders(memory);
  memory.set(docs.user('ana'), { username: 'ana' });
  const lot = { blockId: '50', priceCents: 50, qty: 1_000, faceMicros: 500_000_000 };
  // Taking turns is off, because a turn may end after the last answer and would be counted as well.
  const door = new Door(store, { now }, { takesTurns: false });
  await commit(
    door,
    openingWalletEntry({ uid: 'bo', lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] }),
  );
  const terms = { creatorUid: 'ana', editions: EDITIONS, priceCents: 1_000, sharePpm: 25_000 };
  const mint = (number: number) => commit(door, mintEntry({ ...terms, datId: idOf(number) }));
  const fill = async (from: number, to: number) => {
    for (let start = from; start < to; start += BATCH_SIZE) {
      const count = Math.min(BATCH_SIZE, to - start);
      await Promise.all(Array.from({ length: count }, (_, n) => mint(start + n)));
    }
  };
  await fill(0, FEW);
  const early = {
    release: await costOf(() => release(door, 'early')),
    sale: await costOf(() => commit(door, sale(0))),
  };
  await fill(FEW, WORKS);
  const late = {
    release: await costOf(() => release(door, 'late')),
    sale: await costOf(() => commit(door, sale(WORKS - 1))),
  };
  expect(late).toEqual(early);

  const ana = readUserGuard('ana', memory.get(docs.userGuard('ana')));
  const works = WORKS + 2;
  const sold = 2;
  const earned = sold * 8_000_000;
  expect(ana.works).toEqual({
    works,
    held: works,
    released: works,
    editions: works * EDITIONS - sold,
    heldMicros: earned,
    soldOnMicros: 0,
    releasedMicros: earned,
  });
  const truth = {
    users: await readers.guards.listUsers(),
    dats: await readers.guards.listDats(),
    works: await readers.guards.listWorks(),
  };
  expect(compareWorks(truth)).toEqual([]);

  // Every document about a user or for a screen stays far from the size limit.
  const read = (path: string): Data | undefined => memory.get(path);
  const last = findLastPage(works);
  for (const touched of ['user:ana', 'works:ana:1', `works:ana:${last}`, 'user:bo']) {
    expect(
      listProjectionPaths(touched).length + namedPaths(touched, read).length,
    ).toBeLessThanOrEqual(102);
    const { documents } = projectOne(
      touched,
      read,
      publicNames(() => undefined),
    );
    for (const { data } of documents) {
      expect(measureSize(data).bytes).toBeLessThan(documentLimits.bytes / 2);
    }
  }
  for (const path of [docs.user('ana'), docs.userGuard('ana'), docs.worksPage('ana', 0)]) {
    expect(measureSize(memory.get(path)).bytes).toBeLessThan(documentLimits.bytes / 20);
  }
  const shown = Array.from({ length: last }, (_, n) =>
    projectOne(
      `works:ana:${n + 1}`,
      read,
      publicNames(() => undefined),
    ),
  );
  const main = projectOne(
    'user:ana',
    read,
    publicNames(() => undefined),
  );
  const lines = [main, ...shown].flatMap(({ documents }) =>
    documents.flatMap(({ data }) => data.ownedDats as { id: string; earnings: number }[]),
  );
  expect(lines).toHaveLength(works * EDITIONS);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(works);
  expect(lines.reduce((sum, { earnings }) => sum + earnings, 0)).toBe(sold * 8);
}, 1_200_000);
