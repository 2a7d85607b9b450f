import { type Account, demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { focused } from '@datchain/testing/browsers/focus.ts';
import { blockCards, builtBlocks, liveLine } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import {
  expectPaid,
  goToPay,
  openDialog,
  pay,
  purchaseDialog,
} from '@datchain/testing/browsers/purchase.ts';
import {
  allScreens,
  emptyAddressComplaint,
  ledgerScreens,
  portalScreens,
  type ScreenAddress,
  shownDat,
} from '@datchain/testing/browsers/screens.ts';
import type { Locator, Page } from '@playwright/test';

// The longest file: its tests are spread over the workers.
test.describe.configure({ mode: 'parallel' });

const widths = [320, 360, 600, 768, 900, 1280];

const heading = (page: Page, { heading: name }: ScreenAddress): Locator =>
  page.getByRole('heading', { level: 1, name });

async function open(page: Page, screen: ScreenAddress): Promise<void> {
  await page.goto(screen.path);
  await expect(heading(page, screen)).toBeAttached();
}

/** What the browser says of the order that is not there. */
const noOrderComplaint = /404 .*getOrderStatus/;

test.beforeEach(({ consoleGuard }) => {
  test.slow();
  consoleGuard.expect(emptyAddressComplaint);
  consoleGuard.expect(noOrderComplaint);
});

/** Those that no component test looks at and that hold the most. */
const worstScreens = ledgerScreens.filter(({ path }) =>
  ['/home', '/books', '/verify', `/certificate/${shownDat.id}`].includes(path),
);
const sweeps = [
  { which: 'the fullest prebuilt pages', screens: worstScreens, tag: [] },
  { which: 'any prebuilt page', screens: ledgerScreens, tag: '@long' },
];

for (const { which, screens, tag } of sweeps) {
  test(`axe finds nothing on ${which}`, { tag }, async ({ page }) => {
    for (const screen of screens) {
      await open(page, screen);
      if (screen.path === '/home') await expect(liveLine(page)).toContainText('Live');
      await expectAccessible(page, screen.path);
    }
  });
}

test('axe finds nothing on a DAT’s page with a dialog open, nor on one that is not there', {
  tag: '@long',
}, async ({ page, consoleGuard }) => {
  consoleGuard.expect(/404/);
  for (const name of ['Collection', 'Holders', 'More Options']) {
    await page.goto(`/viewdat/${shownDat.id}`);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, name);
  }
  await page.goto('/viewdat/dat-that-never-was');
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();
  await expectAccessible(page, 'a DAT that is not there');
});

test('axe finds nothing on the portal’s screens for a visitor', { tag: '@long' }, async ({
  page,
}) => {
  for (const screen of portalScreens) {
    await open(page, screen);
    await expectAccessible(page, screen.path);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter both e-mail and password');
  await expectAccessible(page, '/login with an error');
  await page.goto('/tdc/block/999999');
  await expect(page.getByText('Loading block data…')).toBeVisible();
  await expectAccessible(page, 'a block that is not there');
});

const signedInScreens: readonly { who: string; account: Account; paths: readonly string[] }[] = [
  {
    who: 'a fan',
    account: demoAccounts.fan,
    paths: ['/login', '/wallet', `/wallet/dat/${shownDat.id}`, '/cashout', '/release'],
  },
  { who: 'a new fan', account: demoAccounts.newfan, paths: ['/wallet', '/orders/none'] },
  {
    who: 'an operator',
    account: demoAccounts.operator,
    paths: ['/release', '/view-dat-submission'],
  },
];

for (const { who, account, paths } of signedInScreens) {
  test(`axe finds nothing on the portal’s screens for ${who}`, {
    tag: '@long',
  }, async ({ page, signIn }) => {
    await signIn(page, account);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/wallet') {
        await expect(page.getByRole('main').locator('h2, .empty-state').first()).toBeVisible();
      }
      await expectAccessible(page, `${path} of ${who}`);
    }
  });
}

test('axe finds nothing on an order that waits, is cancelled or is paid', { tag: '@long' }, async ({
  page,
  signIn,
  newAccount,
  market,
}) => {
  const account = await newAccount();
  const blockId = await market.newBlock(50, 200);
  const { orderId } = await market.reserve(account, { blockId, qty: 50 });
  await signIn(page, account);

  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('button', { name: /Cancel/ })).toBeVisible();
  await expectAccessible(page, 'an order that waits');

  await market.cancel(account, orderId);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Order closed' })).toBeVisible();
  await expectAccessible(page, 'an order that is cancelled');

  await page.goto(`/tdc/block/${blockId}`);
  await goToPay(page, 50);
  await pay(page);
  await expectPaid(page, 50);
  await expectAccessible(page, 'an order that is paid');
});

test('no screen scrolls sideways, from 320 to 1280 px', { tag: ['@once', '@long'] }, async ({
  page,
}) => {
  for (const screen of allScreens) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, screen);
    expect.soft(await sidewaysAt(page), screen.path).toEqual([]);
  }
});

test('no screen of a fan scrolls sideways, from 320 to 1280 px', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, consoleGuard }) => {
  // The operator's desk tells a fan that it is not for them.
  consoleGuard.expect(/status of 403.*getOperatorDesk/);
  await signIn(page, demoAccounts.fan);
  for (const screen of portalScreens) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(screen.path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (screen.path === '/wallet') await expect(page.getByRole('table').first()).toBeVisible();
    expect.soft(await sidewaysAt(page), screen.path).toEqual([]);
  }
  await page.goto('/home');
  await openDialog(page);
  expect.soft(await sidewaysAt(page), 'the purchase modal').toEqual([]);
});

/** The widths at which the page is wider than the window, or something sticks out of it. */
async function sidewaysAt(page: Page): Promise<number[]> {
  const tooWide: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (excess > 0) tooWide.push(width);
  }
  return tooWide;
}

test('nothing moves on a prebuilt page while it loads, comes alive and is scrolled through', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await ownSite.write('tokenBlocks', await builtBlocks(page));
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources?.map(({ node }) => (node as Element | null)?.className);
        shifts.push(`${entry.value} ${nodes?.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const screen of ledgerScreens) {
    await open(page, { ...screen, path: `${ownSite.url}${screen.path}` });
    if (screen.path === '/home') await expect(liveLine(page)).toContainText('Live');
    const shifts = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await document.fonts.ready;
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        scrollTo(0, top);
        await frame();
        await frame();
      }
      return (window as unknown as { shifts: string[] }).shifts;
    });
    expect.soft(shifts, screen.path).toEqual([]);
  }
});

test('the whole of /home can be walked by keyboard, in reading order, with the focus always seen', {
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

test('the purchase modal works by keyboard alone: it takes, keeps and returns the focus', {
  tag: '@once',
}, async ({ page, signIn }) => {
  await signIn(page, demoAccounts.fan);
  await page.goto('/home');
  const buy = page.getByRole('button', { name: 'BUY TOKENS' });
  await buy.focus();
  await page.keyboard.press('Enter');
  const dialog = purchaseDialog(page);
  const quantity = dialog.getByLabel('Quantity');
  await expect(quantity).toBeFocused();
  const before = Number(await quantity.inputValue());
  await page.keyboard.press('ArrowUp');
  await expect(quantity).toHaveValue(String(before + 10));

  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    const { isInDialog, isInPage, isSeen, text } = await focused(page);
    // Between the last and the first stop the focus is at the browser's own controls.
    expect(isInDialog || !isInPage, `the focus on ${text}`).toBe(true);
    expect(isSeen || !isInPage, `the focus on ${text}`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(buy).toBeFocused();
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
