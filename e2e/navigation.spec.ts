import { externalMarketplaces } from '@datchain/shared/contracts/site.ts';
import { isLong } from '@datchain/shared/testing/scale.ts';
import type { BrowserContext, Locator, Page, TestInfo } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { expect, test } from './support/ledger-test.ts';
import { allScreens, emptyAddress, emptyAddressComplaint, shownDat } from './support/screens.ts';

const bar = (page: Page): Locator => page.getByRole('banner');
const menuButton = (page: Page): Locator => bar(page).getByRole('button', { name: 'Menu' });
const menu = (page: Page): Locator => bar(page).getByRole('navigation', { name: 'Main' });
const marketplaces = (page: Page): Locator => menu(page).locator('summary');
const marketplaceLinks = (page: Page): Locator => menu(page).locator('details').getByRole('link');

const isPhone = ({ project }: TestInfo): boolean => project.name === 'phone';

/** On a phone the entries are behind the Menu button. */
async function openMenu(page: Page, info: TestInfo): Promise<void> {
  if (isPhone(info)) await menuButton(page).tap();
  await expect(menu(page)).toBeVisible();
}

/** What the menu offers, top to bottom or left to right; the marketplaces by their own name. */
const entries = (page: Page): Promise<string[]> =>
  menu(page).evaluate((nav) =>
    [...nav.querySelectorAll<HTMLElement>('.menu-list > li')]
      .filter((item) => item.checkVisibility())
      .map((item) => (item.querySelector('summary, a') as HTMLElement).innerText),
  );

