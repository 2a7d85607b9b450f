import {
  balanceTree,
  isPartOf,
  proofOf,
} from '@datchain/shared/domain/public-books/balance-tree.ts';
import { missingMicros } from '@datchain/shared/domain/public-books/book-day.ts';
import { bookFigures } from '@datchain/shared/domain/public-books/figures.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { balancesOfGuards } from '../journal/balances.ts';
import { memoryGround } from '../testing/books/memory-world.ts';
import { perform, plays } from '../testing/books/play.ts';
import { snapshotOf } from '../testing/books/snapshot.ts';
import { type BooksWorld, booksWorld } from '../testing/books/world.ts';
import { memoryBookDays } from '../testing/memory-book-days.ts';
import { closeDays, sha256 } from './close-days.ts';
import { compareDays } from './compare-days.ts';
import { treeLeaves } from './day-balances.ts';

// What is refused and lost on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const DAY = 86_400_000;

/** Books after a play of all operations, and the days of them as a job would write them. */
async function played(seed: number) {
  const [play] = fc.sample(plays(40), { seed, numRuns: 1 });
  if (!play) throw new Error('unreachable: one play was asked for');
  const world = booksWorld(memoryGround(), play.seed);
  await perform(world, play, async () => {});
  return world;
}

const needs = (world: BooksWorld, days: ReturnType<typeof memoryBookDays>, later = 1) => ({
  entries: world.services.entries,
  bookDays: days.bookDays,
  clock: { now: () => world.services.clock.now() + later },
});

const sumOf = (balances: ReadonlyMap<string, number>, prefix: string): number =>
  [...balances]
    .filter(([key]) => key.startsWith(prefix) && key.endsWith(' USD'))
    .reduce((sum, [, micros]) => sum + micros, 0);

/** What the guards, which the day's books never read, say of each figure inside the books. */
async function figuresOfGuards(world: BooksWorld): Promise<Record<string, number>> {
  const balances = balancesOfGuards(snapshotOf(await world.ground.all()));
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

test('each day of any play balances, goes on from the day before, and ends at what the guards hold', async () => {
  for (const seed of seeds) {
    const world = await played(seed);
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

test('each user’s balance is what the guards hold, and part of the total', async () => {
  for (const seed of seeds) {
    const world = await played(seed);
    const days = memoryBookDays();
    await closeDays(needs(world, days));
    const day = await days.bookDays.latest();
    if (!day) throw new Error('There is no day.');
    const leaves = treeLeaves(await days.bookDays.balancesOf(day.generation));
    const guards = balancesOfGuards(snapshotOf(await world.ground.all()));
    const tree = await balanceTree(leaves, sha256);
    for (const [index, leaf] of leaves.entries()) {
      expect(leaf.owedMicros).toBe(guards.get(`owed:${leaf.uid} USD`) ?? 0);
      expect(leaf.tokens).toBe(guards.get(`user:${leaf.uid} TOKEN`) ?? 0);
      expect(leaf.rewardTokens).toBe(guards.get(`user:${leaf.uid} REWARD`) ?? 0);
      const proof = { leaf, steps: proofOf(tree, index) };
      expect(await isPartOf(day.balances, proof, sha256)).toBe(true);
    }
    expect(day.balances.owedMicros).toBe(day.figures.owed.closingMicros);
  }
});

test('killed before any of its writes and run again, it has written what it would have written', async () => {
  const world = await played(7);
  const undisturbed = memoryBookDays();
  await closeDays(needs(world, undisturbed, 3 * DAY));
  const expected = [...undisturbed.days.values()].map(({ balances, generation, ...day }) => ({
    ...day,
    // Salts are drawn anew in each run.
    balances: { ...balances, hash: '' },
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
    const written = [...days.days.values()].map(({ balances, generation, ...day }) => ({
      ...day,
      balances: { ...balances, hash: '' },
    }));
    expect(written, `killed at step ${killAt}`).toEqual(expected);
    const latest = await days.bookDays.latest();
    expect(await days.bookDays.balancesOf(latest?.generation ?? '')).toHaveLength(
      latest?.users ?? -1,
    );
  }
});

test('a day stays open until nothing of it can come any more, then it is closed for good', async () => {
  const world = await played(3);
  const days = memoryBookDays();
  const lastAt = Math.max(...(await world.services.entries.listSince(0)).map((one) => one.at));
  const midnight = Math.ceil((lastAt + 1) / DAY) * DAY;
  const at = (millis: number) => ({ ...needs(world, days), clock: { now: () => millis } });
  await closeDays(at(midnight + 60_000));
  expect(await days.bookDays.latest()).toMatchObject({ isClosed: false, upTo: midnight });
  await closeDays(at(midnight + 11 * 60_000));
  expect(await days.bookDays.latestClosed()).toMatchObject({ upTo: midnight });
  // Nothing has happened since: the new day has no books of its own.
  expect(await days.bookDays.latest()).toEqual(await days.bookDays.latestClosed());
});

test('nothing new leaves the day as it is, to the byte', async () => {
  const world = await played(5);
  const days = memoryBookDays();
  await closeDays(needs(world, days));
  const before = await days.bookDays.latest();
  await closeDays(needs(world, days, 1_000));
  expect(await days.bookDays.latest()).toEqual(before);
});
