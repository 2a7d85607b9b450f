import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { missingMicros } from '@datchain/shared/domain/public-books/book-day.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import { aShop, DAY, FIRST, MIDNIGHT, MINUTE } from '@datchain/testing/server/a-shop.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BookDays } from '../stores/book-days.ts';
import { dueToAll } from './day-balances.ts';

const owed = (day: StoredBookDay | undefined) => day?.figures.owed.closingMicros;

async function countedFor(bookDays: BookDays, uid: string) {
  const day = await bookDays.latestClosed();
  const balances = day ? await bookDays.balancesOf(day) : [];
  expect(day?.balances).toEqual(dueToAll(balances));
  return balances.find((user) => user.uid === uid)?.owedMicros ?? 0;
}

describe('an entry written 11 minutes after midnight with a time of yesterday', () => {
  async function late() {
    const shop = aShop();
    shop.earn('in time', MIDNIGHT - 5 * MINUTE, 100);
    await shop.run(MIDNIGHT + 10 * MINUTE);
    const closed = shop.days.get('2026-11-20');
    expect(closed).toMatchObject({ isClosed: true, entries: 1, late: [], total: 1 });
    shop.earn('late', MIDNIGHT - MINUTE, 7, 'bo');
    expect(await shop.compare()).toEqual([]);
    return { ...shop, closed };
  }

  test('is counted today, and marked as late; the closed day stays unchanged', async () => {
    const { run, days, closed, compare, bookDays } = await late();
    await run(MIDNIGHT + 11 * MINUTE);
    expect(days.get('2026-11-20')).toEqual(closed);
    const today = days.get('2026-11-21');
    expect(today).toMatchObject({
      isClosed: false,
      entries: 1,
      late: [{ date: '2026-11-20', entries: 1 }],
      total: 2,
    });
    expect(owed(today)).toBe(1_070_000);
    expect(await compare()).toEqual([]);
    await run(MIDNIGHT + 2 * DAY);
    expect(await countedFor(bookDays, 'bo')).toBe(70_000);
    expect(await compare()).toEqual([]);
  });

  test('is counted once in a closed day, even if nothing else happens for days', async () => {
    const { run, days, compare } = await late();
    for (const minutes of [11, 71, 600, 1_500, 3_000, 9_000])
      await run(MIDNIGHT + minutes * MINUTE);
    expect([...days.keys()]).toEqual(['2026-11-20', '2026-11-21']);
    expect(days.get('2026-11-21')).toMatchObject({ isClosed: true, entries: 1, total: 2 });
    expect(await compare()).toEqual([]);
  });

  test("goes into the same day as today's entries", async () => {
    const { run, days, earn, compare } = await late();
    earn('today', MIDNIGHT + 20 * MINUTE, 3);
    await run(MIDNIGHT + 30 * MINUTE);
    await run(MIDNIGHT + 2 * DAY);
    const today = days.get('2026-11-21');
    expect(today).toMatchObject({ isClosed: true, entries: 2 });
    expect(today?.figures.promised.lines).toEqual([
      { kind: 'streams-distributed', entries: 2, deltaMicros: -100_000 },
    ]);
    expect(await compare()).toEqual([]);
  });

  test('is found even weeks later, and reported until then', async () => {
    const { run, days, earn, compare } = await late();
    for (let day = 1; day < 9; day++) {
      earn(`day ${day}`, MIDNIGHT + day * DAY, 1);
      await run(MIDNIGHT + day * DAY + 12 * MINUTE);
    }
    earn('very late', FIRST - 3 * DAY, 5);
    const last = MIDNIGHT + 8 * DAY;
    expect(await compare()).toEqual([
      'books of 2026-11-17: was closed without very late, which no day counts',
    ]);
    await run(last + 20 * MINUTE);
    expect(days.get('2026-11-29')?.late).toEqual([{ date: '2026-11-17', entries: 1 }]);
    expect(await compare()).toEqual([]);
  });

  test('belongs to yesterday if another run closes yesterday with that entry at the same time', async () => {
    const shop = aShop();
    shop.earn('in time', MIDNIGHT - 5 * MINUTE, 100);
    const slow: BookDays = {
      ...shop.bookDays,
      async publish(day, over) {
        shop.earn('late', MIDNIGHT - MINUTE, 7);
        await shop.run(MIDNIGHT + 11 * MINUTE);
        return shop.bookDays.publish(day, over);
      },
    };
    await shop.run(MIDNIGHT + 11 * MINUTE, { bookDays: slow });
    await shop.run(MIDNIGHT + 12 * MINUTE);
    expect([...shop.days.values()]).toMatchObject([
      { date: '2026-11-20', isClosed: true, entries: 2, late: [] },
    ]);
    expect(await shop.compare()).toEqual([]);
  });
});

