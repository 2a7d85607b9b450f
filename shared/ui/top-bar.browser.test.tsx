import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { serializeSessionHint, sessionHintKey } from './session-hint.ts';
import { TopBar } from './top-bar.tsx';

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };
const laptop = { viewport: { width: 1280, height: 800 } };
const noScript = { javaScriptEnabled: false };

const site = browserSite({
  pages: {
    '/home': <TopBar current="/home" session="from-hint" />,
    '/tdc/block/36': <TopBar current="/tdc/block/36" session="from-hint" />,
    '/member': (
      <TopBar
        current="/wallet"
        session={{ signedIn: true, canRelease: false, isOperator: false }}
      />
    ),
  },
});

const menuTexts = (page: Page) =>
  page.locator('.menu-item:visible, .menu summary:visible').allInnerTexts();

type Hint = { signedIn: boolean; canRelease: boolean; isOperator?: boolean };

async function leaveHint(page: Page, { isOperator = false, ...hint }: Hint) {
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [sessionHintKey, serializeSessionHint({ ...hint, isOperator })],
  );
}

async function isExpanded(page: Page, name: string): Promise<unknown> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const button = nodes.find((node) => node.role?.value === 'button' && node.name?.value === name);
  return button?.properties?.find((property) => property.name === 'expanded')?.value.value;
}

