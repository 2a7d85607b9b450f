import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Batch } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { Door, type DoorOptions } from './door.ts';
import type { Entry } from './entry.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => 1_000 };
const jar = (name: string) => `guards/${name}`;

const put = (id: string, name = 'jar', also: readonly string[] = []): Entry<number> => ({
  id,
  kind: 'tokens-issued',
  actor: 'test',
  input: id,
  reads: [...also, jar(name)],
  decide(view) {
    const sum = Number(view(jar(name))?.sum ?? 0) + 1;
    return {
      result: sum,
      postings: [],
      documents: [{ path: jar(name), data: { sum } }],
      touched: [],
    };
  },
});

async function aMoment() {
  for (let n = 0; n < 5; n++) await null;
}

function ground(slowly: () => Promise<unknown> = aMoment) {
  const store = memoryStore();
  const turns: string[] = [];
  const batches: Batch[] = [];
  let conflicts = 0;
  const watched = {
    ...store,
    async write(batch: Batch) {
      const kinds = ['create', 'replace', 'remove'] as const;
      const kind = kinds.find((one) => batch[one]?.some(({ path }) => path.startsWith('turns/')));
      if (kind) turns.push(kind);
      else batches.push(batch);
      await slowly();
      const outcome = await store.write(batch);
      if (outcome === 'conflict' && !kind) conflicts += 1;
      return outcome;
    },
  };
  const door = (options: DoorOptions = {}) => new Door(watched, clock, options);
  return { store, door, turns, batches, conflicts: () => conflicts };
}

const many = (count: number, of: (n: number) => Entry<number>) =>
  Array.from({ length: count }, (_, n) => of(n));
const all = (door: Door, entries: readonly Entry<number>[]) =>
  Promise.all(entries.map((entry) => door.commit(entry)));

test('a door takes no turn for entries of different guards, or for few entries of one guard', async () => {
  const { door, turns } = ground();
  const to = door();
  await all(
    to,
    many(50, (n) => put(`a${n}`, `jar${n % 3}`)),
  );
  await all(
    to,
    many(24, (n) => put(`b${n}`)),
  );
  await all(
    door({ maxGroup: 1 }),
    many(5, (n) => put(`c${n}`)),
  );
  expect(turns).toEqual([]);
});

test('many entries of one guard are written in order within one turn, which then ends', async () => {
  const { door, turns, batches, store } = ground();
  const outcomes = await all(
    door(),
    many(120, (n) => put(`a${n}`)),
  );
  expect(outcomes.map((one) => !isRefusal(one) && one.result)).toEqual(
    Array.from({ length: 120 }, (_, n) => n + 1),
  );
  expect(batches).toHaveLength(3);
  await vi.waitFor(() => expect(turns).toEqual(['create', 'remove']));
  expect(store.all('turns/').size).toBe(0);
});

test('a guard that no other door wanted needs no turn once its entries are written', async () => {
  const { door, turns } = ground();
  const to = door();
  await all(
    to,
    many(120, (n) => put(`a${n}`)),
  );
  await vi.waitFor(() => expect(turns).toEqual(['create', 'remove']));
  turns.length = 0;
  await to.commit(put('b'));
  expect(turns).toEqual([]);
});

