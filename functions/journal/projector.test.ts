import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test, vi } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { memoryReaders } from '../testing/books/memory-readers.ts';
import { booksOf } from './books.ts';
import { Door } from './door.ts';
import { listEditionEntry, openingDatEntry } from './entries/editions.ts';
import type { Entry } from './entry.ts';
import { Projector } from './projector.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => Date.UTC(2026, 10, 20) };
const PAUSE = 80;

/** Bo owns edition 1 of each of some works, and a server shows what happens to them. */
async function world(works: readonly string[], summaryFails: () => boolean = () => false) {
  const store = memoryStore();
  const readers = memoryReaders(store);
  const values = new Map<string, unknown>();
  const summaries: { at: number; ids: string[] }[] = [];
  const screens = {
    live: {
      async patch(next: Record<string, unknown>) {
        for (const [path, value] of Object.entries(next)) values.set(path, value);
      },
      read: async (path: string) => values.get(path) ?? null,
    },
    summaries: {
      ...readers.summaries,
      async update(changes: Parameters<typeof readers.summaries.update>[0]) {
        summaries.push({ at: performance.now(), ids: changes.map(({ id }) => id) });
        if (summaryFails()) throw new Error('out of reach');
        await readers.summaries.update(changes);
      },
    },
    async setDocuments(documents: readonly { path: string; data: Record<string, unknown> }[]) {
      for (const { path, data } of documents) store.set(path, data);
    },
  };
  store.set(docs.assetsSummary, { assets: works.map((id) => ({ id, SongName: id })) });
  const door = new Door(store, clock);
  const projector = new Projector(store, screens, readers, PAUSE);
  const books = booksOf(door, projector);
  const commit = async <T>(entry: Entry<T>) => {
    const outcome = await books.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
  };
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
    const made = await door.commit(openingDatEntry(guard, { streamMicros: 0, salesMicros: 1 }));
    if (isRefusal(made)) throw new Error(made.message);
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
  return { offer, summaries, rows, values, unshown, projector };
}

test('[M-63] live values are there with each answer, the summaries at most once in a pause, with the last word', async () => {
  const works = ['blue', 'red', 'green'];
  const { offer, summaries, rows, values, unshown } = await world(works);
  const before = summaries.length;
  for (let version = 1; version <= 8; version++) {
    for (const id of works) {
      await offer(id, version);
      expect(values.get(live.datLive(id))).toMatchObject({ 1: { priceCents: 500 + version } });
    }
  }
  await vi.waitUntil(async () => (await unshown()).length === 0, { timeout: 10_000 });
  const written = summaries.slice(before - 1);
  for (const [index, { at }] of written.entries()) {
    const last = written[index - 1];
    // Timers are never early by more than the rounding of a millisecond.
    if (last) expect(at - last.at).toBeGreaterThan(PAUSE - 2);
  }
  expect(written.length).toBeLessThan(8 * works.length);
  expect(rows()).toEqual(
    works.map((id) =>
      expect.objectContaining({ id, editions: [expect.objectContaining({ price: 5.08 })] }),
    ),
  );
});

test('a summary that cannot be written leaves its entries unshown, and holds up nothing else', async () => {
  let isBroken = false;
  const { offer, unshown, values, projector, rows } = await world(['blue'], () => isBroken);
  isBroken = true;
  await offer('blue', 1);
  expect(values.get(live.datLive('blue'))).toMatchObject({ 1: { priceCents: 501 } });
  await vi.waitUntil(async () => (await unshown()).length > 0);
  await expect(projector.projectWhole(['dat:blue'])).rejects.toThrow('out of reach');
  expect(await unshown()).toEqual([expect.stringContaining('blue')]);
  isBroken = false;
  await projector.projectWhole(['dat:blue'], await unshown());
  expect(await unshown()).toEqual([]);
  expect(rows()).toMatchObject([{ editions: [{ price: 5.01 }] }]);
});