/** The marketplaces are not ours and not there: a plain page answers for each. */
async function answerForMarketplaces(context: BrowserContext): Promise<void> {
  for (const { name, href } of externalMarketplaces) {
    await context.route(`${href}/**`, (route) => route.fulfill({ body: name }));
  }
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
      // The same request as for an address that was typed in: one of each kind is enough.
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

for (const path of ['/home', '/login']) {
  test(
    `[R-NAV-02] [R-NAV-03] the menu of ${path} offers a visitor no wallet and no release`,
    { tag: '@long' },
    async ({ page }, info) => {
      await page.goto(path);
      await openMenu(page, info);
      expect(await entries(page)).toEqual([
        'TOKENS',
        'DATS',
        'TDC MARKET PLACE',
        'ABOUT',
        'LOG IN',
      ]);
    },
  );
}

test(
  '[R-NAV-02] each entry of the menu opens its page',
  { tag: '@long' },
  async ({ page }, info) => {
    for (const [label, path] of [
      ['DATS', '/dats'],
      ['ABOUT', '/about'],
      ['LOG IN', '/login'],
      ['TOKENS', '/home'],
    ] as const) {
      if (label === 'DATS') await page.goto('/home');
      await openMenu(page, info);
      await menu(page).getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(path);
    }
  },
);

test(
  '[R-NAV-02] [R-NAV-03] an operator’s menu is the same on prebuilt pages and in the portal',
  { tag: '@small' },
  async ({ page, signIn }, info) => {
    await signIn(page, demoAccounts.operator);
    for (const path of ['/home', '/about', '/wallet']) {
      await page.goto(path);
      await openMenu(page, info);
      await expect
        .poll(() => entries(page))
        .toEqual(['TOKENS', 'DATS', 'WALLET', 'RELEASE', 'TDC MARKET PLACE', 'ABOUT', 'LOG OUT']);
    }
  },
);

test(
  '[R-NAV-05] the marketplaces are one music, label, ticket and video site and three artists',
  { tag: '@long' },
  async ({ page }, info) => {
    await page.goto('/about');
    await openMenu(page, info);
    await expect(marketplaceLinks(page).first()).toBeHidden();
    await marketplaces(page).click();
    const kinds = await marketplaceLinks(page).locator('.market-kind').allInnerTexts();
    expect(kinds).toEqual(['Music', 'Label', 'Tickets', 'Video', 'Artist', 'Artist', 'Artist']);
    const links = await marketplaceLinks(page).evaluateAll((list) =>
      (list as HTMLAnchorElement[]).map(({ href, target, rel }) => ({ href, target, rel })),
    );
    expect(links).toEqual(
      externalMarketplaces.map(({ href }) => ({
        href: `${href}/`,
        target: '_blank',
        rel: 'noopener',
      })),
    );
  },
);

test(
  '[R-NAV-05] every marketplace opens in a new tab by mouse or touch',
  { tag: '@long' },
  async ({ page, context }, info) => {
    await answerForMarketplaces(context);
    await page.goto('/home');
    for (const { name, href } of externalMarketplaces) {
      await openMenu(page, info);
      const press = (target: Locator) => (isPhone(info) ? target.tap() : target.click());
      await press(marketplaces(page));
      const opening = context.waitForEvent('page');
      await press(marketplaceLinks(page).filter({ hasText: name }));
      const opened = await opening;
      await expect(opened).toHaveURL(`${href}/`);
      await opened.close();
      await expect(page).toHaveURL('/home');
    }
  },
);

test(
  '[R-NAV-05] a marketplace opens in a new tab by keyboard',
  { tag: '@long' },
  async ({ page, context }, info) => {
    await answerForMarketplaces(context);
    await page.goto('/home');
    if (isPhone(info)) {
      await menuButton(page).focus();
      await page.keyboard.press('Enter');
    }
    await marketplaces(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(marketplaceLinks(page).first()).toBeFocused();
    const opening = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    await expect(await opening).toHaveURL(`${externalMarketplaces[0]?.href}/`);
  },
);

test('Escape and a press elsewhere close the marketplaces', { tag: ['@once', '@long'] }, async ({
  page,
}) => {
  await page.goto('/dats');
  await marketplaces(page).click();
  await expect(marketplaceLinks(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(marketplaceLinks(page).first()).toBeHidden();
  await expect(marketplaces(page)).toBeFocused();

  await marketplaces(page).click();
  await expect(marketplaceLinks(page).first()).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(marketplaceLinks(page).first()).toBeHidden();
});

test('[R-NAV-06] the brand leads to /home from everywhere', async ({ page }) => {
  for (const path of ['/about', `/viewdat/${shownDat.id}`, '/login', '/tdc/block/36']) {
    await page.goto(path);
    await bar(page).getByRole('link', { name: 'datchain' }).click();
    await expect(page).toHaveURL('/home');
  }
});

for (const path of ['/about', '/login']) {
  test(`[R-NAV-07] the bar of ${path} collapses below 600 px and not at 600`, {
    tag: ['@once', '@long'],
  }, async ({ page }) => {
    await page.setViewportSize({ width: 599, height: 800 });
    await page.goto(path);
    const entry = menu(page).getByRole('link', { name: 'DATS', exact: true });
    await expect(menuButton(page)).toBeVisible();
    await expect(entry).toBeHidden();
    await page.setViewportSize({ width: 600, height: 800 });
    await expect(menuButton(page)).toBeHidden();
    await expect(entry).toBeVisible();
  });

  test(`[R-NAV-07] the collapsed menu of ${path} works by touch`, {
    tag: ['@phone', '@long'],
  }, async ({ page }) => {
    await page.goto(path);
    await menuButton(page).tap();
    await expect(menu(page)).toBeVisible();
    await menuButton(page).tap();
    await expect(menu(page)).toBeHidden();

    await menuButton(page).tap();
    await page.touchscreen.tap(180, 700);
    await expect(menu(page)).toBeHidden();

    await menuButton(page).tap();
    for (const row of await menu(page).locator('.menu-list > li').all()) {
      const box = await row.boundingBox();
      if (box) expect(box.height).toBeGreaterThanOrEqual(44);
    }
    await menu(page).getByRole('link', { name: 'DATS', exact: true }).tap();
    await expect(page).toHaveURL('/dats');
  });

  test(`[R-NAV-07] the collapsed menu of ${path} works by keyboard`, {
    tag: ['@phone', '@long'],
  }, async ({ page }) => {
    await page.goto(path);
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();

    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('link', { name: 'TOKENS' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dats');
  });
}

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

test('[R-ABT-01] the About page says how DATS are bought and what the ledger gives', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/about');
  const text = page.getByRole('main');
  await expect(text).toContainText('DATS are bought with tokens on a music marketplace.');
  await expect(text).toContainText('The ledger gives public analytics for every DAT released');
});