test('each entry is counted once and no closed day changes, whenever entries come and wherever the job is killed', async () => {
  const arrivals = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 4 * 1_440 }),
      delay: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 4_000 })),
      cents: fc.integer({ min: 1, max: 500 }),
      uid: fc.constantFrom('ana', 'bo', 'cy'),
      killedAt: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 1, maxLength: 40 },
  );
  let [plays, playsWithLate] = [0, 0];
  await fc.assert(
    fc.asyncProperty(arrivals, async (all) => {
      plays += 1;
      let left = Number.POSITIVE_INFINITY;
      const shop = aShop(() => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      });
      const closed = new Map<string, StoredBookDay>();
      const run = async (now: number) => {
        await shop.run(now).catch((error: Error) => expect(error.message).toBe('killed'));
        left = Number.POSITIVE_INFINITY;
        for (const day of shop.days.values()) {
          expect(missingMicros(day)).toBe(0);
          if (closed.has(day.date)) expect(day).toEqual(closed.get(day.date));
          if (day.isClosed) closed.set(day.date, structuredClone(day));
        }
      };
      const inOrder = [...all].sort((a, b) => a.at + a.delay - b.at - b.delay);
      for (const [index, { at, delay, cents, uid, killedAt }] of inOrder.entries()) {
        shop.earn(`e${index}`, FIRST + at * MINUTE, cents, uid);
        left = killedAt;
        await run(FIRST + (at + delay) * MINUTE);
        await run(FIRST + (at + delay) * MINUTE);
      }
      const end = FIRST + 12 * DAY;
      await run(end);
      await run(end + 2 * DAY);
      expect(await shop.compare()).toEqual([]);
      const days = [...shop.days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
      expect(days.every(({ isClosed }) => isClosed)).toBe(true);
      expect(days.at(-1)?.total).toBe(all.length);
      if (days.some(({ late }) => late.length > 0)) playsWithLate += 1;
      const sum = all.reduce((cents, one) => cents + one.cents, 0);
      expect(owed(days.at(-1))).toBe(sum * 10_000);
      for (const name of ['ana', 'bo', 'cy']) {
        const own = all
          .filter(({ uid }) => uid === name)
          .reduce((cents, one) => cents + one.cents, 0);
        expect(await countedFor(shop.bookDays, name)).toBe(own * 10_000);
      }
    }),
    tries(120),
  );
  expect(playsWithLate).toBeGreaterThan(plays / 4);
});

describe('comparing closed days with the journal', () => {
  async function closedDays() {
    const shop = aShop();
    shop.earn('one', FIRST, 100);
    shop.earn('two', MIDNIGHT, 20, 'bo');
    shop.earn('three', MIDNIGHT + DAY, 3, 'cy');
    await shop.run(MIDNIGHT + 3 * DAY);
    expect(await shop.compare()).toEqual([]);
    const change = (date: string, how: (day: StoredBookDay) => void) => {
      const day = structuredClone(shop.days.get(date) as StoredBookDay);
      how(day);
      shop.days.set(date, day);
      return shop.compare();
    };
    return { ...shop, change };
  }

  test('finds an amount that was changed in the journal, or in the books', async () => {
    const { earn, compare, change } = await closedDays();
    earn('two', MIDNIGHT, 21, 'bo');
    const said = await compare();
    expect(said.join('\n')).toContain(
      'books of 2026-11-21: Promised for streams, paid by the platform {',
    );
    expect(said.join('\n')).toContain('user bo {"uid":"bo","owedMicros":200000');
    earn('two', MIDNIGHT, 20, 'bo');
    const moved = await change('2026-11-20', ({ figures }) => {
      figures.owed.closingMicros += 1;
      figures.owed.lines = figures.owed.lines.map((line) => ({ ...line, deltaMicros: 1_000_001 }));
    });
    expect(moved.join('\n')).toContain('books of 2026-11-20: Owed to users');
    expect(moved.join('\n')).toContain('books of 2026-11-21: Owed to users');
    expect(moved.join('\n')).not.toContain('books of 2026-11-22');
  });

  test('finds a day that does not continue the one before', async () => {
    const { change } = await closedDays();
    const said = await change('2026-11-22', ({ figures }) => {
      figures.platform.openingMicros += 5;
      figures.platform.closingMicros += 5;
    });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('books of 2026-11-22: Earned by the platform {"openingMicros":5');
  });

  test('finds an entry that is gone, a wrong count, and a wrong stored balance', async () => {
    const { forget, compare, change, bookDays } = await closedDays();
    const counts = await change('2026-11-21', (day) => {
      day.entries = 2;
      day.users = 1;
      day.balances.owedMicros -= 1;
    });
    expect(counts).toEqual([
      'books of 2026-11-21: entries 2, the journal has 1',
      'books of 2026-11-21: users 1, the journal has 2',
      'books of 2026-11-21: owed 1199999, the journal has 1200000',
    ]);
    await change('2026-11-21', (day) => {
      day.entries = 1;
      day.users = 2;
      day.balances.owedMicros += 1;
    });
    const day = await bookDays.latestClosed();
    if (!day) throw new Error('There is no closed day.');
    const kept = await bookDays.balancesOf(day);
    const from = { generation: day.generation, over: null };
    const less = kept.map((user) => ({ ...user, owedMicros: user.owedMicros - 1 }));
    await bookDays.putBalances(from, less.slice(1));
    const differences = await compare();
    expect(differences).toHaveLength(kept.length);
    expect(differences.at(-1)).toBe('books of 2026-11-22: user ana has no balance');
    await bookDays.putBalances(from, kept);
    forget('one');
    expect((await compare()).join('\n')).toContain(
      'books of 2026-11-20: counts one, which is not there to be counted',
    );
  });
});