describe('the top bar in a browser', () => {
  test('[R-NAV-02] a visitor sees TOKENS, DATS, TDC MARKET PLACE, ABOUT and LOG IN, even without script', async () => {
    const page = await site.open('/home', { ...laptop, ...noScript });
    expect(await menuTexts(page)).toEqual([
      'TOKENS',
      'DATS',
      'TDC MARKET PLACE',
      'ABOUT',
      'LOG IN',
    ]);
  });

  test('[R-NAV-03] the hint of the session shows WALLET to members and RELEASE to those allowed', async () => {
    const page = await site.open('/home', laptop);
    await leaveHint(page, { signedIn: true, canRelease: false });
    await page.reload();
    expect(await menuTexts(page)).toEqual([
      'TOKENS',
      'DATS',
      'WALLET',
      'TDC MARKET PLACE',
      'ABOUT',
      'LOG OUT',
    ]);
    await leaveHint(page, { signedIn: true, canRelease: true });
    await page.reload();
    expect(await menuTexts(page)).toContain('RELEASE');
    await leaveHint(page, { signedIn: false, canRelease: true });
    await page.reload();
    expect(await menuTexts(page)).not.toContain('RELEASE');
  });

  test('[R-NAV-03] a bar drawn for a known user has only the entries that they may use', async () => {
    const page = await site.open('/member', laptop);
    expect(await page.locator('.menu-item').allInnerTexts()).toEqual([
      'TOKENS',
      'DATS',
      'WALLET',
      'ABOUT',
      'LOG OUT',
    ]);
  });

  test('[N-FST-09] one menu has every screen of a user, without script', async () => {
    const links = (page: Page) => page.locator('.you-links a:visible').allInnerTexts();
    const own = ['Account', 'Wallet', 'Your page', 'Earnings', 'Notifications', 'Desk'];
    const page = await site.open('/home', laptop);
    expect(await page.locator('.you').isVisible()).toBe(false);
    await leaveHint(page, { signedIn: true, canRelease: false });
    await page.reload();
    await page.locator('.you > summary').click();
    expect(await links(page)).toEqual([...own, 'Apply to release', 'Log out']);
    await leaveHint(page, { signedIn: true, canRelease: true });
    await page.reload();
    await page.locator('.you > summary').focus();
    await page.keyboard.press('Enter');
    expect(await links(page)).toEqual([...own, 'Log out']);
    await leaveHint(page, { signedIn: true, canRelease: true, isOperator: true });
    await page.reload();
    await page.locator('.you > summary').click();
    expect(await links(page)).toEqual([...own, 'Operator', 'Log out']);
    await leaveHint(page, { signedIn: false, canRelease: false, isOperator: true });
    await page.reload();
    expect(await page.locator('.when-operator').isVisible()).toBe(false);

    const member = await site.open('/member', { ...phone, ...noScript });
    await member.locator('.you > summary').tap();
    expect(await links(member)).toEqual([...own, 'Apply to release', 'Log out']);
    for (const each of await member.locator('.you-links a').all()) {
      const box = await each.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
  });

  test.each([360, 768, 1280])(
    '[N-FST-09] the menu stays within the margin at %i px',
    async (width) => {
      const page = await site.open('/member', { viewport: { width, height: 800 } });
      await page.locator('.you > summary').click();
      const right = (selector: string) =>
        page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
      const margin = await page
        .locator('.top-bar-row')
        .evaluate((row) => Number.parseFloat(getComputedStyle(row).paddingRight));
      expect(await right('.you-links')).toBe((await right('.top-bar-row')) - margin);
    },
  );

  test('[R-NAV-06] the brand leads to /home', async () => {
    const page = await site.open('/tdc/block/36', laptop);
    await page.getByRole('link', { name: 'datchain' }).click();
    expect(new URL(page.url()).pathname).toBe('/home');
  });

  test('the current page is marked, and so is the section around it', async () => {
    const home = await site.open('/home', laptop);
    const link = (page: Page) => page.getByRole('link', { name: 'TOKENS' });
    expect(await link(home).getAttribute('aria-current')).toBe('page');
    const block = await site.open('/tdc/block/36', laptop);
    expect(await link(block).getAttribute('aria-current')).toBe('true');
  });

  test('the marketplaces open by keyboard without script, and each says it opens in a new tab', async () => {
    const page = await site.open('/home', { ...laptop, ...noScript });
    const links = page.locator('.market-links a');
    expect(await links.first().isVisible()).toBe(false);
    await page.locator('.menu summary').focus();
    await page.keyboard.press('Enter');
    expect(await links.count()).toBe(7);
    for (const link of await links.all()) {
      expect(await link.isVisible()).toBe(true);
      expect(await link.getAttribute('rel')).toBe('noopener');
      expect(await link.textContent()).toContain('opens in a new tab');
    }
    await page.keyboard.press('Tab');
    expect(await links.first().evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('[R-NAV-05] a marketplace opens in a new tab', async () => {
    const page = await site.open('/home', laptop);
    await page.context().route('https://**', (route) => route.fulfill({ body: 'elsewhere' }));
    await page.locator('.menu summary').click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Doorlist' }).click();
    expect((await opened).url()).toBe('https://tickets.doorlist.example/');
    expect(new URL(page.url()).pathname).toBe('/home');
  });

  test('[R-NAV-07] below 600 px the bar collapses to a menu that works by touch without script', async () => {
    const page = await site.open('/home', { ...phone, ...noScript });
    const dats = page.getByRole('link', { name: 'DATS' });
    expect(await dats.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).tap();
    expect(await dats.isVisible()).toBe(true);
    expect((await dats.boundingBox())?.height).toBe(48);
    await page.locator('.menu summary').tap();
    expect(await page.getByRole('link', { name: 'overtone' }).isVisible()).toBe(true);
  });

  test('[R-NAV-07] the phone menu works by keyboard: Enter opens it, Tab enters it, Escape closes it', async () => {
    const page = await site.open('/home', { ...phone, ...noScript });
    expect(await isExpanded(page, 'Menu')).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    expect(await isExpanded(page, 'Menu')).toBe(true);
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('TOKENS');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'DATS' }).isVisible()).toBe(false);
    expect(await focused()).toBe('Menu');
  });

  test('[R-NAV-07] at 600 px the links stand in the bar and there is no menu button', async () => {
    const page = await site.open('/home', { viewport: { width: 600, height: 800 } });
    expect(await page.getByRole('link', { name: 'DATS' }).isVisible()).toBe(true);
    expect(await page.locator('.menu-button').isVisible()).toBe(false);
  });
});
