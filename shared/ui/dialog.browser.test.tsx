import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';

const site = browserSite({ pages: { '/': <div id="root" /> }, live: 'live-harness.tsx' });

async function openDialog(path = '/', options = {}) {
  const page = await site.open(path, options);
  await page.getByRole('button', { name: 'BUY TOKENS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Purchase Tokens' });
  await dialog.waitFor();
  return { page, dialog };
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('the dialog in a browser', () => {
  test('opens on its field, keeps the focus inside, and Escape restores it', async () => {
    const { page, dialog } = await openDialog();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement?.closest('dialog') === null && document.hasFocus(),
      );
      const onBody = await page.evaluate(() => document.activeElement === document.body);
      expect(outside && !onBody).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focusedText(page)).toBe('BUY TOKENS');
  });

  test('closes by its button and by a press on the backdrop, not by a press inside', async () => {
    const { page, dialog } = await openDialog();
    await dialog.getByText('Total').click();
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'BUY TOKENS' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await focusedText(page)).toBe('BUY TOKENS');
  });

  test('a drag that starts inside and ends outside does not close it', async () => {
    const { page, dialog } = await openDialog();
    await dialog.getByText('Total').hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    expect(await dialog.isVisible()).toBe(true);
  });

  test('nothing closes it while a request runs: Escape twice, backdrop, close button', async () => {
    const { page, dialog } = await openDialog();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
  });

  test('the blocking overlay stays through Escape and lies over the dialog', async () => {
    const { page, dialog } = await openDialog('/?overlay');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const overlay = page.getByRole('dialog', { name: 'Opening Stripe…' });
    await overlay.waitFor();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    expect(await overlay.isVisible()).toBe(true);
    expect(await overlay.evaluate((element) => element.matches(':modal'))).toBe(true);
  });

  test('on a phone it is a sheet at the bottom, the full width', async () => {
    const { dialog } = await openDialog('/', { viewport: { width: 360, height: 800 } });
    const box = await dialog.boundingBox();
    expect(box?.width).toBe(360);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(800);
  });

  type Look = readonly [colorScheme: 'light' | 'dark', width: number];
  const others: Look[] = [
    ['light', 360],
    ['light', 1280],
    ['dark', 1280],
  ];
  test.each(sweep<Look>([['dark', 360]], others))(
    'axe finds nothing in the open dialog, %s at %i px',
    async (colorScheme, width) => {
      const { page, dialog } = await openDialog('/', {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await dialog.getByLabel('Quantity', { exact: true }).fill('3');
      expect(await axeFaults(page)).toEqual([]);
    },
  );
});
