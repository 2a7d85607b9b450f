import { docs } from '@datchain/shared/contracts/paths.ts';
import { logFields } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { memoryGround } from '@datchain/testing/server/books/memory-world.ts';
import { perform, plays } from '@datchain/testing/server/books/play.ts';
import { played } from '@datchain/testing/server/books/played.ts';
import { type BooksWorld, booksWorld } from '@datchain/testing/server/books/world.ts';
import {
  brokenLog,
  memoryPublisher,
  mortal,
  nothing,
  parseLogLines,
  readLog,
  turns,
} from '@datchain/testing/server/public-log.ts';
import { unreliable } from '@datchain/testing/server/unreliable-store.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Clock } from '../clock.ts';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { type MemoryStore, memoryStore } from '../stores/memory-store.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => Date.UTC(2026, 11, 1) };

const publisher = (memory: MemoryStore, store: DocumentStore = memory, now: Clock = clock) =>
  memoryPublisher(memory, store, now);

const servicesOf = (store: MemoryStore) => ({
  store,
  clock,
  entries: memoryReaders(store).entries,
});

const slow = (store: DocumentStore, random: () => number): DocumentStore => ({
  ...store,
  async read(paths) {
    await turns(random() % 6);
    return store.read(paths);
  },
  async write(batch) {
    await turns(random() % 6);
    return store.write(batch);
  },
});

function withPublishers(world: BooksWorld): BooksWorld {
  const store = world.ground.store as MemoryStore;
  const { random, services } = world;
  const publish = async () => {
    const late = slow(store, random);
    const weak =
      random() % 3 === 0 ? mortal(late, { write: 1 + (random() % 4), when: 'after' }) : late;
    await publisher(
      store,
      unreliable(weak, random),
      services.clock,
    )(1 + (random() % 9)).catch(() => {});
  };
  return {
    ...world,
    async letTimePass() {
      await Promise.all(Array.from({ length: random() % 4 }, publish));
      await world.letTimePass();
    },
  };
}

test('no line is lost, doubled or renumbered, whatever runs in parallel, is killed or loses its answer', {
  timeout: scale(240_000, 3_600_000),
}, async () => {
  const kinds = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(plays(60), async (play) => {
      const world = booksWorld(memoryGround(), play.seed);
      const store = world.ground.store as MemoryStore;
      let before = nothing;
      await perform(withPublishers(world), play, async () => {
        before = await readLog(store);
      });
      const services = { ...world.services, store };
      await publisher(store, store, world.services.clock)();
      expect(await brokenLog(services, before)).toEqual([]);
      const open = [...store.all('journal/')].filter(([, { seq }]) => seq === null);
      expect(open).toEqual([]);
      for (const { kind } of parseLogLines(await readLog(store))) kinds.add(kind);
    }),
    { ...tries(150), unbiased: true },
  );
  const seldom = new Set([
    'restoration',
    'opening-cancellation',
    'cancellation',
    'stream-correction',
    // Lines of closed days: see public-books/closing.test.ts.
    'liabilities',
    'assets',
  ]);
  const usual = Object.keys(logFields).filter((kind) => !seldom.has(kind));
  expect(usual.filter((kind) => !kinds.has(kind))).toEqual([]);
});

async function aMarket(seed: number): Promise<Map<string, Data>> {
  const some = fc.sample(plays(250), { seed, numRuns: 10, unbiased: true });
  const play = some.sort((a, b) => b.steps.length - a.steps.length)[0];
  if (!play) throw new Error('unreachable: one play was asked for');
  return ((await played(play)).ground.store as MemoryStore).all();
}

function storeOf(documents: Iterable<[string, Data]>): MemoryStore {
  const store = memoryStore();
  for (const [path, data] of documents) store.set(path, data);
  return store;
}

/** Removes people's commitments, because each publishing draws new salts. */
const withoutPeople = (lines: Record<string, unknown>[]) =>
  lines.map(({ creator, seller, buyer, giver, receiver, ...rest }) => rest);

