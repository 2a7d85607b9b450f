import { formatUsdUpTo3 } from '@datchain/shared/domain/format.ts';
import type { Locator, Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { figure } from './support/purchase.ts';

/** An amount as it is read, in thousandths of a dollar. */
const thousandths = (text: string): number =>
  Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * 1_000);

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The amounts of a list of facts; the total is the last one. */
const amountsIn = async (facts: Locator): Promise<number[]> =>
  (await facts.locator('dd').allTextContents()).map(thousandths);

/** What the statement of a year shows as earned, which its lines must add up to. */
async function yearOf(page: Page, year: string): Promise<number> {
  await page.getByLabel('Statement for').selectOption(year);
  const headline = figure(page, `Earned in ${year}`);
  const months = page.locator('.earnings-month');
  await expect(headline).not.toHaveClass(/muted/);
  let all = 0;
  for (const month of await months.all()) {
    await month.evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    const lines = month.locator('tbody tr:not(:has(th > .row-link)) > :nth-last-child(2)');
    const total = thousandths((await month.locator('.fact-total dd').textContent()) ?? '');
    expect(sum((await lines.allTextContents()).map(thousandths))).toBe(total);
    all += total;
  }
  expect(thousandths((await headline.textContent()) ?? '')).toBe(all);
  return all;
}

test('[N-EXP-01] [N-EXP-02] [N-EXP-03] every figure of earnings is what its lines add up to, and these are the journal’s, for each demo account', {
  tag: ['@once', '@long'],
}, async ({ page, admin, signIn }) => {
  test.slow();
  const entries = (await admin.firestore.collection('journal').get()).docs;
  for (const [name, account] of Object.entries(demoAccounts)) {
    const uid = `demo-${name}`;
    await signIn(page, account);
    await page.goto('/wallet');
    const metric = figure(page, 'Earnings');
    await expect(metric).not.toHaveClass(/muted/);
    const lifetime = thousandths((await metric.textContent()) ?? '');

    // By where it is now and by where it came from, and works by their cards.
    const sums = page.getByRole('region', { name: 'Your earnings' }).locator('dl');
    await expect(sums).toHaveCount(lifetime === 0 ? 0 : 2);
    for (const one of await sums.all()) {
      const amounts = await amountsIn(one);
      expect(sum(amounts.slice(0, -1)), name).toBe(amounts.at(-1));
      expect(amounts.at(-1), name).toBe(lifetime);
    }
    const cards = await page
      .getByRole('article')
      .locator('dl > div:last-child dd')
      .allTextContents();
    const held = page.locator('section:has(#wallet-dats) > .fact-list dd');
    if (cards.length > 0) {
      expect(sum(cards.map(thousandths))).toBe(thousandths((await held.textContent()) ?? ''));
    }

    // The journal: what was owed to them by entries that pay out and take nothing.
    const paid = sum(
      entries
        .filter((entry) => /settled|sold|distributed|opening/.test(String(entry.get('kind'))))
        .flatMap((entry) => entry.get('postings') as { account: string; delta: number }[])
        .filter(({ account: to }) => to === `owed:${uid}` || to === `debt:${uid}`)
        .map(({ delta }) => delta),
    );
    await page.goto('/wallet/earnings');
    await expect(page.getByRole('heading', { name: 'Earnings', exact: true })).toBeVisible();
    await expect(page.getByText(/Loading your earnings/)).toHaveCount(0);
    const years = await page.getByLabel('Statement for').locator('option').allTextContents();
    let told = 0;
    for (const text of years.filter((one) => one.startsWith('All of '))) {
      told += await yearOf(page, text.replace('All of ', ''));
    }
    // Each year is rounded by itself.
    expect(
      Math.abs(told - paid / 1_000),
      `${name}: ${formatUsdUpTo3(paid / 1_000_000)}`,
    ).toBeLessThan(years.length);
  }
});
