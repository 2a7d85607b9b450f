import { setTimeout as sleep } from 'node:timers/promises';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test, vi } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { alone } from './lease.ts';

function place() {
  const store = memoryStore();
  let now = 1_000_000;
  const wait = (millis: number) => {
    now += millis;
  };
  return { store, clock: { now: () => now }, wait };
}

function longJob() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, run: () => ended.then(() => 'done' as const) };
}

test('a job runs once at a time, and every caller that waits gets a turn', async () => {
  const { store, clock } = place();
  let inside = 0;
  let most = 0;
  const job = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(5);
    inside -= 1;
    return 'done';
  };
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => alone({ store, clock }, 'sweep', job)),
  );
  expect(outcomes).toEqual(Array(8).fill('done'));
  expect(most).toBe(1);
});

test('a caller that does not wait is answered that the job is busy; other jobs are not delayed', async () => {
  const { store, clock } = place();
  const first = longJob();
  const running = alone({ store, clock }, 'sweep', first.run);
  await sleep(0);
  const hurried = { store, clock, patienceMillis: 0 };
  expect(await alone(hurried, 'sweep', async () => 'done')).toBe('busy');
  expect(await alone(hurried, 'reconcile', async () => 'done')).toBe('done');
  first.end();
  expect(await running).toBe('done');
  expect(await alone(hurried, 'sweep', async () => 'done')).toBe('done');
});

test('a process that died delays others for a minute at most', async () => {
  const { store, clock, wait } = place();
  const data = { holder: 'dead', until: clock.now() + 60_000 };
  await store.write({ create: [{ path: docs.lease('sweep'), data }] });
  const hurried = { store, clock, patienceMillis: 0 };
  expect(await alone(hurried, 'sweep', async () => 'done')).toBe('busy');
  wait(60_000);
  expect(await alone(hurried, 'sweep', async () => 'done')).toBe('done');
});

test('a job that fails gives its lease back', async () => {
  const { store, clock } = place();
  const hurried = { store, clock, patienceMillis: 0 };
  const failing = alone(hurried, 'sweep', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await alone(hurried, 'sweep', async () => 'done')).toBe('done');
});

test('a renewal that arrives after the lease was given back delays no one', async () => {
  vi.useFakeTimers();
  try {
    const { store, clock } = place();
    const [isRenewing, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const slow: typeof store = {
      ...store,
      async read(paths) {
        reads += 1;
        if (reads === 2) {
          isRenewing.resolve();
          await goOn.promise;
        }
        return store.read(paths);
      },
    };
    const job = longJob();
    const running = alone({ store: slow, clock }, 'sweep', job.run);
    await vi.advanceTimersByTimeAsync(20_000);
    await isRenewing.promise;
    job.end();
    expect(await running).toBe('done');
    goOn.resolve();
    await vi.advanceTimersByTimeAsync(0);
    const hurried = { store, clock, patienceMillis: 0 };
    expect(await alone(hurried, 'sweep', async () => 'done')).toBe('done');
  } finally {
    vi.useRealTimers();
  }
});
