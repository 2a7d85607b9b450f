import { services } from '@datchain/functions/services.ts';
import { sweepUsers } from '@datchain/functions/users/sweep-users.ts';
import { readDatTotals } from '@datchain/shared/contracts/documents/guards.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { usdOfMicros } from '@datchain/shared/domain/money.ts';
import { DAY_MILLIS, isoWeekOf, monthOf, utcDay } from '@datchain/shared/domain/time.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';

const MONTH_MS = 30.4 * DAY_MILLIS;

test('[N-WLD-01] [N-WLD-03] the books of the demo world go through eighteen months, until yesterday', {
  tag: '@once',
}, async ({ admin, request }) => {
  // That they are clean is looked at after the last journey: support/differences.ts.
  const [first] = (await admin.firestore.collection(docs.bookDays).orderBy('date').limit(1).get())
    .docs;
  expect(Date.now() - Date.parse(first?.id ?? '')).toBeGreaterThan(17.5 * MONTH_MS);
  // Pages have the newest four hundred days.
  const { days } = await (await request.get('/data/v1/books.json')).json();
  expect(days.length).toBeGreaterThan(300);
  expect(days[0].figures.opening.closingMicros).toBe(0);
});

test('[N-WLD-04] each account of the demo world shows its role', { tag: '@once' }, async ({
  admin,
}) => {
  const kindsOf = async (uid: string) => {
    const { docs: found } = await admin.firestore.collection(docs.movements(uid)).get();
    return found.map((line) => line.data() as { kind: string; at: number });
  };
  const fan = await kindsOf('demo-fan');
  for (const kind of ['edition-bought', 'edition-sold', 'stream-earnings', 'tokens-listed']) {
    expect(fan.map((line) => line.kind)).toContain(kind);
  }
  expect(fan.some(({ kind }) => kind.startsWith('payout'))).toBe(true);
  const artist = await kindsOf('demo-artist');
  const months = new Set(
    artist
      .filter(({ kind }) => /edition-sold|royalty|stream-earnings/.test(kind))
      .map(({ at }) => utcDay(at).slice(0, 7)),
  );
  expect(months.size).toBeGreaterThanOrEqual(12);
  expect(await kindsOf('demo-newfan')).toEqual([]);
});

test('[N-PPL-03] everyone in the demo world has a login, and the daily sweep closes nobody', {
  tag: '@once',
}, async ({ admin }) => {
  const users = await admin.firestore.collection(docs.users).get();
  const people = users.docs.map(({ id }) => id).filter((uid) => uid.startsWith('demo-'));
  expect(people.length).toBeGreaterThan(30);
  expect(await services().authUsers.missing(people)).toEqual([]);
  const swept = await sweepUsers(services());
  expect(swept).toMatchObject({ renamed: 0, failed: 0 });
  const closures = await admin.firestore.collection(docs.closures).get();
  expect(closures.docs.map(({ id }) => id).filter((uid) => people.includes(uid))).toEqual([]);
});

type Counts = Readonly<Record<string, number>>;
interface Stats {
  readonly daily?: Counts;
  readonly weekly?: Counts;
  readonly monthly?: Counts;
  readonly totalEarnings?: number;
}

const sumsBy = (daily: Counts, periodOf: (day: string) => string): Counts => {
  const sums: Record<string, number> = {};
  for (const [day, plays] of Object.entries(daily)) {
    sums[periodOf(day)] = (sums[periodOf(day)] ?? 0) + plays;
  }
  return sums;
};

/** The stream stats of each work in the books, as stored and as the books and the own days say. */
async function statsOfWorks({ firestore, database }: Admin) {
  const stored: Readonly<Record<string, Stats>> = (
    await database.ref(live.allStreamStats).get()
  ).val();
  const { docs: all } = await firestore.collection('totals').get();
  const totals = all.filter(({ id }) => id.startsWith('dat:'));
  const expected = Object.fromEntries(
    totals.map((document): [string, Stats] => {
      const id = document.id.replace(/^dat:/, '');
      const totalEarnings = usdOfMicros(readDatTotals(document.data()).streamMicros);
      const { daily } = stored[id] ?? {};
      if (daily === undefined) return [id, { totalEarnings }];
      const [weekly, monthly] = [sumsBy(daily, isoWeekOf), sumsBy(daily, monthOf)];
      return [id, { daily, weekly, monthly, totalEarnings }];
    }),
  );
  return {
    stored: Object.fromEntries(Object.keys(expected).map((id) => [id, stored[id]])),
    expected,
  };
}

test('[R-DB-07] [N-WLD-03] stream stats have days, weeks, months and the earnings of the books', {
  tag: '@once',
}, async ({ admin }) => {
  // How further days are added: functions/streams/share.emulator.test.ts.
  const { stored, expected } = await statsOfWorks(admin);
  expect(Object.keys(expected).length).toBeGreaterThan(50);
  expect(stored).toEqual(expected);
  const earned = Object.values(stored).map(({ totalEarnings = 0 } = {}) => totalEarnings);
  expect(Math.max(...earned)).toBeGreaterThan(0);
});
