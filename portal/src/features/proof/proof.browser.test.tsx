import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { fan, type PublishedOptions, publishedDay } from './testing/published-day.ts';

const portal = portalSite();

const user = { uid: 'fan', email: fan.email };
const own = { salt: fan.salt, ...fan.due };

async function openProof(options: PublishedOptions = {}, given: Given = {}) {
  const published = await publishedDay(options);
  const { calls, ...others } = given;
  const answers = {
    getBalanceProof: { result: { own } },
    setLedgerHandle: { result: { handle: 'shown' } },
    ...calls,
  };
  return portal.open('/wallet/proof', { user, published, calls: answers, ...others });
}

const status = (page: Page) => page.locator('.proof-verdict').getByRole('status');
const coins = (page: Page) => page.getByRole('table', { name: 'Your coins' });
const email = (page: Page) => page.getByLabel('E-mail address at the close');
const fact = (page: Page, label: string) =>
  page.locator('.fact-list > div').filter({ has: page.getByText(label, { exact: true }) });

describe('a list that is sound', () => {
  test.each(sweep<'light' | 'dark'>(['light'], ['dark']))(
    '[N-JOB-04] a sound list has all coins of the user, in %s',
    async (colorScheme) => {
      const viewport = { width: 360, height: 740 };
      const { page } = await openProof({}, { options: { colorScheme, viewport } });
      await expect(status(page)).toContainText('Your balance is in the list.');
      await expect(status(page)).toContainText('All 6 of your coins are in the list');
      await expect(email(page)).toHaveValue(fan.email);
      const rows = coins(page).getByRole('row');
      await expect(rows).toHaveText([
        /Coin\s*Yours\s*Found$/,
        /\$100\.00\s*2\s*2$/,
        /\$0\.00007\s*1\s*1$/,
        /70 utility tokens\s*1\s*1$/,
        /500 utility tokens\s*1\s*1$/,
        /3 reward tokens\s*1\s*1$/,
      ]);
      await expect(fact(page, 'Earnings')).toContainText('$400.00014');
      await expect(fact(page, 'Coins')).toContainText('12');
      await expect(page.locator('.proof-files a').first()).toHaveAttribute(
        'href',
        /^\/data\/v1\/coins\/2026-11-20\/[0-9a-f]\.txt$/,
      );
      await expect(page.getByText(/Stripe told us we hold \$250\.00/)).toContainText(
        'This is what we say; Stripe does not confirm it here.',
      );
      await expect(page.getByText(/never looks for/)).toBeVisible();
      expect(await page.locator('body').innerText()).not.toMatch(/proof of reserves/i);
      expect(await axeFaults(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wide, 'nothing is cut off').toBe(false);
    },
  );

  test('a sound list has no coins of a user with a new e-mail address, until they type the former one', async () => {
    const former = { user: { ...user, email: 'new@dats.test' } };
    const { page, asked } = await openProof({}, former);
    await expect(status(page)).toContainText('6 of your 6 coins are not in the list.');
    await expect(status(page)).toContainText('If you had another e-mail address');
    expect(await axeFaults(page)).toEqual([]);
    await email(page).fill('Fan@dats.test');
    await page.getByRole('button', { name: 'Look for my coins' }).click();
    await expect(status(page)).toContainText('Your balance is in the list.');
    await expect(email(page)).toHaveValue('Fan@dats.test');
    expect(JSON.stringify(asked.map(({ input }) => input)), 'the address stays here').not.toContain(
      '@',
    );
  });

  test('a sound list has no coins of a user who was owed nothing', async () => {
    const { page } = await openProof({}, { calls: { getBalanceProof: { result: { own: null } } } });
    await expect(status(page)).toContainText(
      'You had no tokens or earnings when the books were closed.',
    );
    await expect(email(page)).toHaveCount(0);
  });
});

describe('adding up the whole list', () => {
  const outcome = (page: Page) => page.locator('.proof-all').getByRole('status');
  const add = (page: Page) => page.getByRole('button', { name: 'Add up the whole list' });

  test('adding up confirms the totals, and shows how often each coin occurs', async () => {
    const { page } = await openProof();
    await expect(outcome(page)).toContainText('So far only your own coins were checked.');
    await add(page).click();
    await expect(outcome(page)).toHaveText(
      'The whole list adds up: its 12 coins come to exactly what the public log says.',
    );
    await expect(coins(page).getByRole('row').nth(1)).toHaveText(/\$100\.00\s*2\s*2\s*4/);
    await expect(add(page)).toBeFocused();
    expect(await axeFaults(page)).toEqual([]);
  });

  test('adding up names a total that is wrong, although the user’s own coins are in the list', async () => {
    const { page } = await openProof({ fields: { owedMicros: 70 } });
    await expect(status(page)).toContainText('Your balance is in the list.');
    await add(page).click();
    await expect(outcome(page).locator('.notice-alert')).toHaveText(/adds up to \$400\.00014/);
    expect(await axeFaults(page)).toEqual([]);
  });
});

test('[N-JOB-04] the page names the file that was changed, and links to it', async () => {
  const { page } = await openProof({
    published(files) {
      for (const [file, text] of files) files.set(file, text.replace(/[0-9a-f]{64} .+\n$/, ''));
    },
  });
  await expect(status(page).locator('.notice-alert')).toHaveText(
    /The file coins\/2026-11-20\/[0-9a-f]\.txt is not part of the list/,
  );
  await expect(page.getByRole('link', { name: 'Open the file' })).toHaveAttribute(
    'href',
    /^\/data\/v1\/coins\/2026-11-20\/[0-9a-f]\.txt$/,
  );
  await expect(coins(page)).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
});

test('[N-JOB-04] the page names the file that is missing, and what to do', async () => {
  portal.expectComplaint(/status of 404/);
  const { page } = await openProof({ published: (files) => files.clear() });
  await expect(status(page).locator('.notice-alert')).toHaveText(
    /The file coins\/2026-11-20\/[0-9a-f]\.txt of the list of 20 Nov 2026 is missing, .* write to us/,
  );
  await expect(coins(page)).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
});

test('before the first list there is no alarm', async () => {
  portal.expectComplaint(/status of 404/);
  const { page } = await openProof({}, { published: new Map() });
  await expect(status(page)).toContainText('There is no list of coins yet.');
  await expect(page.locator('.notice-alert')).toHaveCount(0);
});

test('a log that cannot be read raises no alarm, and can be read again', async () => {
  portal.expectComplaint(/status of 404/);
  const published = await publishedDay();
  const checkpoint = published.get('tlog/checkpoint') ?? new Uint8Array();
  published.delete('tlog/checkpoint');
  const { page } = await openProof({}, { published });
  await expect(status(page)).toContainText('could not be read. Try again.');
  published.set('tlog/checkpoint', checkpoint);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(status(page)).toContainText('Your balance is in the list.');
});
