import { setTimeout as sleep } from 'node:timers/promises';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { emptyUserGuard } from '@datchain/shared/domain/books/guards.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { describe, expect, test, vi } from 'vitest';
import { makeBooks } from '../journal/books.ts';
import { Door } from '../journal/door.ts';
import { listEditionEntry, openingDatEntry } from '../journal/entries/editions.ts';
import type { Entry } from '../journal/entry.ts';
import { type MemoryStore, memoryStore } from '../stores/memory-store.ts';
import { Projector } from './projector.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => Date.UTC(2026, 10, 20) };
const PAUSE = 80;

interface During {
  patch?: (() => void) | undefined;
  update?: (() => void | Promise<void>) | undefined;
}

const outOfReach = () => {
  throw new Error('out of reach');
};

async function world(works: readonly string[], during: During = {}) {
  const store = memoryStore();
  const readers = memoryReaders(store);
  const values = new Map<string, unknown>();
  const patches: string[][] = [];
  const summaries: { from: number; to: number; ids: string[] }[] = [];
  const screens = {
    live: {
      async patch(next: Record<string, unknown>) {
        patches.push(Object.keys(next));
        during.patch?.();
        for (const [path, value] of Object.entries(next)) values.set(path, value);
      },
      read: async (path: string) => values.get(path) ?? null,
    },
    summaries: {
      ...readers.summaries,
      async update(changes: Parameters<typeof readers.summaries.update>[0]) {
        const from = performance.now();
        await during.update?.();
        await readers.summaries.update(changes);
        summaries.push({ from, to: performance.now(), ids: changes.map(({ id }) => id) });
      },
    },
    async setDocuments(documents: readonly { path: string; data: Record<string, unknown> }[]) {
      for (const { path, data } of documents) store.set(path, data);
    },
  };
  store.set(docs.assetsSummary, { assets: works.map((id) => ({ id, SongName: id })) });
  const door = new Door(store, clock);
  const projector = new Projector(store, screens, readers, PAUSE);
  const books = makeBooks(door, projector);
  const commit = <T>(entry: Entry<T>) => committed(books, entry);
  for (const id of works) {
    const owners = [
      { uid: 'ana', since: 10 },
      { uid: 'bo', since: 20 },
    ];
    const edition = { number: 1, ownerUid: 'bo', priceCents: 500, askPriceCents: null };
    const guard = {
      id,
      creatorUid: 'ana',
      editions: [{ ...edition, sharePpm: 25_000, version: 1, wasSold: true, owners }],
    };
    await committed(door, openingDatEntry(guard, { streamMicros: 0, salesMicros: 1 }));
  }
  const opened = works.map((id) => `opening-dat:${id}`);
  await projector.projectWhole(
    works.map((id) => `dat:${id}`),
    opened,
  );
  const offer = (datId: string, version: number) =>
    commit(listEditionEntry({ datId, number: 1, version }, 'bo', 500 + version));
  const rows = () => store.all().get(docs.assetsSummary)?.assets as { id: string }[];
  const unshown = async () => (await readers.entries.listUnprojected(100)).map(({ id }) => id);
  return { offer, summaries, rows, values, patches, unshown, projector, door, store };
}

test('[M-63] live values are written before each answer, the summaries at most once in a pause and with the latest state', async () => {
  const works = ['blue', 'red', 'green'];
  const slowWrite = { update: () => sleep(PAUSE / 4) };
  const { offer, summaries, rows, values, unshown } = await world(works, slowWrite);
  const before = summaries.length;
  for (let version = 1; version <= 8; version++) {
    for (const id of works) {
      await offer(id, version);
      expect(values.get(live.datLive(id))).toMatchObject({ 1: { priceCents: 500 + version } });
    }
  }
  await vi.waitUntil(async () => (await unshown()).length === 0, { timeout: 10_000 });
  const written = summaries.slice(before - 1);
  for (const [index, { from }] of written.entries()) {
    const last = written[index - 1];
    if (last) expect(from - last.to).toBeGreaterThan(PAUSE - 2);
  }
  expect(written.length).toBeLessThan(8 * works.length);
  expect(rows()).toEqual(
    works.map((id) =>
      expect.objectContaining({ id, editions: [expect.objectContaining({ price: 5.08 })] }),
    ),
  );
});

test('a summary that cannot be written leaves its entries unshown, and delays nothing else', async () => {
  const during: During = {};
  const { offer, unshown, values, projector, rows } = await world(['blue'], during);
  during.update = outOfReach;
  await offer('blue', 1);
  expect(values.get(live.datLive('blue'))).toMatchObject({ 1: { priceCents: 501 } });
  await vi.waitUntil(async () => (await unshown()).length > 0);
  await expect(projector.projectWhole(['dat:blue'])).rejects.toThrow('out of reach');
  expect(await unshown()).toEqual([expect.stringContaining('blue')]);
  during.update = undefined;
  await projector.projectWhole(['dat:blue'], await unshown());
  expect(await unshown()).toEqual([]);
  expect(rows()).toMatchObject([{ editions: [{ price: 5.01 }] }]);
});

