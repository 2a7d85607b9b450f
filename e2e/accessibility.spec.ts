import { type Account, demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { focused } from '@datchain/testing/browsers/focus.ts';
import { blockCards, builtBlocks, liveLine } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { openDialog } from '@datchain/testing/browsers/purchase.ts';
import {
  emptyAddressComplaint,
  ledgerScreens,
  portalScreens,
  type ScreenAddress,
  shownDat,
} from '@datchain/testing/browsers/screens.ts';
import { watchShifts } from '@datchain/testing/browsers/shifts.ts';
import type { Page } from '@playwright/test';

test.describe.configure({ mode: 'parallel' });

const widths = [320, 360, 600, 768, 900, 1280];

const noOrderComplaint = /404 .*getOrderStatus/;

test.beforeEach(({ consoleGuard }) => {
  test.slow();
  consoleGuard.expect(emptyAddressComplaint);
  consoleGuard.expect(noOrderComplaint);
});

/** The fullest screens that no component test covers. */
const worstScreens = ledgerScreens.filter(({ path }) =>
  ['/home', '/books', '/verify', `/certificate/${shownDat.id}`].includes(path),
);
const screensAt = (...paths: string[]) => portalScreens.filter(({ path }) => paths.includes(path));

type Sweep = {
  which: string;
  screens: readonly ScreenAddress[];
  account?: Account;
  tag?: string;
};

const sweeps: readonly Sweep[] = [
  { which: 'the fullest prebuilt pages', screens: worstScreens },
  { which: 'any prebuilt page', screens: ledgerScreens, tag: '@long' },
  { which: 'the portal’s screens for a visitor', screens: portalScreens, tag: '@long' },
  {
    which: 'the portal’s screens for a fan',
    screens: portalScreens,
    account: demoAccounts.fan,
    tag: '@long',
  },
  {
    which: 'the portal’s screens for a new fan',
    screens: screensAt('/wallet', '/orders/none'),
    account: demoAccounts.newfan,
    tag: '@long',
  },
  {
    which: 'the portal’s screens for an operator',
    screens: screensAt('/release', '/view-dat-submission'),
    account: demoAccounts.operator,
    tag: '@long',
  },
];

for (const { which, screens, account, tag = [] } of sweeps) {
  test(`axe finds nothing on ${which}, and nothing scrolls sideways from 320 to 1280 px`, {
    tag,
  }, async ({ page, signIn, consoleGuard }) => {
    consoleGuard.expect(/status of 403.*getOperatorDesk/);
    if (account) await signIn(page, account);
    for (const screen of screens) {
      await page.goto(screen.path);
      const heading = account ? /./ : screen.heading;
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
      if (screen.path === '/home') await expect(liveLine(page)).toContainText('Live');
      if (screen.path === '/wallet' && account) {
        await expect(page.getByRole('main').locator('h2, .empty-state').first()).toBeVisible();
      }
      await expectAccessible(page, screen.path);
      expect.soft(await sidewaysAt(page), screen.path).toEqual([]);
    }
  });
}

test('axe finds nothing on a page with a dialog open, nor on a page that does not exist', {
  tag: '@long',
}, async ({ page, signIn, consoleGuard }) => {
  consoleGuard.expect(/404/);
  for (const name of ['Collection', 'Holders', 'More Options']) {
    await page.goto(`/viewdat/${shownDat.id}`);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, name);
  }
  for (const [path, text] of [
    ['/viewdat/dat-that-never-was', 'There is no DAT at this address.'],
    ['/tdc/block/999999', 'Loading block data…'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page, path);
  }
  await signIn(page, demoAccounts.fan);
  await page.goto('/home');
  await openDialog(page);
  expect.soft(await sidewaysAt(page), 'the purchase modal').toEqual([]);
});

async function sidewaysAt(page: Page): Promise<number[]> {
  const tooWide: number[] = [];
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (excess > 0) tooWide.push(width);
  }
  if (before) await page.setViewportSize(before);
  return tooWide;
}

test('nothing moves on a prebuilt page while it loads, shows live figures and is scrolled', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await ownSite.write('tokenBlocks', await builtBlocks(page));
  const shifts = await watchShifts(page);
  for (const screen of ledgerScreens) {
    await page.goto(ownSite.url + screen.path);
    await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toBeAttached();
    if (screen.path === '/home') await expect(liveLine(page)).toContainText('Live');
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await document.fonts.ready;
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        scrollTo(0, top);
        await frame();
        await frame();
      }
    });
    expect.soft(await shifts(), screen.path).toEqual([]);
  }
});

test('the whole of /home can be walked by keyboard, in reading order, with visible focus throughout', {
  tag: ['@once', '@long'],
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await ownSite.write('tokenBlocks', await builtBlocks(page));
  await expect(liveLine(page)).toContainText('Live');
  const blocks = await blockCards(page).count();
  expect(blocks).toBeGreaterThanOrEqual(10);
  const expected = [
    'Skip to content',
    'datchain',
    'TOKENS',
    'DATS',
    'TDC MARKET PLACE',
    'ABOUT',
    'LOG IN',
    'BUY TOKENS',
    ...Array.from({ length: blocks }, () => 'Link'),
    'All DATS',
  ];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const name of expected) {
    await page.keyboard.press('Tab');
    const focus = await focused(page);
    expect(focus.text).toContain(name);
    expect(focus.isSeen, `the focus on ${focus.text}`).toBe(true);
  }
});

test('the skip link leads past the bar to the content', { tag: ['@once', '@long'] }, async ({
  page,
}) => {
  for (const path of ['/dats', '/login']) {
    await page.goto(path);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  }
});
