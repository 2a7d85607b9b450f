import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { emptyAddressComplaint, ledgerScreens } from '@datchain/testing/browsers/screens.ts';

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
