import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import { describe, expect, test } from 'vitest';

const site = browserSite({
  pages: { '/tdc/block/36': <div id="root" /> },
  live: 'live-harness.tsx',
});
const laptop = { viewport: { width: 1280, height: 800 } };

describe('the top bar with its script', () => {
  test('Escape closes the marketplaces and restores the focus', async () => {
    const page = await site.open('/tdc/block/36', laptop);
    const market = page.locator('.menu details');
    await page.locator('.menu summary').click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await market.getAttribute('open')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  });

  test('a press elsewhere closes the marketplaces', async () => {
    const page = await site.open('/tdc/block/36', laptop);
    await page.locator('.menu summary').click();
    await page.getByRole('heading', { name: 'Link 36' }).click();
    expect(await page.locator('.menu details').getAttribute('open')).toBeNull();
  });

  test('leaving by Tab closes the phone menu, so that it never covers what has the focus', async () => {
    const page = await site.open('/tdc/block/36', { viewport: { width: 360, height: 800 } });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'LOG OUT' }).focus();
    await page.keyboard.press('Tab');
    await page.locator('.menu').waitFor({ state: 'hidden' });
  });

  test('a second Escape closes the phone menu around the marketplaces', async () => {
    const page = await site.open('/tdc/block/36', { viewport: { width: 360, height: 800 } });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.menu summary').click();
    await page.keyboard.press('Escape');
    expect(await page.locator('.menu').isVisible()).toBe(true);
    expect(await page.locator('.market-links').isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await page.locator('.menu').isVisible()).toBe(false);
  });
});
