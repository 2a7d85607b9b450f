import { randomUUID } from 'node:crypto';
import { readTurn } from '@datchain/shared/contracts/documents/turn.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { Line } from './turns.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const guard = 'guards/block:50';
const path = docs.turn(guard);
const later = Number.POSITIVE_INFINITY;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const time = {
  now: () => Date.now(),
  pause: (millis: number) => new Promise((resolve) => setTimeout(resolve, millis)),
  random: Math.random,
};

function aLine(change: Partial<DocumentStore> = {}) {
  const store = memoryStore();
  let writes = 0;
  let reads = 0;
  const counted: DocumentStore = {
    ...store,
    async read(paths) {
      reads += 1;
      return store.read(paths);
    },
    async write(batch) {
      writes += 1;
      return store.write(batch);
    },
    ...change,
  };
  const line = () => new Line(counted, guard, time);
  const turn = () => readTurn(store.get(path));
  return { store, line, turn, writes: () => writes, reads: () => reads };
}

async function writeInTurns(line: Line, name: string, times: number, said: string[]) {
  for (let left = times; left > 0; left--) {
    const { millis } = await line.take(later);
    said.push(millis > 0 ? name : `${name} without`);
    await time.pause(100);
    await line.pass(left > 1);
  }
}

const passTime = (millis: number) => vi.advanceTimersByTimeAsync(millis);

test('a door alone has the turn at once and for 400 ms; when it leaves, nothing remains', async () => {
  const { line, turn, store, writes, reads } = aLine();
  const one = line();
  expect(await one.take(later)).toEqual({ millis: 400, hasOthers: false });
  expect(turn()?.tickets).toEqual([]);
  await one.pass(false);
  expect(store.all().size).toBe(0);
  expect([reads(), writes()]).toEqual([2, 2]);
});

test('a door keeps the turn without a write while no one waits', async () => {
  const { line, writes } = aLine();
  const one = line();
  for (let turns = 0; turns < 5; turns++) {
    expect((await one.take(later)).millis).toBe(400);
    await one.pass(true);
  }
  expect(writes()).toBe(1);
});

test('doors write one after the other, in the order in which they came, again and again', async () => {
  const { line, store, writes } = aLine();
  const said: string[] = [];
  const all = ['a', 'b', 'c'].map(async (name, at) => {
    await time.pause(at);
    await writeInTurns(line(), name, 3, said);
  });
  await passTime(3_000);
  await Promise.all(all);
  expect(said).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  expect(store.all().size).toBe(0);
  // One write to begin, two to line up, and one each time the turn goes on or ends.
  expect(writes()).toBe(3 + 9);
});

test('turns are shorter when more doors wait: each comes up again in about 1.2 s', async () => {
  const { line, store } = aLine();
  const one = line();
  await one.take(later);
  const owner = String(store.get(path)?.owner);
  const wait = (count: number) =>
    store.set(path, { owner, tickets: Array.from({ length: count }, () => randomUUID()) });
  const millis: number[] = [];
  for (const count of [1, 2, 3, 7]) {
    wait(count);
    millis.push((await one.take(later)).millis);
  }
  expect(millis).toEqual([400, 400, 300, 150]);
});

test('an owner that is silent for 1.5 s loses the turn to the next in line, and the others keep their places', async () => {
  const { line, turn } = aLine();
  const [dead, next, last] = [line(), line(), line()];
  await dead.take(later);
  const said: string[] = [];
  void writeInTurns(next, 'next', 1, said);
  await passTime(1);
  void writeInTurns(last, 'last', 1, said);
  await passTime(1_400);
  expect(said).toEqual([]);
  await passTime(98);
  expect(said).toEqual([]);
  await passTime(2);
  expect(said).toEqual(['next']);
  expect(turn()?.tickets).toHaveLength(1);
  await passTime(50);
  await passTime(200);
  expect(said).toEqual(['next', 'last']);
  expect(turn()).toBeUndefined();
  await dead.pass(true);
  expect(turn()).toBeUndefined();
});

test.each([
  ['1.5 s, however fast its own turns are', 10, 1_500],
  ['three times as long as its own last turn', 800, 2_400],
  ['4 s at the most', 3_000, 4_000],
])('a door considers a silent owner dead after %s', async (_, ownMillis, silentMillis) => {
  const { store, line } = aLine();
  const one = line();
  await one.take(later);
  await passTime(ownMillis);
  await one.pass(false);
  store.set(path, { owner: randomUUID(), tickets: [] });
  const taken = vi.fn();
  void one.take(later).then(taken);
  await passTime(silentMillis - 30);
  expect(taken).not.toHaveBeenCalled();
  await passTime(60);
  expect(taken).toHaveBeenCalledWith({ millis: 400, hasOthers: true });
});

test('a write without a turn does not count as the length of a turn', async () => {
  const { store, line } = aLine();
  const one = line();
  store.set(path, { owner: randomUUID(), tickets: [] });
  expect((await one.take(time.now())).millis).toBe(0);
  await passTime(1_000);
  await one.pass(false);
  store.set(path, { owner: randomUUID(), tickets: [] });
  const taken = vi.fn();
  void one.take(later).then(taken);
  await passTime(1_510);
  expect(taken).toHaveBeenCalled();
});

test('when a turn ends while doors wait, the first door that looks gets the next one', async () => {
  const { store, line, turn } = aLine();
  store.set(path, { owner: randomUUID(), tickets: [] });
  const taken = vi.fn();
  void line().take(later).then(taken);
  await passTime(60);
  const stored = (await store.read([path])).get(path);
  await store.write({ remove: [{ path, version: stored?.version }] });
  await passTime(10);
  expect(taken).toHaveBeenCalledWith({ millis: 400, hasOthers: true });
  expect(turn()?.tickets).toEqual([]);
});

