import { missingMicros } from '@datchain/shared/domain/public-books/book-day.ts';
import { bookFigures } from '@datchain/shared/domain/public-books/figures.ts';
import {
  aShop,
  DAY,
  FIRST,
  MIDNIGHT,
  MINUTE,
  othersAtClosing,
} from '@datchain/testing/server/a-shop.ts';
import { onePlay, played } from '@datchain/testing/server/books/played.ts';
import { readBooksSnapshot } from '@datchain/testing/server/books/snapshot.ts';
import type { BooksWorld } from '@datchain/testing/server/books/world.ts';
import { memoryBookDays } from '@datchain/testing/server/memory-book-days.ts';
import { describe, expect, test, vi } from 'vitest';
import { balancesOfGuards } from '../reconcile/balances.ts';
import { newestClosed } from './clear-behind.ts';
import { closeDays } from './close-days.ts';
import { compareDays } from './compare-days.ts';
import { dueToAll } from './day-balances.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const needs = (world: BooksWorld, days: ReturnType<typeof memoryBookDays>, later = 1) => ({
  entries: world.services.entries,
  bookDays: days.bookDays,
  ...othersAtClosing,
  clock: { now: () => world.services.clock.now() + later },
});

const sumOf = (balances: ReadonlyMap<string, number>, prefix: string): number =>
  [...balances]
    .filter(([key]) => key.startsWith(prefix) && key.endsWith(' USD'))
    .reduce((sum, [, micros]) => sum + micros, 0);

