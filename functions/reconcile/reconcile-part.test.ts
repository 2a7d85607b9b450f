import type { ReconcileReport } from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Change, damages, fullPassDamages } from '@datchain/testing/server/books/damages.ts';
import { soundBooks } from '@datchain/testing/server/books/sound-books.ts';
import { dyingStore, lostAfter } from '@datchain/testing/server/dying-store.ts';
import { expect, test, vi } from 'vitest';
import { leaseOf } from '../jobs/jobs.ts';
import type { Services } from '../services.ts';
import { shareOfTask } from '../share.ts';
import { foldJournal } from './fold-journal.ts';
import { keepReportOfChanges } from './keep-report.ts';
import { compareOnce } from './reconcile.ts';
import { reconcilePart } from './reconcile-part.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const COUNT = 3;
const indexes = [...Array(COUNT).keys()];

const after = (services: Services, millis: number): Services => {
  const now = services.clock.now() + millis;
  return { ...services, clock: { now: () => now } };
};

const runPart = (services: Services, index: number, count = COUNT) =>
  reconcilePart(services, { index, count }, async () => {});

async function readReport({ store }: Services): Promise<Partial<ReconcileReport>> {
  return (await store.read([docs.reconcileReport])).get(docs.reconcileReport)?.data ?? {};
}

/** Makes correct books whose subtotals count all entries. */
async function books() {
  const { ground, services: then } = await soundBooks();
  const services = after(then, 600_000);
  await foldJournal(services);
  const damage = async (path: string, change: Change) => {
    const before = (await ground.all()).get(path);
    await ground.setDocuments([{ path, data: { ...before, ...change(before ?? {}) } }]);
    return async () => {
      if (before) return ground.setDocuments([{ path, data: before }]);
      const version = (await ground.store.read([path])).get(path)?.version;
      await ground.store.write({ remove: [{ path, version }] });
    };
  };
  return { services, damage };
}

const drift: readonly (readonly [what: string, path: string, change: Change])[] = [
  [
    'a subtotal',
    docs.subtotal('user:ana'),
    ({ sums }) => ({ sums: { ...Object(sums), TOKEN: 1 } }),
  ],
  ['what a subtotal says was earned', docs.subtotal('earned:di'), () => ({ sums: { USD: 1 } })],
  [
    'a subtotal without entries',
    docs.subtotal('user:nobody'),
    () => ({ account: 'user:nobody', fold: 1, sums: { TOKEN: 1 } }),
  ],
];

test.each([1, COUNT, 7])(
  '[N-JOB-02] %i parts find together each damage that one comparison of everything finds, and no more',
  async (count) => {
    const { services, damage } = await books();
    for (const [what, path, change] of [...damages, ...fullPassDamages, ...drift]) {
      const repair = await damage(path, change);
      const whole = new Set((await compareOnce(services)).differences);
      for (let index = count - 1; index >= 0; index--) await runPart(services, index, count);
      const { found, differences } = await readReport(services);
      await repair();
      expect(whole.size, what).toBeGreaterThan(0);
      expect(differences?.toSorted(), what).toEqual([...whole].sort());
      expect(found, what).toBe(whole.size);
    }
  },
);

test('[N-JOB-02] the report joins what the parts have counted, and one part reads each user and the closed days', async () => {
  const { services } = await books();
  const read: string[] = [];
  const movements = (uid: string) => {
    read.push(uid);
    return services.earnings.movements(uid);
  };
  const { bookDays, earnings } = services;
  const latest = () => {
    read.push('days');
    return bookDays.latest();
  };
  const counting = {
    ...services,
    earnings: { ...earnings, movements },
    bookDays: { ...bookDays, latest },
  };
  const whole = await compareOnce(counting);
  const uids = read.splice(0);
  const parts = await Promise.all(indexes.map((index) => runPart(counting, index)));
  expect(read.sort()).toEqual(uids.sort());
  expect(uids).toContain('days');
  const sum = (of: 'entries' | 'orders' | 'payouts') =>
    parts.reduce((all, one) => all + one[of], 0);
  expect([sum('entries'), sum('orders'), sum('payouts')]).toEqual([
    whole.entries,
    whole.orders,
    whole.payouts,
  ]);
  const { entries, shortfallMicros } = whole;
  const at = services.clock.now();
  const report = { at, entries, shortfallMicros, found: 0, differences: [] };
  expect(await readReport(services)).toEqual(report);
});

