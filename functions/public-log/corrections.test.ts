import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import {
  brokenLog,
  memoryPublisher,
  mortal,
  nothing,
  parseLogLines,
  readLog,
  wrongCorrections,
} from '@datchain/testing/server/public-log.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { type MemoryStore, memoryStore } from '../stores/memory-store.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const T = Date.UTC(2026, 11, 1);
const clock = { now: () => T + HOUR_MILLIS };

const publisher = (memory: MemoryStore, store: DocumentStore = memory) =>
  memoryPublisher(memory, store, clock);

const servicesOf = (store: MemoryStore) => ({ store, entries: memoryReaders(store).entries });

function storeOf(documents: readonly { path: string; data: Data }[]): MemoryStore {
  const store = memoryStore();
  for (const { path, data } of documents) store.set(path, data);
  return store;
}

const usd = (account: string, delta: number) => ({ account, asset: 'USD', delta });

function written(id: string, kind: string, at: number, rest: Data = {}) {
  const data = { kind, at, postings: [], touched: [], projected: true, seq: null, ...rest };
  return { path: docs.entry(id), id, data };
}

const sold = (id: string, at: number, cents: number, refs?: Data) => {
  const kinds = { s: 'order-settled', c: 'order-clawed-back', r: 'order-reinstated' };
  const postings = [usd('world:card', -cents * 10_000), usd('platform', cents * 10_000)];
  const kind = kinds[id[0] as keyof typeof kinds];
  return written(id, kind, at, { postings, ...(refs ? { refs } : {}) });
};

const shared = (day: string, revision: number, at: number, micros: number) => {
  const postings = micros === 0 ? [] : [usd('promised', -micros), usd('owed:ana', micros)];
  return written(`stream:d:spotify:${day}:${revision}`, 'streams-distributed', at, { postings });
};

/**
 * Corrections whose time is earlier than that of the entry they correct, as written by servers with different
 * clocks.
 */
const corrected = [
  sold('settle:o', T + 50, 900),
  sold('clawback:re1', T + 40, -500, { orderId: 'o' }),
  sold('clawback:re2', T + 30, -400, { orderId: 'o' }),
  sold('reinstate:re1', T + 20, 500, { orderId: 'o' }),
  shared('2026-11-20', 0, T + 60, 250),
  shared('2026-11-20', 1, T + 10, -50),
  shared('2026-11-20', 2, T + 10, 70),
  // Nothing was shared at first, so there is no line to name.
  shared('2026-11-21', 0, T + 60, 0),
  shared('2026-11-21', 1, T + 5, 30),
  written('tokens:1', 'tokens-issued', T + 25, {
    postings: [{ account: 'block:30', asset: 'TOKEN', delta: 9 }],
  }),
  written('tokens:2', 'tokens-issued', T + 70, {
    postings: [{ account: 'block:30', asset: 'TOKEN', delta: 9 }],
  }),
];

test('a correction names the line of the entry it corrects, even if its own time is earlier, in batches of any size', async () => {
  const one = storeOf(corrected);
  await publisher(one)(100);
  const lines = parseLogLines(await readLog(one));
  expect(lines.map(({ kind, corrects }) => [kind, corrects])).toEqual([
    ['stream-correction', 0],
    ['streams', undefined],
    ['stream-correction', 2],
    ['stream-correction', 2],
    ['token-sale', undefined],
    ['payment-correction', 5],
    ['payment-correction', 6],
    ['token-issue', undefined],
    ['payment-correction', 5],
    ['token-issue', undefined],
  ]);
  expect(await brokenLog(servicesOf(one), nothing)).toEqual([]);
  for (const atOnce of [1, 2, 3, 5]) {
    const some = storeOf(corrected);
    await publisher(some)(atOnce);
    expect(parseLogLines(await readLog(some))).toEqual(lines);
  }
});

test('corrections name their lines in whatever order entries arrive, with killed and simultaneous publishers', {
  timeout: scale(120_000, 1_800_000),
}, async () => {
  const arriving = fc.shuffledSubarray(corrected, { minLength: corrected.length });
  const steps = fc.record({
    together: fc.integer({ min: 1, max: 6 }),
    atOnce: fc.integer({ min: 1, max: 4 }),
    dies: fc.record({
      write: fc.integer({ min: 1, max: 4 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  });
  await fc.assert(
    fc.asyncProperty(arriving, steps, async (entries, { together, atOnce, dies }) => {
      const store = memoryStore();
      for (let start = 0; start < entries.length; start += together) {
        const before = await readLog(store);
        for (const { path, data } of entries.slice(start, start + together)) {
          store.set(path, data);
        }
        await Promise.all([
          publisher(store, mortal(store, dies))(atOnce).catch(() => {}),
          publisher(store)(atOnce),
        ]);
        const { unpublished } = await publisher(store)(atOnce);
        const now = await readLog(store);
        expect(now.log.startsWith(before.log)).toBe(true);
        // A correction that waits for an entry is reported, and nothing waits for it.
        const open = [...store.all('journal/')].filter(([, { seq }]) => seq === null);
        expect(unpublished.map((one) => one.split(': It corrects')[0]).sort()).toEqual(
          open.map(([path]) => path.slice('journal/'.length)).sort(),
        );
        const there = new Set(store.all('journal/').keys());
        for (const [path] of open) expect(isWaitingFor(path, there)).toBe(true);
      }
      expect(await brokenLog(servicesOf(store), nothing)).toEqual([]);
      expect(parseLogLines(await readLog(store))).toHaveLength(corrected.length - 1);
    }),
    tries(60, 1_000),
  );
});

test('many corrections of missing entries do not keep other entries out of the log', async () => {
  const orphans = Array.from({ length: 40 }, (_, n) =>
    sold(`clawback:none${n}`, T + n, -100, { orderId: 'gone' }),
  );
  const store = storeOf([...orphans, ...corrected]);
  const { unpublished, lines } = await publisher(store)(3);
  expect(unpublished).toHaveLength(40);
  expect(unpublished).toContain('clawback:none7: It corrects settle:gone, which is not in the log');
  expect(lines).toBe(corrected.length - 1);
  expect(wrongCorrections(parseLogLines(await readLog(store)))).toEqual([]);
});

test('reconciling finds a correction that names another line', async () => {
  const store = storeOf(corrected);
  await publisher(store)();
  const path = docs.publicLogChunk(1);
  const { text } = store.all(path).get(path) as { text: string };
  store.set(path, { text: text.replace('"corrects":6,', '"corrects":5,') });
  const says = (await brokenLog(servicesOf(store), nothing)).join('\n');
  expect(says).toContain('log line 7: differs from reinstate:re1');
  expect(says).toContain('line 7 corrects 5');
});

function isWaitingFor(path: string, there: ReadonlySet<string>): boolean {
  const original = path
    .replace(/clawback:.*/, 'settle:o')
    .replace(/reinstate:/, 'clawback:')
    .replace(/(stream:.*):\d+$/, '$1:0');
  return original !== path && (!there.has(original) || isWaitingFor(original, there));
}
