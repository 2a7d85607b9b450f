import { builtDats } from '@datchain/testing/browsers/built-dats.ts';
import { blockTexts } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import {
  emptyAddressComplaint,
  ledgerScreens,
  shownDat,
} from '@datchain/testing/browsers/screens.ts';

test.use({ javaScriptEnabled: false });

test(
  'every prebuilt page has its heading and its menu without script',
  { tag: ['@small', '@long'] },
  async ({ page, consoleGuard }, info) => {
    consoleGuard.expect(emptyAddressComplaint);
    for (const { path, heading } of ledgerScreens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
      if (path === '/') continue;
      const dats = page.getByRole('banner').getByRole('link', { name: 'DATS', exact: true });
      if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).tap();
      await expect(dats).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'LOG IN' })).toBeVisible();
    }
  },
);

test('the landing leads to /home without script', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'datchain' }).click();
  await expect(page).toHaveURL('/home');
});

test('/home reads without script: figures, blocks, the newest DATS, and as of when', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/home');
  await expect(figure(page, 'Utility tokens remaining')).toHaveText(/^[\d,]+$/);
  await expect(figure(page, 'Reward tokens remaining')).toHaveText(/^[\d,]+$/);
  await expect(figure(page, 'Reward token value')).toHaveText(/^\$\d+\.\d{2,3}$/);
  const blocks = await blockTexts(page);
  expect(blocks.length).toBeGreaterThanOrEqual(10);
  expect(blocks[0]).toContain('Sells first');
  for (const text of blocks.slice(1)) {
    expect(text).toMatch(/^Link \d+ \$\d+\.\d\d per token Available: [\d,]+( .* as .* each)?$/);
  }
  await expect(page.getByText(/^Data as of \d/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(4);
});

test('/dats and a DAT’s page read without script, credits, editions and holders included', {
  tag: '@long',
}, async ({ page, admin, request }) => {
  const { dats } = await builtDats(admin, request);
  await page.goto('/dats');
  // A filter that nothing would answer is not shown.
  await expect(page.getByRole('search')).toBeHidden();
  const onFirst = await page.getByRole('article').count();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/dats/2');
  await expect(page.getByRole('article')).toHaveCount(dats.length - onFirst);
  await page.getByRole('link', { name: 'Previous' }).click();
  await page.getByRole('link', { name: shownDat.song }).click();
  await expect(page.getByText('17.5% available for ownership')).toBeVisible();
  await expect(page.getByText('Priya Menon')).toBeVisible();

  const collection = page.getByRole('dialog', { name: 'Collection' });
  await page.getByRole('button', { name: 'Collection' }).click();
  await expect(collection.getByRole('listitem')).toHaveCount(20);
  await expect(collection.getByText('DAT #7 - $100.00')).toBeVisible();
  await expect(collection.locator('noscript > span')).toBeVisible();
  await collection.getByRole('button', { name: 'Close' }).click();
  await expect(collection).toBeHidden();
  await page.getByRole('button', { name: 'Holders' }).click();
  await expect(page.getByRole('dialog', { name: 'Holders' }).getByRole('listitem')).toHaveCount(13);
});

test('the marketplaces open without script', { tag: '@long' }, async ({ page }, info) => {
  await page.goto('/about');
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByText('TDC MARKET PLACE').click();
  await expect(page.getByRole('link', { name: /opens in a new tab/ })).toHaveCount(7);
});

test('an address newer than the ledger says that it needs script', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/viewdat/dat-just-out');
  await expect(page.getByText(/newer than the last build/)).toBeVisible();
});