test('[N-JOB-02] a night is not clean before its last part has ended, and keeps what was known until then', async () => {
  const { services, damage } = await books();
  const repair = await damage(docs.userGuard('ana'), () => ({ rewardQty: 1 }));
  for (const index of indexes) await runPart(services, index);
  const { differences: known = [], entries } = await readReport(services);
  expect(known.length).toBeGreaterThan(0);
  await repair();
  // Ten minutes after midnight; after a whole day, a fee would be missing.
  const night = after(services, 15 * HOUR_MILLIS);
  await runPart(night, 2);
  const open = ['2026-11-02: part 1 of 3', '2026-11-02: part 2 of 3'].map(
    (part) => `comparison of ${part} has not ended`,
  );
  expect(await readReport(night)).toMatchObject({ entries, differences: [...open, ...known] });
  const changes = await compareOnce(services);
  await keepReportOfChanges(night, changes);
  expect(await readReport(night)).toMatchObject({ found: 2 + known.length });
  await runPart(night, 0);
  await runPart(night, 0);
  expect(await readReport(night)).toMatchObject({ differences: [open[1], ...known] });
  // A part of the last night that ends only now changes nothing.
  await runPart(services, 1);
  expect(await readReport(night)).toMatchObject({ differences: [open[1], ...known] });
  await runPart(night, 1);
  expect(await readReport(night)).toMatchObject({ found: 0, differences: [] });
});

test.each([
  ['before', dyingStore],
  ['after', lostAfter],
])(
  '[N-JOB-02] a part that is killed %s any of its writes repeats, and its night is clean only after that',
  async (_, dying) => {
    for (const killed of indexes) {
      let deaths = 0;
      for (let writes = 0, isOver = false; !isOver; writes++) {
        const { ground, services: then } = await soundBooks();
        const services = after(then, 600_000);
        const mortal = { ...services, store: dying(ground.store, writes) };
        const dies = runPart(mortal, killed).then(
          () => false,
          () => true,
        );
        const others = indexes.filter((index) => index !== killed);
        for (const index of others) await runPart(services, index);
        const isKilled = await dies;
        deaths += Number(isKilled);
        isOver = !isKilled;
        const { found, differences = [] } = await readReport(services);
        const isStored = !differences.some((one) => one.includes('has not ended'));
        if (isStored) expect(found).toBe(0);
        else expect(found).toBeGreaterThan(0);
        if (isKilled) await runPart(services, killed);
        expect(await readReport(services)).toMatchObject({ found: 0, differences: [] });
      }
      expect(deaths).toBeGreaterThan(1);
    }
  },
);

test('[N-JOB-02] a task has the share that its numbers name, and a lease of its own', () => {
  const env = (index: string, count: string) => ({
    CLOUD_RUN_TASK_INDEX: index,
    CLOUD_RUN_TASK_COUNT: count,
  });
  expect(shareOfTask({})).toEqual({ index: 0, count: 1 });
  expect(shareOfTask(env('2', '4'))).toEqual({ index: 2, count: 4 });
  for (const [index, count] of [
    ['4', '4'],
    ['-1', '4'],
    ['0', '0'],
    ['0.5', '2'],
    ['0', '21'],
    ['', 'x'],
  ] as const) {
    expect(() => shareOfTask(env(index, count))).toThrow(`There is no task ${index} of ${count}`);
  }
  expect(leaseOf('reconcile')).toBe('reconcile');
  vi.stubEnv('CLOUD_RUN_TASK_INDEX', '2');
  vi.stubEnv('CLOUD_RUN_TASK_COUNT', '4');
  expect([leaseOf('reconcile'), leaseOf('close-days')]).toEqual(['reconcile-2-of-4', 'close-days']);
  vi.unstubAllEnvs();
});
