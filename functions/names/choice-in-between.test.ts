import { docs, live } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { openingDatEntry } from '../journal/entries/editions.ts';
import { rateLimit } from '../limits/rate-limit.ts';
import { Projector, type Screens } from '../projector/projector.ts';
import { listPending } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { choose, showPendingChoices } from './choose.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const NO_PAUSE = 0;

const clock = { now: () => Date.UTC(2026, 10, 20) };

const dat: DatGuard = {
  id: 'blue',
  creatorUid: 'ana',
  editions: [
    {
      number: 1,
      ownerUid: 'bo',
      priceCents: 500,
      askPriceCents: null,
      sharePpm: 25_000,
      version: 1,
      wasSold: true,
      owners: [
        { uid: 'ana', since: 10 },
        { uid: 'bo', since: 20 },
      ],
    },
  ],
};

type Write = 'history' | 'live' | 'summary';

async function world() {
  const store = memoryStore();
  const readers = memoryReaders(store);
  const values = new Map<string, unknown>();
  const screens = (before: (write: Write) => Promise<void>): Screens => ({
    live: {
      async patch(next) {
        await before('live');
        for (const [path, value] of Object.entries(next)) values.set(path, value);
      },
      read: async (path) => values.get(path) ?? null,
    },
    summaries: {
      ...readers.summaries,
      async update(changes) {
        await before('summary');
        await readers.summaries.update(changes);
      },
    },
    async setDocuments(documents) {
      if (documents.some(({ path }) => path.startsWith(docs.datHistories))) await before('history');
      for (const { path, data } of documents) store.set(path, data);
    },
  });
  const projector = new Projector(
    store,
    screens(async () => {}),
    readers,
    NO_PAUSE,
  );
  store.set(docs.assetsSummary, { assets: [{ id: 'blue', SongName: 'Blue' }] });
  for (const uid of ['ana', 'bo']) store.set(docs.publicProfile(uid), { username: `name-${uid}` });
  const opening = openingDatEntry(dat, { streamMicros: 0, salesMicros: 5_000_000 });
  await accepted(new Door(store, clock).commit(opening));
  return {
    services: {
      ...readers,
      store,
      clock,
      projector,
      limits: rateLimit({ store, now: clock.now }),
    },
    heldUp: (before: (write: Write) => Promise<void>) =>
      new Projector(store, screens(before), readers, NO_PAUSE),
    shown: () => ({
      history: JSON.stringify(store.all().get(docs.datHistory('blue'))),
      live: JSON.stringify(values.get(live.datLive('blue'))),
      summary: JSON.stringify(store.all().get(docs.assetsSummary)),
    }),
  };
}

test.each(['history', 'live', 'summary'] as const)(
  'a choice to be unnamed holds although another process was about to write the old name to the %s view',
  async (at) => {
    const { services, heldUp, shown } = await world();
    let isHeldUp = true;
    const slow = heldUp(async (write) => {
      if (write !== at || !isHeldUp) return;
      isHeldUp = false;
      await choose(services, 'bo', true);
    });
    await slow.projectWhole(['dat:blue']);
    expect(isHeldUp).toBe(false);
    for (const text of Object.values(shown())) {
      expect(text).not.toContain('name-bo');
      expect(text).not.toContain('"bo"');
    }
    expect(shown().history).toContain('name-ana');
  },
);

test.each(['history', 'live', 'summary'] as const)(
  'a choice to be unnamed holds if the %s view cannot be written, and the sweep shows it',
  async (at) => {
    const { services, heldUp, shown } = await world();
    await services.projector.projectWhole(['dat:blue']);
    expect(Object.values(shown()).every((text) => text?.includes('name-bo'))).toBe(true);
    const broken = heldUp(async (write) => {
      if (write === at) throw new Error('out of reach');
    });
    await choose({ ...services, projector: broken }, 'bo', true);
    expect(shown()[at]).toContain('name-bo');
    expect(await listPending(services.store, docs.publicLogPeople)).toEqual(['bo']);
    expect(await showPendingChoices(services)).toBe(1);
    expect(Object.values(shown()).some((text) => text?.includes('name-bo'))).toBe(false);
    expect(await listPending(services.store, docs.publicLogPeople)).toEqual([]);
  },
);

test('a repeated choice changes nothing', async () => {
  const { services } = await world();
  await choose(services, 'bo', false);
  await choose(services, 'bo', true);
  const before = await services.store.read([docs.publicLogPerson('bo')]);
  await choose(services, 'bo', true);
  expect(await services.store.read([docs.publicLogPerson('bo')])).toEqual(before);
});
