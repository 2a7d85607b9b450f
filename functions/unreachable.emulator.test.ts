import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { live } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { Line } from '@datchain/testing/server/line.ts';
import { market, until } from '@datchain/testing/server/market.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { signedUp } from '@datchain/testing/server/signed-up.ts';
import { startServer } from '@datchain/testing/server/start-server.ts';
import { describe, expect, test, vi } from 'vitest';
import { clock } from './clock.ts';
import { type Books, makeBooks } from './journal/books.ts';
import { Door } from './journal/door.ts';
import { log } from './log.ts';
import { Projector } from './projector/projector.ts';
import { services } from './services.ts';
import { setDocuments } from './stores/bulk.ts';
import { datEvents } from './stores/dat-events.ts';
import { firestore } from './stores/firebase.ts';
import { type LiveDatabase, liveDatabase } from './stores/live-database.ts';

const m = market();

const shown = async (uid: string): Promise<number> =>
  ((await services().live.read(live.rewardWallet(uid))) as { qty: number } | null)?.qty ?? 0;
const held = async (uid: string): Promise<number> => (await services().guards.user(uid)).rewardQty;

const projectorWith = (screens: LiveDatabase) => {
  const { store, summaries, entries } = services();
  const database = firestore();
  const set = (documents: Parameters<typeof setDocuments>[1]) => setDocuments(database, documents);
  return new Projector(
    store,
    { live: screens, summaries, setDocuments: set },
    { entries, datEvents: datEvents(database) },
  );
};

const booksWith = (screens: LiveDatabase): Books =>
  makeBooks(new Door(services().store, clock), projectorWith(screens));

async function give(books: Pick<Books, 'commit'>, uid: string, rewardQty: number): Promise<void> {
  const given = await books.commit(openingEarningsEntry(uid, randomUUID(), { rewardQty }));
  if (isRefusal(given)) throw new Error(given.message);
}

const sweep = () => m.runScheduled('sweepProjectionsJob');

describe('while the Realtime Database cannot be reached', () => {
  const LIMIT_MILLIS = 60_000;

  async function giveThrough(screens: LiveDatabase, uid: string): Promise<void> {
    vi.spyOn(log, 'warn').mockImplementation(() => {});
    const before = Date.now();
    await give(booksWith(screens), uid, 5);
    expect(Date.now() - before).toBeLessThan(LIMIT_MILLIS);
    expect(await held(uid)).toBe(5);
  }

  async function expectTruth(uid: string): Promise<void> {
    await sweep();
    expect(await shown(uid)).toBe(5);
    await give(services().books, uid, 7);
    await until(
      () => shown(uid),
      (qty) => qty === 12,
    );
    await sweep();
    expect(await shown(uid)).toBe(12);
  }

  test('[M-57] the sweep repairs a missing projection', async () => {
    const uid = randomUUID();
    const own = process.env.FIREBASE_DATABASE_EMULATOR_HOST;
    const line = await Line.open(own ?? '');
    vi.stubEnv('FIREBASE_DATABASE_EMULATOR_HOST', line.address);
    const screens = liveDatabase();
    vi.unstubAllEnvs();
    line.cut();
    await giveThrough(screens, uid);
    expect(await shown(uid)).toBe(0);
    line.mend();
    await expectTruth(uid);
    line.close();
  });

  test.each(['before', 'after'])(
    '[M-57] the sweep shows the right figure after an interruption %s the write',
    async (when) => {
      const uid = randomUUID();
      const own = liveDatabase();
      const screens: LiveDatabase = {
        ...own,
        async patch(values) {
          if (when === 'after') await own.patch(values);
          throw new TypeError('fetch failed');
        },
      };
      await giveThrough(screens, uid);
      expect(await shown(uid)).toBe(when === 'after' ? 5 : 0);
      await expectTruth(uid);
    },
  );
});

describe('between the books and the screens', () => {
  test('[M-31] the first sweep shows what a killed process left, once', async () => {
    const uid = randomUUID();
    // The door alone: the process ends before anything is shown.
    await give(new Door(services().store, clock), uid, 3);
    expect([await held(uid), await shown(uid)]).toEqual([3, 0]);
    await sweep();
    expect([await held(uid), await shown(uid)]).toEqual([3, 3]);
    await sweep();
    expect([await held(uid), await shown(uid)]).toEqual([3, 3]);
  });

  test('[M-31] projections that arrive in reverse order end with the newest', async () => {
    const uid = randomUUID();
    const own = liveDatabase();
    const late = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    let writes = 0;
    const slow = projectorWith({
      ...own,
      async patch(values) {
        writes += 1;
        if (writes === 1) {
          first.resolve();
          await late.promise;
        }
        await own.patch(values);
      },
    });
    await give(new Door(services().store, clock), uid, 1);
    const old = slow.projectWhole([`user:${uid}`]);
    await first.promise;
    // The slow projector has read 1 and is about to write it. Meanwhile 2 is written and shown.
    await give(services().books, uid, 1);
    expect(await shown(uid)).toBe(2);
    late.resolve();
    await old;
    expect(writes).toBeGreaterThan(1);
    expect(await shown(uid)).toBe(2);
  });
});

const CUT_SECONDS = scale(12, 90);

test(`[M-58] callers cut off from Firestore for ${CUT_SECONDS} s get an order or an unknown outcome, and later one order each`, {
  timeout: 300_000,
}, async () => {
  const line = await Line.open(process.env.FIRESTORE_EMULATOR_HOST ?? '');
  const server = await startServer(await m.clockOffset(), {
    FIRESTORE_EMULATOR_HOST: line.address,
  });
  const blockId = await m.newBlock(50, 1_000);
  const buyers = Array.from({ length: 10 }, (_, n) => `cut-off-${n}-${randomUUID()}`);
  await signedUp(buyers);
  try {
    const [first = '', ...others] = buyers;
    expect(await server.start(first, blockId, 20)).toHaveProperty('orderId');
    const asked = others.map((uid) => server.try(uid, blockId, 20));
    await sleep(20);
    line.cut();
    await sleep(CUT_SECONDS * 1_000);
    line.mend();
    for (const answer of await Promise.all(asked)) {
      if ('failed' in answer) expect(answer.failed).toMatch(/OutcomeUnknown|UNAVAILABLE|DEADLINE/);
      else expect(answer).toHaveProperty('value.orderId');
    }
    for (const uid of buyers) {
      expect(await server.start(uid, blockId, 20)).toHaveProperty('orderId');
      expect((await services().guards.user(uid)).openOrders).toHaveLength(1);
    }
    expect(await m.stockOf(blockId)).toBe(1_000 - buyers.length * 20);
  } finally {
    await server.close();
    line.close();
  }
});

test('[M-64] after these tests the books are clean', async () => {
  await m.shiftClock(40 * 60_000);
  await m.runScheduled('expireOrdersJob');
  await sweep();
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
