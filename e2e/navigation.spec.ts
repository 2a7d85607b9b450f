import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import {
  allScreens,
  emptyAddress,
  emptyAddressComplaint,
} from '@datchain/testing/browsers/screens.ts';
import { isLong } from '@datchain/testing/pure/scale.ts';
import type { Locator, Page, TestInfo } from '@playwright/test';

const bar = (page: Page): Locator => page.getByRole('banner');
const menuButton = (page: Page): Locator => bar(page).getByRole('button', { name: 'Menu' });
const menu = (page: Page): Locator => bar(page).getByRole('navigation', { name: 'Main' });

const isPhone = ({ project }: TestInfo): boolean => project.name === 'phone';

async function openMenu(page: Page, info: TestInfo): Promise<void> {
  if (isPhone(info)) await menuButton(page).tap();
  await expect(menu(page)).toBeVisible();
}

test('[R-NAV-08] [R-NAV-01] each address opens its screen when typed in and when reloaded, under the bar', async ({
  page,
  consoleGuard,
}, info) => {
  test.slow();
  consoleGuard.expect(emptyAddressComplaint);
  for (const { path, heading } of allScreens) {
    const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
    await test.step(path, async () => {
      await page.goto(path);
      await expect(title).toBeAttached();
      // A reload sends the same request as a typed address, so one of each kind is enough.
      if (isLong || ['/dats', '/wallet', emptyAddress].includes(path)) {
        await page.reload();
        await expect(title).toBeAttached();
      }
      await expect(page).toHaveURL(path);
      if (path === '/') await expect(bar(page)).toHaveCount(0);
      else {
        await expect(bar(page).getByRole('link', { name: 'datchain' })).toBeVisible();
        await expect(menuButton(page)).toBeVisible({ visible: isPhone(info) });
      }
    });
  }
});

test('[R-NAV-04] LOG OUT on a prebuilt page signs out and leads to /home', async ({
  page,
  signIn,
}, info) => {
  await signIn(page, demoAccounts.operator);
  await page.goto('/about');
  await openMenu(page, info);
  await menu(page).getByRole('link', { name: 'LOG OUT' }).click();
  await expect(page).toHaveURL('/home');
  await openMenu(page, info);
  await expect(menu(page).getByRole('link', { name: 'LOG IN' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'RELEASE' })).toBeHidden();
  await page.goto('/wallet');
  await expect(page.getByRole('main').getByRole('link', { name: 'LOG IN' })).toBeVisible();
});
