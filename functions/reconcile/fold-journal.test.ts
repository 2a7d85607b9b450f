import { docs } from '@datchain/shared/contracts/paths.ts';
import { soundBooks } from '@datchain/testing/server/books/sound-books.ts';
import { dyingStore, lostAfter } from '@datchain/testing/server/dying-store.ts';
import { expect, test, vi } from 'vitest';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { shardOf } from '../stores/journal-shards.ts';
import type { Balances } from './balances.ts';
import { foldJournal } from './fold-journal.ts';
import { compareOnce } from './reconcile.ts';
import { addAmounts, addSubtotal, readAllSubtotals, readHead } from './subtotals.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const DAY = 86_400_000;

const sorted = (balances: Balances) => [...balances].sort();

async function subtotals({ store }: Services): Promise<Balances> {
  const found: Balances = new Map();
  for await (const one of readAllSubtotals(store)) addSubtotal(found, one);
  return found;
}

async function sums({ entries }: Services, isCounted = (_: StoredEntry) => true) {
  const found: Balances = new Map();
  for await (const page of entries.pages(500)) {
    for (const entry of page.filter(isCounted)) addAmounts(found, entry);
  }
  return found;
}

const after = (services: Services, millis: number): Services => {
  const now = services.clock.now() + millis;
  return { ...services, clock: { now: () => now } };
};

/** Makes correct books ten minutes after their last entry. */
async function books() {
  const { ground, services: then } = await soundBooks();
  const services = after(then, 600_000);
  const entry = (id: string, at: number, uid = 'ana', delta = 7) => {
    const postings = [
      { account: `user:${uid}`, asset: 'TOKEN', delta },
      { account: 'world:issuer', asset: 'TOKEN', delta: -delta },
    ];
    const data = {
      kind: 'tokens-issued',
      at,
      actor: 'system',
      postings,
      touched: [],
      projected: true,
      seq: 0,
      shard: shardOf(id),
    };
    return ground.setDocuments([{ path: docs.entry(id), data }]);
  };
  return { ground, services, entry };
}

test('[N-JOB-01] every entry older than two minutes is counted once, however often the journal is folded', async () => {
  const { services, entry } = await books();
  await foldJournal(services);
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
  const now = services.clock.now();
  await entry('settled', now - 120_001);
  await entry('fresh', now - 120_000);
  await foldJournal(services);
  await foldJournal(services);
  const isSettled = ({ id }: StoredEntry) => id !== 'fresh';
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services, isSettled)));
  await foldJournal(after(services, 1));
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
  expect((await readHead(services.store)).head.number).toBe(3);
});

test('[N-JOB-01] subtotals that are zero, and folds of earlier days, are deleted', async () => {
  const { ground, services } = await books();
  await foldJournal(services);
  const stored = () => ground.all().then((all) => [...all.keys()]);
  const accounts = (await stored()).filter((path) => path.startsWith('subtotals/order:'));
  expect(accounts).toEqual([docs.subtotal('order:open')]);
  expect(await stored()).toContain(docs.fold(1));
  await foldJournal(after(services, 2 * DAY));
  expect(await stored()).not.toContain(docs.fold(1));
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
});

test('[N-JOB-01] an entry that becomes visible after its time was folded is counted by the next run', async () => {
  const { services, entry } = await books();
  const now = services.clock.now();
  await entry('in-time', now - 130_000);
  await foldJournal(services);
  await entry('late', now - 140_000, 'bo', 3);
  await entry('later', now + 1_000);
  expect((await compareOnce(services)).differences.filter((one) => /subtotal/.test(one))).toEqual(
    [],
  );
  const next = after(services, 200_000);
  await foldJournal(next);
  await foldJournal(next);
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
  await entry('late-again', now - 150_000, 'cy', 4);
  await foldJournal(after(services, DAY));
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
});

test.each([
  ['before', dyingStore],
  ['after', lostAfter],
])(
  '[N-JOB-01] a run that is killed %s each of its writes counts nothing twice and misses nothing',
  async (_, dying) => {
    const { services, entry } = await books();
    const now = services.clock.now();
    let deaths = 0;
    for (let writes = 0, isOver = false; !isOver; writes++) {
      const at = now + writes * 400_000;
      const clock = { now: () => at };
      await entry(`one-${writes}`, at - 300_000, 'ana', writes + 1);
      for (let n = 0; n < 5; n++) await entry(`two-${writes}-${n}`, at - 299_000 + n, `u${n}`, -1);
      const mortal = { ...services, clock, store: dying(services.store, writes) };
      isOver = await foldJournal(mortal, { foldSize: 3, batchSize: 2 }).then(
        () => true,
        () => false,
      );
      if (!isOver) deaths += 1;
      // Meanwhile another entry of the recorded time becomes visible.
      await entry(`late-${writes}`, at - 310_000, 'cy', 2);
      await foldJournal({ ...services, clock });
      await foldJournal({ ...services, clock });
      expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
    }
    expect(deaths).toBeGreaterThan(7);
  },
);

test('[N-JOB-01] two runs at once count every entry once', async () => {
  const { services, entry } = await books();
  await foldJournal(services);
  const now = services.clock.now();
  for (let n = 0; n < 20; n++) await entry(`e${n}`, now + n, `u${n % 7}`, n + 1);
  const late = after(services, 300_000);
  await Promise.all([foldJournal(late), foldJournal(late), foldJournal(late)]);
  expect(sorted(await subtotals(services))).toEqual(sorted(await sums(services)));
});

test('[N-JOB-02] the full pass names each subtotal that has drifted, by account', async () => {
  const { ground, services } = await books();
  await foldJournal(services);
  expect((await compareOnce(services)).differences).toEqual([]);
  const path = docs.subtotal('user:ana');
  const before = (await ground.all()).get(path);
  const { sums: old } = before as { sums: Record<string, number> };
  await ground.setDocuments([{ path, data: { ...before, sums: { ...old, TOKEN: 131 } } }]);
  expect((await compareOnce(services)).differences).toEqual([
    'subtotal of user:ana TOKEN: is 131, its entries sum to 130',
  ]);
});