test('a guard that another door wanted stays hot, so its next entries take turns too', async () => {
  vi.useFakeTimers();
  try {
    const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
    const { door, turns, store } = ground(() => pause(10));
    const doors = [1, 2].map(() => door({ maxGroup: 6, now: () => Date.now(), pause }));
    const written = doors.map((to, at) =>
      all(
        to,
        many(60, (n) => put(`${at}-${n}`)),
      ),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(written);
    expect(store.all('turns/').size).toBe(0);
    turns.length = 0;
    const single = doors.map((to) => to.commit(put(randomUUID())));
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(single);
    expect(turns.length).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a door that is alone keeps its turn for all its groups, and yields once at their end', async () => {
  const { door, turns, batches } = ground();
  const pauses: number[] = [];
  const pause = async (millis: number) => {
    pauses.push(millis);
  };
  await all(
    door({ maxGroup: 2, pause }),
    many(40, (n) => put(`a${n}`)),
  );
  expect(batches).toHaveLength(20);
  await vi.waitFor(() => expect(turns).toEqual(['create', 'remove']));
  expect(pauses).toEqual([0]);
});

async function takingTurns(groupMillis: number) {
  vi.useFakeTimers();
  try {
    const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
    const { door, batches } = ground(() => pause(groupMillis));
    const options = { maxGroup: 2, now: () => Date.now(), pause };
    const one = all(
      door(options),
      many(40, (n) => put(`one-${n}`)),
    );
    await vi.advanceTimersByTimeAsync(groupMillis + 1);
    const other = all(
      door(options),
      many(4, (n) => put(`other-${n}`)),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all([one, other]);
    return batches
      .map(({ create = [] }) => create.map(({ path }) => /(one|other)-/.exec(path)?.[1])[0] ?? '')
      .join(' ');
  } finally {
    vi.useRealTimers();
  }
}

test('a turn ends after eight groups when others wait', async () => {
  expect(await takingTurns(1)).toMatch(/^(one ){8}(other ){2}(one ?){12}$/);
});

test('a turn ends after 400 ms when others wait', async () => {
  expect(await takingTurns(150)).toMatch(/^(one ){3}(other ){2}(one ?){17}$/);
});

test('entries that lost a write wait for their turn, and do not hold up the others of their group', async () => {
  let lost = 0;
  const { door, store } = ground(async () => {
    // Somebody else writes the jar twice while the group is under way; the second loss makes it hot.
    if (lost < 2) store.set(jar('jar'), { sum: 5 });
    lost += 1;
  });
  store.set(jar('jar'), { sum: 0 });
  store.set(docs.turn(jar('jar')), { owner: randomUUID(), tickets: [] });
  let isWaiting = true;
  // Doors in line poll every 10 ms; for them the clock stands still.
  const to = door({
    now: () => 0,
    pause: (millis) => (isWaiting && millis === 10 ? new Promise(() => {}) : Promise.resolve()),
  });
  const written = [to.commit(put('a')), to.commit(put('b', 'other'))];
  expect(await written[1]).toMatchObject({ result: 1 });
  expect(store.get(jar('jar'))).toEqual({ sum: 5 });
  isWaiting = false;
});

describe('four doors that fill their groups with one guard', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

  async function fourDoors(takesTurns: boolean) {
    const { door, conflicts, store, turns } = ground(() => pause(10));
    const options = { maxGroup: 6, takesTurns, now: () => Date.now(), pause };
    const doors = Array.from({ length: 4 }, () => door(options));
    const written = doors.map((to, at) =>
      all(
        to,
        many(60, (n) => put(`${at}-${n}`)),
      ),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(written);
    expect(store.get(jar('jar'))).toEqual({ sum: 240 });
    expect(store.all('turns/').size).toBe(0);
    if (!takesTurns) for (const to of doors) void to.commit(put(randomUUID()));
    await vi.advanceTimersByTimeAsync(10_000);
    return { conflicts: conflicts(), turns: turns.length };
  }

  test('lose no write to each other', async () => {
    expect((await fourDoors(true)).conflicts).toBe(0);
  });

  test('lose writes to each other without turns', async () => {
    const { conflicts, turns } = await fourDoors(false);
    expect(conflicts).toBeGreaterThan(10);
    expect(turns).toBe(0);
  });
});

test('a lost write makes its guard hot, and no other: for 5 s its entries take turns, even single ones', async () => {
  const { door, turns, conflicts } = ground();
  let now = 0;
  const [one, two] = [door({ now: () => now }), door({ now: () => now })];
  for (let n = 0; conflicts() < 2; n++) {
    await Promise.all([one.commit(put(`a${n}`)), two.commit(put(`b${n}`))]);
  }
  await vi.waitFor(() => expect(turns.length % 2).toBe(0));
  turns.length = 0;
  // Both entries also read the other jar, which nobody writes.
  for (const to of [one, two]) await to.commit(put(randomUUID(), 'own', [jar('other')]));
  expect(turns).toEqual([]);
  for (const to of [one, two]) {
    await to.commit(put(randomUUID()));
    await vi.waitFor(() => expect(turns.length % 2).toBe(0));
  }
  expect(turns.length).toBeGreaterThan(0);
  now += 10_000;
  turns.length = 0;
  for (const to of [one, two]) await to.commit(put(randomUUID()));
  expect(turns).toEqual([]);
});

test('an entry sent to two doors at once does not make its guard hot', async () => {
  const { door, turns, conflicts } = ground();
  const [one, two] = [door(), door()];
  for (let n = 0; n < 20; n++) {
    await Promise.all([one.commit(put(`a${n}`)), two.commit(put(`a${n}`))]);
  }
  expect(conflicts()).toBeGreaterThan(0);
  expect(turns).toEqual([]);
});

test('an entry that does not read a guard does not wait for that guard’s turn', async () => {
  const { door, store } = ground();
  store.set(docs.turn(jar('jar')), { owner: randomUUID(), tickets: [] });
  let isWaiting = true;
  const to = door({ pause: () => (isWaiting ? new Promise(() => {}) : Promise.resolve()) });
  void all(
    to,
    many(40, (n) => put(`a${n}`)),
  );
  const others = await all(
    to,
    many(10, (n) => put(`b${n}`, 'other')),
  );
  expect(others).toHaveLength(10);
  expect(store.get(jar('other'))).toEqual({ sum: 10 });
  expect(store.get(jar('jar'))).toBeUndefined();
  isWaiting = false;
});

test('an entry whose time runs out while it waits for a turn is still tried once', async () => {
  const { door, store } = ground();
  store.set(docs.turn(jar('jar')), { owner: randomUUID(), tickets: [] });
  let now = 0;
  const pause = async (millis: number) => {
    now += Math.max(1, millis);
  };
  const to = door({ patienceMillis: 100, now: () => now, pause });
  await all(
    to,
    many(30, (n) => put(`a${n}`)),
  );
  expect(store.get(jar('jar'))).toEqual({ sum: 30 });
});