test('an owner that found others in line passes on with one write; a door that came since stays in line', async () => {
  const { line, turn, reads, writes } = aLine();
  const [one, two, three] = [line(), line(), line()];
  await one.take(later);
  void two.take(later);
  await passTime(0);
  await one.pass(true);
  await passTime(10);
  const [first, second] = [turn()?.tickets[0], turn()?.owner];
  let before = [reads(), writes()];
  await two.pass(true);
  expect([reads(), writes()]).toEqual([before[0], (before[1] ?? 0) + 1]);
  expect(turn()).toEqual({ owner: first, tickets: [second] });

  await one.take(later);
  void three.take(time.now());
  await passTime(0);
  const third = turn()?.tickets[1];
  before = [reads(), writes()];
  await one.pass(true);
  expect([reads(), writes()]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  expect(turn()).toEqual({ owner: second, tickets: [third, first] });
});

test('doors further back in line look less often', async () => {
  const { store, line, reads } = aLine();
  const [owner, ...tickets] = Array.from({ length: 4 }, () => randomUUID());
  store.set(path, { owner, tickets });
  const taken = line().take(time.now() + 1_000);
  await passTime(1_200);
  expect(await taken).toEqual({ millis: 0, hasOthers: true });
  // One read at once, then one every 200 ms.
  expect(reads()).toBe(6);
});

test('a door with more to write keeps its place in line; a door without a place writes nothing', async () => {
  const { store, line, turn, writes } = aLine();
  store.set(path, { owner: randomUUID(), tickets: [] });
  const one = line();
  await one.take(time.now());
  const waiting = turn();
  expect(waiting?.tickets).toHaveLength(1);
  const before = writes();
  await one.pass(true);
  await line().pass(true);
  await line().pass(false);
  expect(writes()).toBe(before);
  expect(turn()).toEqual(waiting);
});

test('a turn is passed on even if another door lines up at that moment, in five attempts', async () => {
  let conflicts = 1;
  let tries = 0;
  const { store, turn, line } = aLine();
  const hindered = new Line(
    {
      ...store,
      async write(batch) {
        tries += 1;
        conflicts -= 1;
        return conflicts >= 0 ? 'conflict' : store.write(batch);
      },
    },
    guard,
    time,
  );
  conflicts = 0;
  await hindered.take(later);
  [conflicts, tries] = [1, 0];
  await hindered.pass(false);
  expect(turn()).toBeUndefined();
  expect(tries).toBe(2);
  await hindered.take(later);
  [conflicts, tries] = [100, 0];
  await hindered.pass(false);
  expect(tries).toBe(5);
  expect(turn()).toBeDefined();
  expect((await line().take(time.now())).millis).toBe(0);
});

test('dead doors in line are passed over, one after the other', async () => {
  const { store, line } = aLine();
  const [owner = '', ...tickets] = Array.from({ length: 3 }, () => randomUUID());
  store.set(path, { owner, tickets });
  const said: string[] = [];
  void writeInTurns(line(), 'alive', 1, said);
  await passTime(1_900);
  expect(said).toEqual([]);
  await passTime(4_000);
  expect(said).toEqual(['alive']);
});

test('after 8 s, or when its time is up, a door writes without a turn and leaves the line', async () => {
  const { store, line, turn } = aLine();
  const alive = () => store.set(path, { owner: randomUUID(), tickets: turn()?.tickets ?? [] });
  alive();
  const passing = setInterval(alive, 500);
  const said: string[] = [];
  void writeInTurns(line(), 'patient', 1, said);
  const hasty = line();
  const taken = hasty.take(time.now() + 300);
  await passTime(600);
  expect(await taken).toEqual({ millis: 0, hasOthers: true });
  await hasty.pass(false);
  expect(said).toEqual([]);
  await passTime(8_000);
  clearInterval(passing);
  expect(said).toEqual(['patient without']);
  expect(turn()?.tickets).toEqual([]);
});

test.each<[string, Data]>([
  ['no fields', {}],
  ['an owner that is a number', { owner: 7, tickets: [] }],
  ['an empty owner', { owner: '', tickets: [] }],
  ['tickets that are text', { owner: randomUUID(), tickets: 'many' }],
  ['a broken ticket', { owner: randomUUID(), tickets: [null] }],
  ['too many tickets', { owner: randomUUID(), tickets: Array(1_001).fill(randomUUID()) }],
])('a stored turn with %s is replaced at once', async (_, data) => {
  const { store, line, turn } = aLine();
  store.set(path, data);
  expect(await line().take(later)).toEqual({ millis: 400, hasOthers: false });
  expect(turn()?.tickets).toEqual([]);
});

test('a door writes without a turn while turns cannot be read or written', async () => {
  const out = async () => {
    throw new Error('out of reach');
  };
  for (const fault of [{ read: out }, { write: out }]) {
    const one = aLine(fault).line();
    expect(await one.take(later)).toEqual({ millis: 0, hasOthers: false });
    await one.pass(true);
    await one.pass(false);
  }
});

test('a turn is passed on even if the answer was lost when it was taken', async () => {
  const { store, line } = aLine();
  let isLost = true;
  const forgetful = new Line(
    {
      ...store,
      async write(batch) {
        const outcome = await store.write(batch);
        if (isLost) throw new Error('lost');
        return outcome;
      },
    },
    guard,
    time,
  );
  expect((await forgetful.take(later)).millis).toBe(0);
  isLost = false;
  await forgetful.pass(false);
  expect((await line().take(later)).hasOthers).toBe(false);
});
