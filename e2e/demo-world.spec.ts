import { services } from '@datchain/functions/services.ts';
import { sweepUsers } from '@datchain/functions/users/sweep-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';

const MONTH_MS = 30.4 * DAY_MILLIS;

test('[N-WLD-01] [N-WLD-03] the books of the demo world begin over 17 months ago and have more than 300 days', {
  tag: '@once',
}, async ({ admin, request }) => {
  // The books are reconciled after the last journey: support/differences.ts.
  const [first] = (await admin.firestore.collection(docs.bookDays).orderBy('date').limit(1).get())
    .docs;
  expect(Date.now() - Date.parse(first?.id ?? '')).toBeGreaterThan(17.5 * MONTH_MS);
  const { days } = await (await request.get('/data/v1/books.json')).json();
  expect(days.length).toBeGreaterThan(300);
  expect(days[0].figures.opening.closingMicros).toBe(0);
});

test('[N-WLD-04] the demo fan has trades, streams and a payout, the artist a year of income, the newcomer nothing', {
  tag: '@once',
}, async ({ admin }) => {
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