test('simultaneous requests are written together, and only works go into the summaries', async () => {
  const { projector, patches, summaries } = await world([]);
  patches.length = 0;
  const [first, second] = [projector.project(['user:bo'], []), projector.project(['supply'], [])];
  await Promise.all([first, second, projector.projectWhole(['user:bo'])]);
  const [shown = [], ...others] = patches;
  expect(others).toEqual([]);
  expect(shown).toContain('utilitySpend/bo');
  expect(shown).toContain('metrics/utilitySold/totalCents');
  expect(summaries).toEqual([]);
});

test('callers learn that live values cannot be written, and a later call writes them', async () => {
  const during: During = {};
  const { offer, projector, unshown, values } = await world(['blue'], during);
  during.patch = outOfReach;
  await offer('blue', 1);
  await expect(projector.project(['dat:blue'], [])).rejects.toThrow('out of reach');
  await expect(projector.projectWhole(['dat:blue'])).rejects.toThrow('out of reach');
  expect(values.get(live.datLive('blue'))).toMatchObject({ 1: { isForSale: false } });
  during.patch = undefined;
  await projector.projectWhole(['dat:blue'], await unshown());
  expect(values.get(live.datLive('blue'))).toMatchObject({ 1: { priceCents: 501 } });
  expect(await unshown()).toEqual([]);
});

test('an entry is shown by its id, once; an unknown id shows nothing', async () => {
  const { door, projector, patches, values, unshown } = await world(['blue']);
  const entry = listEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 501);
  await door.commit(entry);
  expect(await unshown()).toEqual([entry.id]);
  await projector.projectEntry(entry.id);
  expect(values.get(live.datLive('blue'))).toMatchObject({ 1: { priceCents: 501 } });
  await vi.waitUntil(async () => (await unshown()).length === 0);
  const before = patches.length;
  await projector.projectEntry(entry.id);
  await projector.projectEntry('none');
  expect(patches.length).toBe(before);
});

describe('a change during a write', () => {
  const once = (change: () => void) => {
    let isDone = false;
    return () => {
      if (!isDone) change();
      isDone = true;
    };
  };
  const renamed = (store: MemoryStore) =>
    once(() => store.set(docs.publicProfile('bo'), { username: 'Bo the Second' }));

  test.each(['patch', 'update'] as const)('is shown too if it comes during the %s', async (at) => {
    const during: During = {};
    const { projector, store, values, rows, unshown } = await world(['blue'], during);
    during[at] = renamed(store);
    await projector.projectWhole(['dat:blue']);
    expect(rows()).toMatchObject([{ editions: [{ username: 'Bo the Second' }] }]);
    const shown = { 1: { username: 'Bo the Second' } };
    if (at === 'patch') expect(values.get(live.datLive('blue'))).toMatchObject(shown);
    expect(await unshown()).toEqual([]);
  });

  test('is shown too if it concerns a user or the next seller of a block', async () => {
    const during: During = {};
    const { projector, store, values, patches } = await world(['blue'], during);
    const line = { number: 0, qty: 5, faceMicros: 2_500_000, listings: 1, sellerUid: 'bo' };
    const queue = { ...emptyQueue(), lines: [line] };
    const block = { id: '50', priceCents: 50, platformQty: 0, platformReserved: 0, queue };
    store.set(docs.blockGuard('50'), storeBlockGuard(block));
    const people = { salt: 'a'.repeat(64), person: 'number-of-bo', isUnnamed: true };
    during.patch = once(() => store.set(docs.publicLogPerson('bo'), people));
    const before = patches.length;
    await projector.projectWhole(['block:50', 'user:ana', 'supply']);
    expect(values.get(live.tokenBlock('50'))).toMatchObject({ walletId: 'unnamed' });
    expect(patches.slice(before + 1)).toEqual([[live.tokenBlock('50')]]);
    during.patch = once(() =>
      store.set(docs.userGuard('ana'), { ...emptyUserGuard('ana'), spendCents: 7 }),
    );
    await projector.projectWhole(['user:ana']);
    expect(values.get('utilitySpend/ana')).toMatchObject({ totalCents: 7 });
  });

  test('is an error for callers that wait for the summaries if it cannot be shown', async () => {
    const during: During = {};
    const { projector, store } = await world(['blue'], during);
    const change = renamed(store);
    during.patch = once(() => {
      change();
      during.patch = outOfReach;
    });
    await expect(projector.projectWhole(['dat:blue'])).rejects.toThrow('out of reach');
    during.patch = undefined;
    const other = once(() => store.set(docs.publicProfile('bo'), { username: 'Bo' }));
    during.update = () => {
      other();
      during.update = outOfReach;
    };
    await expect(projector.projectWhole(['dat:blue'])).rejects.toThrow('out of reach');
  });
});

test('a work that changes while a wallet is written is shown in its new state', async () => {
  const during: During = {};
  const { projector, store } = await world(['blue'], during);
  const path = docs.workHoldings('bo', 'blue');
  during.patch = () => {
    during.patch = undefined;
    const work = store.get(path) ?? {};
    const lines = work.holdings as object[];
    store.set(path, { ...work, holdings: lines.map((line) => ({ ...line, isForSale: true })) });
  };
  await projector.projectWhole(['user:bo']);
  expect(store.get(docs.wallet('bo'))).toMatchObject({
    ownedDats: [{ id: 'blue', isForSale: true }],
  });
});
