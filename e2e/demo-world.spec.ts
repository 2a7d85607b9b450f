import { services } from '@datchain/functions/services.ts';
import { sweepUsers } from '@datchain/functions/users/sweep-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import { factRows } from '@datchain/testing/browsers/figures.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Reads a printed amount as thousandths, so that sums are exact. */
const readAmount = (text: string): number =>
  Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * 1_000);

const MONTH_MILLIS = 30.4 * DAY_MILLIS;

async function readMovements({ firestore }: Admin, uid: string) {
  const { docs: found } = await firestore.collection(docs.movements(uid)).get();
  return found.map((line) => line.data() as { kind: string; at: number });
}

const readKinds = async (admin: Admin, uid: string): Promise<string[]> =>
  (await readMovements(admin, uid)).map(({ kind }) => kind);

test('[N-WLD-01] the past of the demo world begins over 17 months ago with empty books, and has every kind of event', {
  tag: '@once',
}, async ({ admin, request }) => {
  const [first] = (await admin.firestore.collection(docs.bookDays).orderBy('date').limit(1).get())
    .docs;
  expect(Date.now() - Date.parse(first?.id ?? '')).toBeGreaterThan(17.5 * MONTH_MILLIS);
  const { days } = await (await request.get('/data/v1/books.json')).json();
  expect(days.length).toBeGreaterThan(300);
  expect(days[0].figures.opening.closingMicros).toBe(0);
  // Later lines may be of other journeys.
  const logged = (await (await request.get('/data/v1/ledger.jsonl')).text())
    .trim()
    .split('\n')
    .map((line): { kind: string; at: string } => JSON.parse(line))
    .filter(({ at }) => at < utcDay(Date.now()));
  expect(new Set(logged.map(({ kind }) => kind))).toEqual(
    new Set([
      'token-issue',
      'token-sale',
      'token-listing',
      'release',
      'sale',
      'listing',
      'resale',
      'streams',
      'stream-correction',
      'reward-issue',
      'payouts',
      'payment-correction',
      'takedown',
    ]),
  );
  expect(await readKinds(admin, 'demo-tapehiss')).toContain('payment-refunded');
  expect(await readKinds(admin, 'demo-deepcuts')).toContain('payment-disputed');
  for (const kind of ['rewards-claimed', 'payout-paid']) {
    expect(await readKinds(admin, 'demo-fan')).toContain(kind);
  }
});

test('[N-WLD-03] the page of the books has every day on which something happened in the demo world', {
  tag: '@once',
}, async ({ admin, page }) => {
  // The books are reconciled after the last journey: testing/browsers/differences.ts.
  const journal = await admin.firestore.collection(docs.journal).select('at').get();
  const days = new Set(journal.docs.map((entry) => utcDay(entry.get('at'))));
  days.delete(utcDay(Date.now()));
  await page.goto('/books');
  const links = await page
    .getByRole('main')
    .locator('a[href^="/books/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)));
  expect(links.filter((day) => day !== utcDay(Date.now())).toSorted()).toEqual([...days].sort());
});

for (const name of ['fan', 'artist'] as const) {
  test(`[N-WLD-03] every figure in the wallet of the demo ${name} opens to lines that add up to it`, {
    tag: '@once',
  }, async ({ page, signIn }) => {
    await signIn(page, demoAccounts[name]);
    await page.goto('/wallet');
    for (const label of ['Utility tokens (USD)', 'datchain token rewards', 'Earnings']) {
      await expect(figure(page, label)).toHaveText(/\d/);
      await page.getByRole('button', { name: label, exact: true }).click();
      const list = page.getByRole('region', { name: `${label}, in lines` }).locator('.fact-list');
      await expect(list.first()).toBeVisible();
      const rows = await factRows(list.first());
      const amounts = rows.map(([, text]) => readAmount(text));
      expect(rows.at(-1)?.[0]).toBe(label);
      expect(amounts.at(-1)).toBe(readAmount((await figure(page, label).textContent()) ?? ''));
      expect(sum(amounts.slice(0, -1)), JSON.stringify(rows)).toBe(amounts.at(-1));
    }
  });
}

test('[N-WLD-04] the demo fan has earnings, trades, a payout and tokens for sale', {
  tag: '@once',
}, async ({ page, admin, signIn }) => {
  const kinds = await readKinds(admin, 'demo-fan');
  for (const kind of ['edition-bought', 'edition-sold', 'stream-earnings', 'payout-paid']) {
    expect(kinds).toContain(kind);
  }
  await signIn(page, demoAccounts.fan);
  await page.goto('/wallet');
  const listings = page.getByRole('table', { name: 'Listed for sale' }).locator('tbody tr');
  await expect(listings).toContainText(['Link 55']);
});

test('[N-WLD-04] the demo artist has works and a year of income', {
  tag: '@once',
}, async ({ page, admin, signIn }) => {
  const months = (await readMovements(admin, 'demo-artist'))
    .filter(({ kind }) => /edition-sold|royalty|stream-earnings/.test(kind))
    .map(({ at }) => utcDay(at).slice(0, 7));
  expect(new Set(months).size).toBeGreaterThanOrEqual(12);
  await signIn(page, demoAccounts.artist);
  await page.goto('/desk');
  const works = page.getByRole('table', { name: 'Works' }).locator('tbody tr');
  await expect(works.filter({ hasText: 'Night Bus to Lagos' })).toHaveCount(1);
});

test('[N-WLD-04] the demo operator has two applications, a report and a takedown at the desk', {
  tag: '@once',
}, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.operator);
  await page.goto('/operator');
  for (const [list, text] of [
    ['Applications', 'Tide Pool'],
    ['Applications', 'Salt Flats'],
    ['Reports', 'The horn at 0:12 is from a record of ours'],
    ['Taken down', 'The recording uses a sample that was not cleared.'],
  ] as const) {
    await expect(page.getByRole('region', { name: list, exact: true })).toContainText(text);
  }
});

test('[N-WLD-04] the demo newcomer has nothing', {
  tag: '@once',
}, async ({ page, admin, signIn }) => {
  expect(await readKinds(admin, 'demo-newfan')).toEqual([]);
  await signIn(page, demoAccounts.newfan);
  await page.goto('/wallet');
  await expect(page.getByText("You don't own any DAT tokens or DATS yet.")).toBeVisible();
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
