import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { readEarningsLines } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readStreamRun } from '@datchain/shared/contracts/documents/stream-run.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { restOf } from '@datchain/shared/domain/books/rest.ts';
import { measureSize } from '@datchain/shared/domain/document-size.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { postAllDue } from '@datchain/testing/server/shared-streams.ts';
import { memoryValues, putInMonthRecord } from '@datchain/testing/server/stream-runs.ts';
import { expect, test, vi } from 'vitest';
import { mintEntry } from '../journal/entries/editions.ts';
import { distributeEntry } from '../journal/entries/streams.ts';
import { log } from '../log.ts';
import { compareWorks } from '../reconcile/compare-works.ts';
import { distributeStreams } from './distribute-streams.ts';

// Files of a worker share modules, and another file may have loaded these with its own log.
vi.hoisted(() => vi.resetModules());
vi.mock('../log.ts', () => ({ log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() } }));

const platforms = ['spotify', 'apple_music', 'amazon_music'] as const;
const day = { platform: 'spotify' as const, date: '2026-11-01' };

/** Makes works for their creators; 1 November is over. */
async function released(works: Readonly<Record<string, string>>) {
  const server = memoryServer(['ana', 'eve']);
  const { services, store, reads, wait } = server;
  for (const [datId, creatorUid] of Object.entries(works)) {
    const mint = { datId, creatorUid, editions: 1, priceCents: 1_000, sharePpm: 25_000 };
    await accepted(services.books.commit(mintEntry(mint)));
  }
  wait(2 * DAY_MILLIS);
  const share = async (datId: string, streams: number, revision = 0) => {
    const dat = await services.guards.findDat(datId);
    if (!dat) throw new Error(`There is no DAT ${datId}`);
    return accepted(
      services.books.commit(distributeEntry({ ...day, datId, streams, revision }, dat)),
    );
  };
  const earnedMicros = (uid = 'ana') =>
    restOf(readUserGuard(uid, store.get(docs.userGuard(uid)))).earnedMicros;
  const countReads = async (work: () => Promise<unknown>) => {
    reads.splice(0);
    await work();
    return reads.flat().length;
  };
  return { ...server, share, earnedMicros, countReads };
}

test('[N-JOB-01] the cost of a day that is posted again grows by no more than its earlier postings', async () => {
  const { services, share, earnedMicros, countReads } = await released({ blue: 'ana' });
  const costs: number[] = [];
  for (let revision = 0; revision <= 40; revision++) {
    await share('blue', 1_000 + revision, revision);
    costs.push(await countReads(() => postAllDue(services)));
  }
  expect(earnedMicros()).toBe(1_040 * 200);
  const [first = 0] = costs;
  expect(
    costs.map((cost, earlier) => cost - first - 2 * earlier).filter((more) => more > 20),
  ).toEqual([]);
});

test.each([
  ['before its days are shared', false],
  ['before its shares are posted', true],
])(
  '[N-JOB-03] a wallet that breaks %s stops no other one, and its days stay open with an alert',
  async (_when, isShared) => {
    const { services, store, share, earnedMicros } = await released({ blue: 'ana', red: 'eve' });
    const values = memoryValues(new Map());
    for (const datId of ['blue', 'red']) {
      await putInMonthRecord(store, { ...day, datId, day: day.date, streams: 1_000 });
      if (isShared) await share(datId, 1_000);
    }
    const path = docs.userGuard('ana');
    const whole = store.get(path) ?? {};
    store.set(path, { ...whole, debtMicros: 'much' });
    await distributeStreams(services, values);
    expect(earnedMicros('eve')).toBe(200_000);
    const run = () => readStreamRun(store.get(docs.streamRun));
    expect(run()).toMatchObject({ openDays: 1, oldestOpenDay: day.date });
    expect(log.error).toHaveBeenCalledWith('Streams wait to be shared', expect.anything());
    store.set(path, whole);
    await distributeStreams(services, values);
    expect([earnedMicros('ana'), earnedMicros('eve')]).toEqual([200_000, 200_000]);
    expect(run()).toMatchObject({ openDays: 0, oldestOpenDay: null });
  },
);

test('[N-JOB-03] a day of hundreds of works is posted to one payee in documents that Firestore takes', async () => {
  const works = Array.from({ length: 120 }, (_, at) => `work-${at}`.padEnd(36, '-'));
  const world = await released(Object.fromEntries(works.map((datId) => [datId, 'ana'])));
  const { services, store, earnedMicros } = world;
  const report = async (streams: number) => {
    for (const datId of works) {
      for (const platform of platforms) {
        await putInMonthRecord(store, { datId, platform, day: day.date, streams });
      }
    }
    await distributeStreams(services, memoryValues(new Map()));
  };
  const perStream = (4_000 + 7_000 + 4_000) / 20;
  await report(1_000);
  expect(earnedMicros()).toBe(120 * 1_000 * perStream);
  await report(400);
  expect(earnedMicros()).toBe(120 * 400 * perStream);
  expect(store.all('journal/streams:ana:').size).toBe(4);
  const sizes = [...store.all().values()].map((data) => measureSize(data).bytes);
  expect(Math.max(...sizes)).toBeLessThan(2 ** 20);
  const lines = readEarningsLines([...store.all('users/ana/earnings/').values()]);
  expect(lines.reduce((sum, { micros }) => sum + micros, 0)).toBe(earnedMicros());
  expect(readBooks((path) => store.get(path)).streamsDueMicros).toBe(0);
  const [users, all] = [await services.guards.listUsers(), await services.guards.listWorks()];
  expect(compareWorks({ users, works: all, dats: await services.guards.listDats() })).toEqual([]);
});