describe('the log of a finished market', () => {
  let market: Map<string, Data>;
  beforeAll(async () => {
    market = await aMarket(7);
  });

  test('is published the same by one run, by many small ones, and by two at a time', async () => {
    const [one, many, two] = [storeOf(market), storeOf(market), storeOf(market)];
    await publisher(one)(1_000);
    await publisher(many)(4);
    while (
      (await Promise.all([publisher(two)(3), publisher(two)(5)])).some(({ lines }) => lines > 0)
    );
    const lines = withoutPeople(parseLogLines(await readLog(one)));
    expect(lines.length).toBeGreaterThan(40);
    for (const store of [many, two]) {
      expect(withoutPeople(parseLogLines(await readLog(store)))).toEqual(lines);
      expect(await brokenLog(servicesOf(store), nothing)).toEqual([]);
    }
  });

  test('loses and doubles nothing when the publisher is killed right before or after any write', async () => {
    let deaths = 0;
    for (const when of ['before', 'after'] as const) {
      for (let write = 1; ; write++) {
        const store = storeOf(market);
        const run = publisher(store, mortal(store, { write, when }))(12);
        const outcome = await run.then(
          () => 'lived',
          () => 'killed',
        );
        const before = await readLog(store);
        await publisher(store)(12);
        expect([when, write, await brokenLog(servicesOf(store), before)]).toEqual([
          when,
          write,
          [],
        ]);
        if (outcome === 'lived') break;
        deaths += 1;
      }
    }
    expect(deaths).toBeGreaterThan(10);
  });

  test('is published whole in whatever order its entries arrive, and no line changes afterwards', async () => {
    const isEntry = (path: string) => path.startsWith('journal/');
    const rest = [...market].filter(([path]) => !isEntry(path));
    const entries = [...market].filter(([path]) => isEntry(path));
    const shuffled = fc.shuffledSubarray(entries, { minLength: entries.length });
    await fc.assert(
      fc.asyncProperty(shuffled, fc.integer({ min: 1, max: 60 }), async (arriving, together) => {
        const store = storeOf(rest);
        for (let start = 0; start < arriving.length; start += together) {
          const before = await readLog(store);
          for (const [path, data] of arriving.slice(start, start + together)) store.set(path, data);
          await publisher(store)(20);
          expect((await readLog(store)).log.startsWith(before.log)).toBe(true);
        }
        expect(await brokenLog(servicesOf(store), nothing)).toEqual([]);
      }),
      tries(8, 80),
    );
  });

  test('gets one line for the payouts of a day, when the day is over', async () => {
    const paid = (cents: number): Data => ({
      kind: 'payout-paid',
      at: clock.now(),
      postings: [
        { account: 'payout:p', asset: 'USD', delta: -cents * 10_000 },
        { account: 'world:transfers', asset: 'USD', delta: cents * 10_000 },
      ],
      touched: [],
      projected: true,
      seq: null,
    });
    const store = storeOf([
      ['journal/paid:1', paid(2_500)],
      ['journal/paid:2', paid(4_000)],
    ]);
    let now = clock.now();
    const moving = { now: () => now };
    await publisher(store, store, moving)();
    expect(parseLogLines(await readLog(store))).toEqual([]);
    now += 23 * HOUR_MILLIS;
    store.set('journal/paid:3', paid(100));
    await publisher(store, store, moving)();
    expect(parseLogLines(await readLog(store))).toEqual([]);
    now += HOUR_MILLIS;
    store.set('journal/paid:4', paid(7));
    await publisher(store, store, moving)();
    expect(parseLogLines(await readLog(store))).toMatchObject([
      { seq: 1, kind: 'payouts', day: '2026-12-01', paidCents: 6_600, reversedCents: 0 },
    ]);
    expect(await brokenLog(servicesOf(store), nothing)).toEqual([]);
  });

  test('is published without an entry that cannot be made a line, which is reported', async () => {
    const store = storeOf(market);
    store.set('journal/stream:broken', {
      ...market.values().next().value,
      kind: 'streams-distributed',
      at: 0,
      postings: [],
      touched: [],
      seq: null,
    });
    const { unpublished, lines } = await publisher(store)(5);
    expect(unpublished).toEqual(['stream:broken: stream:broken names no DAT, platform and day']);
    expect(lines).toBeGreaterThan(40);
    expect(await brokenLog(servicesOf(store), nothing)).toEqual([
      'log: stream:broken is not in it',
    ]);
  });

  test('is compared by reconciling, which finds a changed line, a missing one and one too many', async () => {
    const store = storeOf(market);
    await publisher(store)();
    const path = docs.publicLogChunk(1);
    const { text } = store.all(path).get(path) as { text: string };
    const price = /"priceCents":\d+/.exec(text)?.[0] ?? '';
    store.set(path, { text: text.replace(price, '"priceCents":1') });
    const says = async () => (await brokenLog(servicesOf(store), nothing)).join('\n');
    expect(await says()).toMatch(/log line \d+: differs from /);
    store.set(path, { text });
    expect(await says()).toBe('');
    const [sold, data] = [...market].findLast(([, { kind }]) => kind === 'edition-sold') ?? [];
    if (!sold) throw new Error('An edition must have been sold');
    store.set(sold, { ...data, seq: 1 });
    expect(await says()).toMatch(/log line 1: is of .* and of edition-sale/);
    expect(await says()).toMatch(/no entry knows of it/);
  });
});
