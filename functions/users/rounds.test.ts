import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test, vi } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { deleteOrphans } from './delete-orphans.ts';
import { sweepUsers } from './sweep-users.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const NOW = Date.UTC(2026, 10, 20);
const uidAt = (index: number): string => `u${String(index).padStart(6, '0')}`;

/**
 * Makes users with a document and a login. Every `orphan`th has only a login, every `gone`th only a document.
 */
function aWorld(users: number, { orphan = 0, gone = 0 } = {}) {
  const memory = memoryStore();
  const logins = new Set<string>();
  const isEach = (index: number, step: number) => step > 0 && index % step === 7 % step;
  for (let index = 0; index < users; index++) {
    const uid = uidAt(index);
    if (!isEach(index, gone)) logins.add(uid);
    if (!isEach(index, orphan))
      memory.set(docs.user(uid), { username: uid, email: `${uid}@x.test` });
  }
  const cost = { reads: 0, writes: 0 };
  let dieAt = Infinity;
  const store: typeof memory = {
    ...memory,
    read: (paths) => {
      cost.reads += paths.length;
      return memory.read(paths);
    },
    list: async (collection, listing) => {
      const found = await memory.list(collection, listing);
      cost.reads += found.length;
      return found;
    },
    write: (batch) => {
      cost.writes += 1;
      return cost.writes > dieAt ? Promise.reject(new Error('killed')) : memory.write(batch);
    },
  };
  const authUsers = {
    page: async (size: number, after: string) => {
      const all = [...logins].sort().filter((uid) => uid > after);
      const some = all.slice(0, size).map((uid) => ({ uid, seenAt: 0, isDisabled: false }));
      // Like Auth, which follows a full page by an empty one.
      return { users: some, next: all.length >= size ? (some.at(-1)?.uid ?? '') : '' };
    },
    delete: async (uids: readonly string[]) => {
      for (const uid of uids) logins.delete(uid);
      return 0;
    },
    missing: async (uids: readonly string[]) => uids.filter((uid) => !logins.has(uid)),
    restore: async (uid: string) => {
      logins.add(uid);
      return 'restored';
    },
  };
  const live = { read: async () => null };
  const clock = { now: () => NOW + 2 * DAY_MILLIS };
  const services = { store, authUsers, live, clock } as never;
  const closed = () => memory.all('closures/').size;
  return {
    memory,
    logins,
    services,
    closed,
    /** Returns the documents that a run reads. */
    async costOf(run: () => Promise<unknown>) {
      cost.reads = 0;
      await run();
      return cost.reads;
    },
    killAfter(writes: number) {
      cost.writes = 0;
      dieAt = writes;
    },
  };
}

const times = async (count: number, run: () => Promise<unknown>) => {
  for (let each = 0; each < count; each++) await run();
};

test.each([
  ['delete-orphans', deleteOrphans],
  ['sweep-users', sweepUsers],
] as const)(
  '[N-JOB-01] each run of %s reads as much of 5,000 users as of 1,000',
  async (_name, job) => {
    const [few, many] = [aWorld(1_000), aWorld(5_000)];
    for (let run = 0; run < 7; run++) {
      const costs = [
        await few.costOf(() => job(few.services)),
        await many.costOf(() => job(many.services)),
      ];
      const [least = 0, most = 0] = costs.sort((a, b) => a - b);
      expect(most / least, `run ${run}: ${costs}`).toBeLessThanOrEqual(1.5);
    }
  },
);

test('[N-JOB-01] runs of delete-orphans go on where the last one ended, and each round begins anew', async () => {
  const { memory, logins, services } = aWorld(2_600, { orphan: 100 });
  const looked: number[] = [];
  await times(3, async () => looked.push((await deleteOrphans(services)).looked));
  expect(looked).toEqual([1_000, 1_000, 600]);
  expect(logins.size).toBe(memory.all('users/').size);
  logins.add('a-new-one');
  expect(await deleteOrphans(services)).toEqual({ looked: 1_000, deleted: 1, failed: 0 });
});

test('[N-JOB-01] a killed run of delete-orphans is completed by the next ones', async () => {
  for (let writes = 0; writes < 6; writes++) {
    const { memory, logins, services, killAfter } = aWorld(2_600, { orphan: 100 });
    killAfter(writes);
    await times(4, () => deleteOrphans(services).catch(() => undefined));
    killAfter(Infinity);
    await times(3, () => deleteOrphans(services));
    expect(logins.size).toBe(memory.all('users/').size);
  }
});

test('[N-JOB-01] [N-PPL-03] deleted logins of all parts are closed at the end of the round, wherever runs were killed', async () => {
  for (let writes = 0; writes < 30; writes++) {
    const { services, closed, killAfter } = aWorld(2_600, { gone: 200 });
    killAfter(writes);
    await times(5, () => sweepUsers(services).catch(() => undefined));
    killAfter(Infinity);
    await times(3, () => sweepUsers(services));
    expect(closed(), `killed after ${writes} writes`).toBe(13);
  }
});

test('[N-PPL-03] nobody is closed while too many logins of a round are missing, also if no part has many, and all goes on afterwards', async () => {
  // Each thousand lacks 29 or 30 logins, which a part alone would allow.
  const { memory, logins, services, closed } = aWorld(2_600, { gone: 34 });
  await times(2, () => sweepUsers(services));
  for (let run = 0; run < 3; run++) {
    await expect(sweepUsers(services)).rejects.toThrow(
      '77 of 2600 logins are gone: nobody was closed',
    );
  }
  expect(closed()).toBe(0);
  for (const path of memory.all('users/').keys()) logins.add(path.slice('users/'.length));
  expect(await sweepUsers(services)).toMatchObject({ closed: 0, failed: 0 });
  expect((await sweepUsers(services)).looked).toBe(1_000);
});
