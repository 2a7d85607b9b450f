import { emptyBooks, readBooks } from '@datchain/shared/contracts/documents/books.ts';
import {
  readDatGuard,
  readDatTotals,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { readStreamRun } from '@datchain/shared/contracts/documents/stream-run.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyHoldings } from '@datchain/shared/domain/books/guards.ts';
import { accounts, move, type Posting } from '@datchain/shared/domain/books/postings.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { workEarnedMicros } from '@datchain/shared/domain/earnings.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { HOUR_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import { compareStatements, dyingAt } from '@datchain/testing/server/stream-plays.ts';
import { memoryValues, putInMonthRecord } from '@datchain/testing/server/stream-runs.ts';
import { seeded, unreliable } from '@datchain/testing/server/unreliable-store.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { payDebtEntry } from '../journal/entries/debts.ts';
import { buyEditionEntry, listEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { getUser, userDocument } from '../journal/entries/order-documents.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { addTo, type Balances, balancesOfGuards, compareBalances } from '../reconcile/balances.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { holdingsByUser, storedWorks } from '../stores/works.ts';
import { distributeStreams } from './distribute-streams.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const START = Date.parse('2026-11-20T12:00:00Z');
const users = ['ana', 'bo', 'cy'];
const dats = ['blue', 'red'];
const platforms = ['spotify', 'apple_music'] as const;

const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('publish' as const),
      dat: fc.constantFrom(...dats),
      platform: fc.constantFrom(...platforms),
      // At most 100 days: with all the waits of a play the day stays within two years.
      daysAgo: fc.oneof(fc.nat(4), fc.nat(100)),
      streams: fc.oneof(fc.nat(60), fc.nat(3_000_000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('overpay' as const),
      dat: fc.constantFrom(...dats),
      streams: fc.integer({ min: 1_000, max: 3_000_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('share' as const), jobs: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('kill' as const),
      steps: fc.integer({ min: 1, max: 12 }),
      when: fc.constantFrom('before' as const, 'after' as const),
      isBeside: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('trade' as const),
      dat: fc.constantFrom(...dats),
      buyer: fc.constantFrom(...users),
    }),
  },
  fc.record({
    op: fc.constant('wait' as const),
    hours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(240)),
  }),
  fc.record({ op: fc.constant('cash' as const), uid: fc.constantFrom(...users) }),
  fc.record({ op: fc.constant('collect' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const values = memoryValues(new Map());

const cashEntry = (uid: string, attempt: number): Entry<null> => ({
  id: `cash:${uid}:${attempt}`,
  kind: 'payout-paid',
  actor: uid,
  input: null,
  reads: [docs.userGuard(uid)],
  decide(view) {
    const user = getUser(view, uid);
    const left = user.earnedDays.reduce((sum, day) => sum + day.totalMicros - day.spentMicros, 0);
    const earnedDays = user.earnedDays.map((day) => ({ ...day, spentMicros: day.totalMicros }));
    return {
      result: null,
      postings: move('USD', accounts.owed(uid), accounts.transfers, left),
      documents: [userDocument({ ...user, earnedDays })],
      touched: [],
    };
  },
});

async function aWorld(seed: number) {
  const memory = memoryStore();
  const random = seeded(seed);
  let now = START;
  let isCalm = false;
  const clock = { now: () => now };
  const shaky = unreliable(memory, random);
  const store = {
    ...shaky,
    write: (batch: Parameters<typeof memory.write>[0]) =>
      isCalm ? memory.write(batch) : shaky.write(batch),
  };
  const doors = [0, 1].map(() => new Door(store, clock, { maxGroup: 4 }));
  const commit = <T>(entry: Entry<T>) => (doors[random() % 2] as Door).commit(entry);
  const services = { store: memory, clock, books: { commit } } as never;
  for (const uid of users) {
    const lots = [{ blockId: '50', priceCents: 50, qty: 9_000, faceMicros: 4_500_000_000 }];
    await commit(openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] }));
  }
  const release = { creatorUid: 'ana', priceCents: 100 };
  await commit(mintEntry({ ...release, datId: 'blue', editions: 3, sharePpm: 25_000 }));
  await commit(mintEntry({ ...release, datId: 'red', editions: 1, sharePpm: 333_333 }));
  const datOf = (id: string) => {
    const dat = readDatGuard(memory.all().get(docs.datGuard(id)));
    if (!dat) throw new Error(`${id} is missing`);
    return dat;
  };
  const atMidnight = new Map<string, Map<string, string[]>>();
  const figures = new Map<string, number>();
  return {
    memory,
    services,
    commit,
    datOf,
    figures,
    attempt: () => random(),
    calm: () => {
      isCalm = true;
    },
    async publish(
      dat: string,
      platform: 'spotify' | 'apple_music',
      daysAgo: number,
      plays: number,
    ) {
      const date = utcDay(now - (daysAgo + 1) * 24 * HOUR_MILLIS);
      figures.set(`${dat} ${platform} ${date}`, plays);
      await putInMonthRecord(memory, { datId: dat, platform, day: date, streams: plays });
    },
    wait(hours: number) {
      for (let hour = 0; hour < hours; hour++) {
        const day = utcDay(now);
        now += HOUR_MILLIS;
        if (utcDay(now) === day) continue;
        const owners = dats.map((id) => {
          const { editions } = datOf(id);
          return [id, editions.map(({ ownerUid }) => ownerUid)] as const;
        });
        atMidnight.set(day, new Map(owners));
      }
    },
    async trade(id: string, buyer: string) {
      const editions = datOf(id).editions.filter(({ ownerUid }) => ownerUid !== buyer);
      const edition = editions.find(({ wasSold }) => !wasSold) ?? editions[random() % 3];
      if (!edition) return;
      let ref = { datId: id, number: edition.number, version: edition.version };
      if (edition.askPriceCents === null) {
        await commit(listEditionEntry(ref, edition.ownerUid, edition.priceCents));
        ref = { ...ref, version: edition.version + 1 };
      }
      await commit(buyEditionEntry(ref, buyer, edition.priceCents));
    },
    expected() {
      const earned = new Map(users.map((uid) => [uid, 0]));
      const gross = new Map(dats.map((id) => [id, 0]));
      const give = (uid: string, micros: number) =>
        earned.set(uid, (earned.get(uid) ?? 0) + micros);
      for (const [key, plays] of figures) {
        const [id = '', platform = '', date = ''] = key.split(' ');
        const micros = plays * rates.streamMicros[platform as 'spotify'];
        gross.set(id, (gross.get(id) ?? 0) + micros);
        const shared = Math.floor(micros / 20);
        const { editions, creatorUid } = datOf(id);
        let rest = shared;
        for (const [index, { sharePpm }] of editions.entries()) {
          const part = Math.floor((shared * sharePpm) / 1_000_000);
          give(atMidnight.get(date)?.get(id)?.[index] ?? creatorUid, part);
          rest -= part;
        }
        give(creatorUid, rest);
      }
      return { earned, gross };
    },
  };
}

type World = Awaited<ReturnType<typeof aWorld>>;

async function play(world: World, operations: readonly Operation[]): Promise<void> {
  for (const one of operations) {
    if (one.op === 'publish') await world.publish(one.dat, one.platform, one.daysAgo, one.streams);
    else if (one.op === 'trade') await world.trade(one.dat, one.buyer);
    else if (one.op === 'wait') world.wait(one.hours);
    else if (one.op === 'cash') await world.commit(cashEntry(one.uid, world.attempt()));
    else if (one.op === 'overpay') {
      await world.publish(one.dat, 'spotify', 1, one.streams);
      await distributeStreams(world.services, values);
      for (const uid of users) await world.commit(cashEntry(uid, world.attempt()));
      await world.publish(one.dat, 'spotify', 1, Math.floor(one.streams / 3));
      await distributeStreams(world.services, values);
    } else if (one.op === 'kill') {
      const others = one.isBeside ? [distributeStreams(world.services, values)] : [];
      await Promise.all([runAndKill(world, one.steps, one.when), ...others]);
    } else if (one.op === 'share') {
      const jobs = Array.from({ length: one.jobs + 1 }, () =>
        distributeStreams(world.services, values),
      );
      await Promise.all(jobs);
    } else {
      for (const uid of users) await world.commit(payDebtEntry(uid, String(world.attempt())));
    }
    expect(compareStatements(world.memory.all(), users)).toEqual([]);
  }
}

function expectShared({ memory, expected }: World): void {
  const all = memory.all();
  const { earned, gross } = expected();
  const balances: Balances = new Map();
  const ofStreams: Balances = new Map();
  const credited = new Map<string, number>();
  for (const [path, entry] of all) {
    if (!path.startsWith('journal/')) continue;
    for (const { account, asset, delta } of entry.postings as Posting[]) {
      addTo(balances, account, asset, delta);
      if (entry.kind === 'streams-posted') addTo(ofStreams, account, asset, delta);
      if (entry.kind === 'edition-sold' && account.startsWith('owed:')) {
        credited.set(account, (credited.get(account) ?? 0) + delta);
      }
    }
  }
  const under = (prefix: string) =>
    [...all].flatMap(([path, data]) => (path.startsWith(prefix) ? [data] : []));
  const stored = storedWorks(under('guards/holdings:'), under('guards/works:'));
  const works = holdingsByUser(stored);
  const guardsOf = users.map((uid) => ({
    user: readUserGuard(uid, all.get(docs.userGuard(uid))),
    holdings: works.get(uid) ?? emptyHoldings(uid),
  }));
  const money = {
    blocks: [],
    queuePages: [],
    queueShelves: [],
    holding: [],
    works: stored,
    dats: [],
  };
  const supply = { issued: 0, circulating: 0, poolMicros: 0 };
  const truth = {
    ...money,
    payouts: [],
    users: guardsOf.map(({ user }) => user),
    supply,
    books: emptyBooks,
  };
  const isUsers = (key: string) => key.startsWith('owed:') || key.startsWith('debt:');
  const ofUsers = (some: Balances) => new Map([...some].filter(([key]) => isUsers(key)));
  expect(compareBalances(ofUsers(balances), ofUsers(balancesOfGuards(truth)))).toEqual([]);
  expect(balances.get(`${accounts.streamsDue} USD`) ?? 0).toBe(0);
  expect(readBooks((path) => all.get(path)).streamsDueMicros).toBe(0);
  expect(under('guards/streams:').flatMap(({ due }) => due)).toEqual([]);

  for (const { user, holdings } of guardsOf) {
    const { uid } = user;
    const has = (account: string) => ofStreams.get(`${account} USD`) ?? 0;
    const streams = earned.get(uid) ?? 0;
    expect(has(accounts.owed(uid)) + has(accounts.debt(uid))).toBe(streams);
    const days = user.earnedDays.reduce((sum, { totalMicros }) => sum + totalMicros, 0);
    const other = days - user.datEarnedMicros;
    const parts = [...holdings.holdings, ...holdings.created];
    const withWorks = dats.reduce((sum, datId) => sum + workEarnedMicros(parts, datId), 0);
    expect(other).toBeGreaterThanOrEqual(0);
    expect(other + withWorks).toBe(streams + (credited.get(accounts.owed(uid)) ?? 0));
    const owing = Number(all.get(docs.debt(uid))?.debtMicros ?? 0);
    expect(owing).toBe(user.debtMicros);
    const movedMicros = [...all]
      .filter(([path, { kind }]) => path.startsWith(docs.movement(uid, 'streams:')) && kind)
      .reduce((sum, [, { earnedMicros }]) => sum + Number(earnedMicros), 0);
    expect(movedMicros).toBe(streams);
  }
  for (const id of dats) {
    expect(readDatTotals(all.get(docs.datTotals(id))).streamMicros).toBe(gross.get(id));
  }
}

test('[N-FIG-03] owners of a day earn what its last figure brings, in whatever order figures, corrections, sales, payouts and jobs come', {
  timeout: scale(120_000, 1_800_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 40 }),
      fc.nat(),
      async (operations, seed) => {
        const world = await aWorld(seed);
        await play(world, operations);
        world.calm();
        await distributeStreams(world.services, values);
        expect((await distributeStreams(world.services, values)).distributed).toBe(0);
        expectShared(world);
      },
    ),
    tries(150),
  );
});

