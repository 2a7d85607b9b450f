import { describe, expect, test } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { localLimit, rateLimit } from './rate-limit.ts';
import { perDay, perMinute, secondsLeft, selectWindow } from './windows.ts';

const limit = perMinute(60);

function processes(count: number) {
  const store = memoryStore();
  const counted = { reads: 0, writes: 0 };
  const watched: typeof store = {
    ...store,
    read: (paths) => {
      counted.reads += 1;
      return store.read(paths);
    },
    write: (batch) => {
      counted.writes += 1;
      return store.write(batch);
    },
  };
  const all = Array.from({ length: count }, () => {
    const clock = { now: 1_000_000 };
    const { take } = rateLimit({ store: watched, now: () => clock.now });
    return { clock, take: (uid = 'fan', name = 'buy') => take(name, uid, limit) };
  });
  return { store, counted, all, one: all[0] as (typeof all)[number] };
}

const taken = (answers: readonly (number | undefined)[]): number =>
  answers.filter((wait) => wait === undefined).length;

describe('[M-56] sixty of the calls of one minute are accepted', () => {
  test.each([1, 2, 7])(
    '%i processes together accept sixty, however they interleave',
    async (count) => {
      const { all } = processes(count);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => all[n % count]?.take()),
      );
      expect(taken(answers)).toBe(60);
      expect(answers.filter((wait) => wait !== undefined && (wait < 1 || wait > 60))).toEqual([]);
    },
  );

  test('sixty in sequence are accepted, and the next one when the minute is over', async () => {
    const { one } = processes(1);
    for (let n = 0; n < 60; n++) {
      expect(await one.take()).toBeUndefined();
      one.clock.now += 500;
    }
    expect(await one.take()).toBe(30);
    one.clock.now += 29_999;
    expect(await one.take()).toBe(1);
    one.clock.now += 1;
    expect(await one.take()).toBeUndefined();
  });

  test('each user and each function has its own sixty', async () => {
    const { one, store } = processes(1);
    await Promise.all(Array.from({ length: 61 }, () => one.take()));
    expect(await one.take()).toBe(60);
    expect(await one.take('other')).toBeUndefined();
    expect(await one.take('fan', 'sell')).toBeUndefined();
    expect(JSON.stringify([...store.all()])).not.toContain('fan');
  });
});

describe('the cost of counting', () => {
  test('is a read and a write per call; calls that come meanwhile share one of each', async () => {
    const { one, counted } = processes(1);
    await one.take();
    expect(counted).toEqual({ reads: 1, writes: 1 });
    await Promise.all(Array.from({ length: 40 }, () => one.take()));
    expect(counted).toEqual({ reads: 3, writes: 3 });
  });

  test('is nothing for refused calls, once the limit of the minute is reached', async () => {
    const { one, counted } = processes(1);
    await Promise.all(Array.from({ length: 61 }, () => one.take()));
    const before = { ...counted };
    await Promise.all(Array.from({ length: 1_000 }, () => one.take()));
    expect(counted).toEqual(before);
  });
});

describe('when something is wrong', () => {
  test('a process counts for itself while the store cannot be read', async () => {
    const store = memoryStore();
    const { take } = rateLimit({
      store: { ...store, read: () => Promise.reject(new Error('unreachable')) },
      now: () => 0,
    });
    const answers = await Promise.all(Array.from({ length: 100 }, () => take('buy', 'fan', limit)));
    expect(taken(answers)).toBe(60);
  });

  test('a store that hangs does not hold up a call', async () => {
    const store = { ...memoryStore(), read: () => new Promise<never>(() => {}) };
    const { take } = rateLimit({ store, now: () => 0, patienceMillis: 1 });
    expect(await take('buy', 'fan', limit)).toBeUndefined();
  });

  test('a server whose clock is ten minutes ahead locks no one out', async () => {
    const { all } = processes(2);
    const [right, ahead] = all as [(typeof all)[number], (typeof all)[number]];
    ahead.clock.now += 600_000;
    await Promise.all(Array.from({ length: 60 }, () => ahead.take()));
    expect(await right.take()).toBeUndefined();
  });
});

test('a limit of a day ends a day after its first call', async () => {
  const store = memoryStore();
  let now = 1_000_000;
  const { take } = rateLimit({ store, now: () => now });
  const day = () => take('names', 'fan', perDay(2));
  expect([await day(), await day(), await day()]).toEqual([undefined, undefined, 86_400]);
  now += 86_400_000 - 1;
  expect(await day()).toBe(1);
  now += 1;
  expect(await day()).toBeUndefined();
  const ahead = { startedAt: now + 2 * 86_400_000, count: 2 };
  expect(selectWindow(ahead, now, perDay(2))).toEqual({ startedAt: now, count: 0 });
  expect(secondsLeft({ startedAt: now + 3_000, count: 2 }, now, perDay(2))).toBe(86_400);
});

test('anonymous requests are counted by address, in the memory of the process', () => {
  let now = 0;
  const { take } = localLimit(2, () => now);
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([
    undefined,
    undefined,
    60,
    undefined,
  ]);
  now = 60_000;
  expect(take('a')).toBeUndefined();
});
