import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { shownDat } from './support/screens.ts';

test('the latest sales and offers of all works are on one page, each leading to its work', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Activity' }).click();
  const table = page.getByRole('table', { name: 'Activity, newest first' });
  const times = await table
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  expect(times.length).toBeGreaterThan(20);
  expect(times).toEqual([...times].sort().reverse());
  await expectAccessible(page, 'activity');

  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await expect(page).toHaveURL('/activity/sales');
  const events = table.locator('tbody td:nth-child(3)');
  for (const event of await events.allInnerTexts()) expect(event).toMatch(/^Sold #\d+$/);
  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/viewdat\//);
});

test('a work with several sales shows what was paid over time', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`/viewdat/${shownDat.id}`);
  const figure = page.getByRole('figure').filter({ hasText: 'sales between' });
  const said = Number((await figure.innerText()).match(/^(\d+) sales/)?.[1]);
  expect(said).toBeGreaterThan(1);
  await expect(figure.locator('.price-mark')).toHaveCount(said);
});