test('a figure that two jobs saw differently is shared once, and then corrected', async () => {
  const world = await aWorld(1);
  world.calm();
  await world.publish('blue', 'spotify', 0, 1_000);
  const first = distributeStreams(world.services, values);
  await world.publish('blue', 'spotify', 0, 3_000);
  await Promise.all([first, distributeStreams(world.services, values)]);
  await distributeStreams(world.services, values);
  expectShared(world);
});

test('[N-FIG-03] a day is shared and corrected for two years, and never after that', async () => {
  const world = await aWorld(2);
  world.calm();
  await world.publish('blue', 'spotify', 740, 1_000);
  expect(await distributeStreams(world.services, values)).toEqual({ distributed: 0, skipped: 0 });
  const closed = { openDays: 0, oldestOpenDay: null, closedDays: 1 };
  expect(readStreamRun(world.memory.get(docs.streamRun))).toMatchObject(closed);
  await world.publish('blue', 'spotify', 730, 1_000);
  expect(await distributeStreams(world.services, values)).toEqual({ distributed: 1, skipped: 0 });
  world.wait(24);
  await world.publish('blue', 'spotify', 731, 5_000);
  expect(await distributeStreams(world.services, values)).toEqual({ distributed: 0, skipped: 0 });
});

test('streams of a work that is not in the books are counted as skipped, and the others are shared', async () => {
  const world = await aWorld(3);
  world.calm();
  await world.publish('unknown', 'spotify', 0, 1_000);
  await world.publish('red', 'apple_music', 0, 1_000);
  expect(await distributeStreams(world.services, values)).toEqual({ distributed: 1, skipped: 1 });
  const oldestOpenDay = utcDay(START - 24 * HOUR_MILLIS);
  const left = { openDays: 1, oldestOpenDay, closedDays: 0 };
  expect(readStreamRun(world.memory.get(docs.streamRun))).toMatchObject(left);
  const refused = await world.commit(cashEntry('bo', 0));
  expect(isRefusal(refused)).toBe(false);
});