async function figuresOfGuards(world: BooksWorld): Promise<Record<string, number>> {
  const balances = balancesOfGuards(readBooksSnapshot(await world.ground.all()));
  return {
    backing: sumOf(balances, 'backing'),
    pool: sumOf(balances, 'pool'),
    platform: sumOf(balances, 'platform'),
    owed: sumOf(balances, 'owed:'),
    onTheWay: sumOf(balances, 'payout:'),
    debts: sumOf(balances, 'debt:'),
  };
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test('each day of any play balances, continues the day before, and ends at the balances of the guards', async () => {
  for (const seed of seeds) {
    const world = await played(onePlay(40, seed));
    const days = memoryBookDays();
    await closeDays(needs(world, days));
    const written = [...days.days.values()];
    expect(written.length, `seed ${seed}`).toBeGreaterThan(0);
    for (const [index, day] of written.entries()) {
      expect(missingMicros(day), `seed ${seed}, ${day.date}`).toBe(0);
      for (const { key } of bookFigures) {
        const before = written[index - 1]?.figures[key].closingMicros ?? 0;
        expect(day.figures[key].openingMicros).toBe(before);
      }
    }
    const last = written.at(-1);
    const guards = await figuresOfGuards(world);
    for (const [figure, micros] of Object.entries(guards)) {
      const closing = last?.figures[figure as keyof typeof last.figures].closingMicros;
      expect(closing, `seed ${seed}, ${figure}`).toBe(micros);
    }
    await closeDays(needs(world, days, 3 * DAY));
    expect(await compareDays(needs(world, days)), `seed ${seed}`).toEqual([]);
  }
});

test('each user’s balance equals that of the guards, and all of them add up to the total', async () => {
  for (const seed of seeds) {
    const world = await played(onePlay(40, seed));
    const days = memoryBookDays();
    await closeDays(needs(world, days, 3 * DAY));
    const day = await days.bookDays.latestClosed();
    if (!day) throw new Error('There is no closed day.');
    const balances = await days.bookDays.balancesOf(day);
    const guards = balancesOfGuards(readBooksSnapshot(await world.ground.all()));
    for (const user of balances) {
      expect(user.owedMicros).toBe(guards.get(`owed:${user.uid} USD`) ?? 0);
      expect(user.tokens).toBe(guards.get(`user:${user.uid} TOKEN`) ?? 0);
      expect(user.rewardTokens).toBe(guards.get(`user:${user.uid} REWARD`) ?? 0);
    }
    expect(day.balances).toEqual(dueToAll(balances));
    expect(day.balances.owedMicros).toBe(day.figures.owed.closingMicros);
  }
});

test('the job, killed before any of its writes and run again, writes the same as if undisturbed', async () => {
  const world = await played(onePlay(40, 7));
  const undisturbed = memoryBookDays();
  await closeDays(needs(world, undisturbed, 3 * DAY));
  const expected = [...undisturbed.days.values()].map(({ generation, ...day }) => ({
    ...day,
    // Each run draws new salts.
    closing: { ...day.closing, root: '' },
  }));
  for (let killAt = 1; ; killAt++) {
    let step = 0;
    const days = memoryBookDays(() => {
      step += 1;
      if (step === killAt) throw new Error('killed');
    });
    const outcome = await closeDays(needs(world, days, 3 * DAY)).catch((error: Error) => error);
    if (!(outcome instanceof Error)) break;
    await closeDays(needs(world, days, 3 * DAY));
    const written = [...days.days.values()].map(({ generation, ...day }) => ({
      ...day,
      closing: { ...day.closing, root: '' },
    }));
    expect(written, `killed at step ${killAt}`).toEqual(expected);
    const latest = await days.bookDays.latestClosed();
    expect(latest && (await days.bookDays.balancesOf(latest))).toHaveLength(latest?.users ?? -1);
  }
});

test('a day is still open one minute after midnight, and is closed eleven minutes after it', async () => {
  const world = await played(onePlay(40, 3));
  const days = memoryBookDays();
  const lastAt = Math.max(...(await world.services.entries.listSince(0)).map((one) => one.at));
  const midnight = Math.ceil((lastAt + 1) / DAY) * DAY;
  const at = (millis: number) => ({ ...needs(world, days), clock: { now: () => millis } });
  await closeDays(at(midnight + 60_000));
  expect(await days.bookDays.latest()).toMatchObject({ isClosed: false, upTo: midnight });
  await closeDays(at(midnight + 11 * 60_000));
  expect(await days.bookDays.latestClosed()).toMatchObject({ upTo: midnight });
  // Nothing has happened since, so the new day has no books of its own.
  expect(await days.bookDays.latest()).toEqual(await days.bookDays.latestClosed());
});

test('a run with nothing new leaves the day unchanged, to the byte', async () => {
  const world = await played(onePlay(40, 5));
  const days = memoryBookDays();
  await closeDays(needs(world, days));
  const before = await days.bookDays.latest();
  await closeDays(needs(world, days, 1_000));
  expect(await days.bookDays.latest()).toEqual(before);
});

function beforeEach<T extends object>(all: T, step: () => Promise<void>): T {
  const wrapped = Object.entries(all).map(([name, call]) => {
    if (!/^(between|closed|coinsOf|pages)$/.test(name)) {
      return [name, (...given: unknown[]) => step().then(() => call(...given))];
    }
    const read = async function* (...given: unknown[]) {
      await step();
      yield* call(...given);
    };
    return [name, read];
  });
  return Object.fromEntries(wrapped);
}

interface Overtaking {
  readonly before: (shop: Shop) => Promise<unknown>;
  readonly slowAt: number;
  readonly between: (shop: Shop) => void;
  readonly othersAt: readonly number[];
  readonly goesOn?: true;
}
type Shop = ReturnType<typeof aShop>;

const NEVER = Number.POSITIVE_INFINITY;
const NOON = FIRST + DAY / 2;
const begun = async ({ earn, run }: Shop) => {
  earn('noon', NOON, 100);
  await run(NOON + MINUTE);
};
const overtakings: Readonly<Record<string, Overtaking>> = {
  'the first run ever': {
    before: async ({ earn }) => earn('noon', NOON, 100),
    slowAt: NOON + MINUTE,
    between: ({ earn }) => earn('bo', NOON + 30 * MINUTE, 7, 'bo'),
    othersAt: [NOON + 60 * MINUTE],
  },
  'a day that stays open': {
    before: async (shop) => {
      await begun(shop);
      shop.earn('later', NOON + 2 * MINUTE, 5, 'cy');
    },
    slowAt: NOON + 3 * MINUTE,
    between: ({ earn }) => earn('bo', NOON + 30 * MINUTE, 7, 'bo'),
    othersAt: [NOON + 60 * MINUTE],
  },
  'an open day that the others close, and the next one': {
    before: async (shop) => {
      await begun(shop);
      shop.earn('later', NOON + 2 * MINUTE, 5, 'cy');
    },
    slowAt: NOON + 3 * MINUTE,
    between: ({ earn }) => {
      earn('bo', MIDNIGHT - MINUTE, 7, 'bo');
      earn('tomorrow', MIDNIGHT + MINUTE, 9, 'bo');
      earn('after', MIDNIGHT + DAY + MINUTE, 9, 'di');
    },
    othersAt: [MIDNIGHT + 20 * MINUTE, MIDNIGHT + DAY + 20 * MINUTE],
  },
  'a day to be closed': {
    before: begun,
    slowAt: MIDNIGHT + 11 * MINUTE,
    between: ({ earn }) => earn('tomorrow', MIDNIGHT + 12 * MINUTE, 7, 'bo'),
    othersAt: [MIDNIGHT + 13 * MINUTE],
  },
  'a day after quiet ones, one of which gets an entry with an old time': {
    before: async (shop) => {
      await begun(shop);
      await shop.run(MIDNIGHT + 11 * MINUTE);
      shop.earn('days later', MIDNIGHT + 3 * DAY, 5, 'cy');
    },
    slowAt: MIDNIGHT + 3 * DAY + MINUTE,
    between: ({ earn }) => earn('slow clock', MIDNIGHT + DAY, 7, 'bo'),
    othersAt: [MIDNIGHT + 3 * DAY + 2 * MINUTE, MIDNIGHT + 4 * DAY + 12 * MINUTE],
  },
  'a day of which the others see nothing new': {
    before: async (shop) => {
      await begun(shop);
      shop.earn('later', NOON + 2 * MINUTE, 5, 'cy');
    },
    slowAt: NOON + 3 * MINUTE,
    between: () => {},
    othersAt: [NOON],
    goesOn: true,
  },
  'a day that the others close earlier by their clock': {
    before: begun,
    slowAt: MIDNIGHT + 30 * MINUTE,
    between: ({ earn }) => earn('tomorrow', MIDNIGHT + MINUTE, 7, 'bo'),
    othersAt: [MIDNIGHT + 11 * MINUTE],
    goesOn: true,
  },
};

async function overtaken(how: Overtaking, heldAt: number, diesAt: number) {
  let onStep: (() => Promise<void>) | undefined;
  const shop = aShop(() => onStep?.());
  await how.before(shop);
  const closed = new Map<string, unknown>();
  const look = async () => {
    const latest = await shop.bookDays.latest();
    for (const day of shop.days.values()) {
      expect(missingMicros(day)).toBe(0);
      if (closed.has(day.date)) expect(day).toEqual(closed.get(day.date));
      if (day.isClosed) closed.set(day.date, structuredClone(day));
    }
    const ended = await shop.bookDays.latestClosed();
    if (ended) expect(await shop.bookDays.balancesOf(ended)).toHaveLength(ended.users);
    const counted = [...shop.days.values()].reduce((sum, { entries }) => sum + entries, 0);
    expect(latest?.total ?? 0).toBe(counted);
    expect(await shop.compare()).toEqual([]);
    return latest;
  };
  let newest: Awaited<ReturnType<typeof look>>;
  let steps = 0;
  const step = async () => {
    steps += 1;
    if (steps === heldAt) {
      onStep = undefined;
      how.between(shop);
      for (const at of how.othersAt) await shop.run(at);
      newest = await look();
      onStep = step;
    }
    if (steps === diesAt) throw new Error('killed');
  };
  onStep = step;
  const through = {
    entries: beforeEach(shop.entries, step),
    bookDays: beforeEach(shop.bookDays, step),
  };
  const outcome = await shop.run(how.slowAt, through).catch((error: Error) => error);
  if (outcome instanceof Error) expect(outcome.message).toBe('killed');
  onStep = undefined;
  const isOver = steps < (diesAt === NEVER ? heldAt : diesAt);
  return { shop, look, newest, isOver };
}

async function ends({ shop, look }: Awaited<ReturnType<typeof overtaken>>, where: string) {
  const end = MIDNIGHT + 9 * DAY;
  shop.earn('the end', end, 1, 'ed');
  for (const at of [end + MINUTE, end + 2 * DAY, end + 2 * DAY + MINUTE]) {
    await shop.run(at);
    await look();
  }
  const days = [...shop.days.values()];
  const generations = days.map(({ generation }) => generation).sort();
  expect(
    days.every(({ isClosed }) => isClosed),
    where,
  ).toBe(true);
  expect(shop.kept('entries'), where).toEqual(generations);
  const listed = (await newestClosed(shop.bookDays)).map(({ generation }) => generation);
  expect(shop.kept('balances'), where).toEqual(listed.sort());
}

describe.each(Object.entries(overtakings))('a run that others overtake: %s', (_, how) => {
  test('takes nothing back, wherever it is held up', async () => {
    let heldAt = 1;
    for (; ; heldAt++) {
      const all = await overtaken(how, heldAt, NEVER);
      if (all.isOver) break;
      const where = `held up at step ${heldAt}`;
      const latest = await all.look();
      expect(latest?.upTo, where).toBeGreaterThanOrEqual(all.newest?.upTo ?? 0);
      if (!how.goesOn) expect(latest, where).toEqual(all.newest);
      await ends(all, where);
    }
    expect(heldAt).toBeGreaterThan(8);
  });

  test('leaves nothing behind for good if it dies later on', async () => {
    for (let heldAt = 1; ; heldAt++) {
      for (let diesAt = heldAt; ; diesAt++) {
        const all = await overtaken(how, heldAt, diesAt);
        if (all.isOver && diesAt === heldAt) return;
        if (all.isOver) break;
        await all.look();
        await ends(all, `held up at step ${heldAt}, killed at step ${diesAt}`);
      }
    }
  });
});
