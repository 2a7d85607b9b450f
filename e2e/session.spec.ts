import { demoAccounts } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { logOut, menuEntries, pressMenu } from './support/menu.ts';
import { buyButton, figure, openBlock } from './support/purchase.ts';

const signedOutMenu = ['TOKENS', 'DATS', 'ABOUT', 'LOG IN'];
const fanMenu = ['TOKENS', 'DATS', 'WALLET', 'ABOUT', 'LOG OUT'];
const operatorMenu = ['TOKENS', 'DATS', 'WALLET', 'RELEASE', 'ABOUT', 'LOG OUT'];

test.describe('logging in', () => {
  test("[R-LOG-01] a failure shows the provider's message in red above the form", {
    tag: '@long',
  }, async ({ page, consoleGuard }) => {
    consoleGuard.expect(/status of 400.*signInWithPassword/);
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(demoAccounts.fan.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'LOG IN' }).click();
    const message = page.getByRole('alert').locator('p');
    await expect(message).toHaveText(
      'Firebase: The password is invalid or the user does not have a password. (auth/wrong-password).',
    );
    const red = await message.evaluate((element) => {
      const probe = document.createElement('p');
      probe.style.color = 'var(--alert)';
      element.append(probe);
      const [shown, alert] = [getComputedStyle(element).color, getComputedStyle(probe).color];
      probe.remove();
      return { shown, alert };
    });
    expect(red.shown).toBe(red.alert);
    const above = await message.boundingBox();
    const field = await page.getByLabel('E-mail').boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(field?.y ?? 0);

    await page.getByLabel('Password').fill(demoAccounts.fan.password);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await page.waitForURL('**/home');
  });

  test('[R-LOG-02] both fields are required', { tag: ['@once', '@long'] }, async ({ page }) => {
    await page.goto('/login');
    const sentence = page.getByRole('alert').getByText('Please enter both e-mail and password');
    for (const [email, password] of [
      ['', ''],
      ['fan@dats.test', ''],
      ['', 'demo-password'],
    ] as const) {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByLabel('Password').press('Enter');
      await expect(sentence).toBeVisible();
      await page.reload();
      await expect(sentence).toHaveCount(0);
    }
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('[R-SES-01] [R-NAV-03] a fan arrives at /home with WALLET and LOG OUT, and without RELEASE', {
    tag: '@small',
  }, async ({ page, logIn }) => {
    await logIn(page, demoAccounts.fan);
    expect(await menuEntries(page)).toEqual(fanMenu);
    await pressMenu(page, 'WALLET');
    await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
    expect(await menuEntries(page)).toEqual(fanMenu);
    await page.goto('/release');
    await expect(page.getByText('This account is not on the release list.')).toBeVisible();
  });

  test('[R-SES-01] [R-NAV-03] an account on the allow-list has RELEASE too, on every page', {
    tag: '@long',
  }, async ({ page, logIn }) => {
    await logIn(page, demoAccounts.operator);
    expect(await menuEntries(page)).toEqual(operatorMenu);
    await pressMenu(page, 'RELEASE');
    await expect(page.getByRole('tab', { name: 'Build via Form' })).toBeVisible();
    expect(await menuEntries(page)).toEqual(operatorMenu);
  });
});

test.describe('logging out', () => {
  for (const from of ['/dats', '/wallet', '/tdc/block/36']) {
    test(`[R-NAV-04] from ${from} ends the session for good, in every tab`, {
      tag: from === '/wallet' ? '@once' : ['@once', '@long'],
    }, async ({ page, context, logIn }) => {
      await logIn(page, demoAccounts.fan);
      const otherTab = await context.newPage();
      await otherTab.goto('/wallet');
      await expect(figure(otherTab, 'Utility tokens (USD)')).toBeVisible();
      await page.goto(from);
      await pressMenu(page, 'LOG OUT');
      await page.waitForURL('**/home');
      expect(await menuEntries(page)).toEqual(signedOutMenu);
      await expect(otherTab.getByText('Log in to see your tokens')).toBeVisible();
      expect(await menuEntries(otherTab)).toEqual(signedOutMenu);
      await page.reload();
      expect(await menuEntries(page)).toEqual(signedOutMenu);
      await page.goto('/wallet');
      await expect(page.getByText('Log in to see your tokens')).toBeVisible();
      await expect(figure(page, 'Utility tokens (USD)')).toHaveCount(0);
    });
  }

  test('[R-NAV-04] on a phone and on a desktop it returns to /home', { tag: '@long' }, async ({
    page,
    logIn,
  }) => {
    await logIn(page, demoAccounts.fan);
    await pressMenu(page, 'LOG OUT');
    await page.waitForURL('**/home');
    expect(await menuEntries(page)).toEqual(signedOutMenu);
  });
});

test('[R-SES-02] another user in the same browser never sees the figures of the first', {
  tag: '@once',
}, async ({ page, context, logIn, newAccount, market }) => {
  const [first, second] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(50, 100);
  await market.buy(first, { blockId, qty: 40 });
  await market.buy(second, { blockId, qty: 30 });
  await logIn(page, first);
  const wallet = await context.newPage();
  await wallet.goto('/wallet');
  const total = figure(wallet, 'Utility tokens (USD)');
  await expect(total).toHaveText('$20.00');
  // From here on every text the tab ever shows is kept.
  await wallet.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { seen });
  });

  await logOut(page);
  await expect(wallet.getByText('Log in to see your tokens')).toBeVisible();
  await logIn(page, second);
  await expect(total).toHaveText('$15.00');
  const seen: string[] = await wallet.evaluate(() => Reflect.get(window, 'seen'));
  const leftAt = seen.findIndex((text) => text.includes('Log in to see your tokens'));
  const afterwards = seen.slice(leftAt);
  expect(afterwards.some((text) => text.includes('$15.00'))).toBe(true);
  expect(afterwards.filter((text) => text.includes('$20.00'))).toEqual([]);
});

test.describe('without a session', () => {
  test('[R-SES-03] who presses BUY TOKENS is sent to /login', { tag: '@long' }, async ({
    page,
    market,
  }) => {
    const blockId = await market.newBlock(50, 100);
    await openBlock(page, blockId);
    await buyButton(page).click();
    await page.waitForURL('**/login?*');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await page.goto('/home');
    await buyButton(page).click();
    await page.waitForURL('**/login?*');
  });

  test('[R-SES-04] the public pages open, none asks for a login, none offers WALLET or RELEASE', {
    tag: '@long',
  }, async ({ page }) => {
    const dat = 'dat-halogen';
    const pages = [
      ['/home', 'Tokens'],
      ['/tdc/block/36', 'Link 36'],
      ['/dats', 'DATS'],
      [`/viewdat/${dat}`, 'Halogen'],
      [`/analytics/${dat}`, 'Halogen'],
      ['/about', /./],
      ['/login', 'Log in'],
    ] as const;
    for (const [path, heading] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe(path);
      expect(await menuEntries(page), path).toEqual(signedOutMenu);
    }
  });
});
