import { docs } from '@datchain/shared/contracts/paths.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { expect, test } from 'vitest';
import { Door } from '../journal/door.ts';
import { mintEntry } from '../journal/entries/editions.ts';
import { rateLimit } from '../limits/rate-limit.ts';
import { Projector, type Screens } from '../projector/projector.ts';
import { files } from '../stores/files.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { type Needs, restore, takeDown } from './take-down.ts';

async function world(beforeRow: () => Promise<void>) {
  const store = memoryStore();
  const clock = { now: () => 1_000 };
  const books = new Door(store, clock);
  const readers = memoryReaders(store);
  const values = new Map<string, unknown>();
  const screens: Screens = {
    live: {
      patch: async (next) => {
        for (const [path, value] of Object.entries(next)) values.set(path, value);
      },
      read: async (path) => values.get(path) ?? null,
    },
    summaries: {
      ...readers.summaries,
      async update(changes) {
        await beforeRow();
        await readers.summaries.update(changes);
      },
    },
    async setDocuments(documents) {
      for (const { path, data } of documents) store.set(path, data);
    },
  };
  const needs: Needs = {
    books,
    store,
    clock,
    guards: readers.guards,
    files: files(),
    environment: { siteUrl: 'https://x.test' },
    releases: { find: async () => undefined, listWithArtwork: async () => [] },
    projector: new Projector(store, screens, readers),
    limits: rateLimit({ store, now: clock.now }),
    live: screens.live,
    summaries: screens.summaries,
  };
  const terms = { creatorUid: 'ana', editions: 2, priceCents: 1_000, sharePpm: 25_000 };
  await books.commit(mintEntry({ datId: 'blue', ...terms }));
  store.set(docs.assetsSummary, { assets: [{ id: 'blue', SongName: 'Blue', takenDown: null }] });
  const row = async () => (await readers.summaries.rows()).get('blue');
  return { needs, row };
}

test('a DAT that is restored while its takedown is still being shown is shown as restored', async () => {
  let meanwhile = async () => {};
  const { needs, row } = await world(() => {
    const once = meanwhile;
    meanwhile = async () => {};
    return once();
  });
  meanwhile = async () => {
    await restore(needs, { datId: 'blue', reason: 'The claim was settled' });
  };
  await takeDown(needs, { datId: 'blue', reason: 'A claim of rights' });
  expect((await needs.guards.findDat('blue'))?.takenDown).toBeNull();
  expect((await row())?.takenDown).toBeNull();
});