/** Runs the job, and kills it before or after a step. @returns whether it had that many */
async function runAndKill(world: World, steps: number, when: 'before' | 'after') {
  try {
    await distributeStreams(dyingAt(world.services, steps, when), values);
    return false;
  } catch {
    return true;
  }
}

test('[N-FIG-03] [N-JOB-03] the next run completes one that was killed before or after any step, and posts each share once', {
  timeout: scale(60_000, 300_000),
}, async () => {
  for (const when of ['before', 'after'] as const) {
    let wasKilled = true;
    for (let steps = 1; wasKilled; steps++) {
      const world = await aWorld(5);
      world.calm();
      await world.trade('blue', 'bo');
      await world.trade('red', 'bo');
      world.wait(30);
      await world.publish('blue', 'spotify', 0, 1_000);
      await world.publish('blue', 'apple_music', 1, 70);
      await distributeStreams(world.services, values);
      await world.publish('blue', 'spotify', 0, 400);
      await world.publish('blue', 'apple_music', 0, 2_000);
      await world.publish('red', 'spotify', 0, 3_000);
      wasKilled = await runAndKill(world, steps, when);
      await distributeStreams(world.services, values);
      expectShared(world);
      if (!wasKilled) expect(steps).toBeGreaterThan(10);
    }
  }
});
