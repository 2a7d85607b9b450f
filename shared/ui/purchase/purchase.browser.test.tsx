import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { redirectMarkerKey } from './redirect-marker.ts';

const site = browserSite({
  pages: { '/': <div id="root" /> },
  live: '../../shared/ui/purchase/testing/purchase-harness.tsx',
});

const openModal = async (query = '', options = {}) =>
  pressBuy(await site.open(`/?${query}`, options));

async function pressBuy(page: Page) {
  await page.getByRole('button', { name: 'BUY TOKENS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Purchase Tokens' });
  await dialog.waitFor();
  const overlay = page.getByRole('dialog', { name: 'Opening Stripe…' });
  const field = dialog.getByLabel('Quantity');
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  return { page, dialog, overlay, field, confirm };
}

const requests = (page: Page) => page.evaluate(() => window.purchase.requests);
const visited = (page: Page) => page.evaluate(() => window.purchase.visited);

const visibility = (page: Page) => page.evaluate(() => document.visibilityState);

async function hideBehindAnother(page: Page) {
  const other = await page.context().newPage();
  await other.bringToFront();
  await expect.poll(() => visibility(page)).toBe('hidden');
}

describe('the quantity', () => {
  test('[R-BLK-02] the modal opens with the minimum prefilled and moves in steps of 10', async () => {
    const { page, dialog, field } = await openModal();
    expect(await field.inputValue()).toBe('28');
    expect(await dialog.getByText('Minimum purchase is $10 (28 tokens)').isVisible()).toBe(true);
    await dialog.getByRole('button', { name: '10 more' }).click();
    expect(await field.inputValue()).toBe('38');
    await field.press('ArrowDown');
    expect(await field.inputValue()).toBe('28');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('thousands are separated, except while someone types', async () => {
    const { page, dialog, field } = await openModal();
    const shown = () =>
      dialog.locator('.quantity').evaluate((box) => getComputedStyle(box, '::after').content);
    await field.fill('12345');
    expect(await shown()).toBe('none');
    await dialog.getByRole('button', { name: '10 more' }).click();
    expect(await shown()).toBe('"12,355"');
    await field.fill('999');
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    expect(await shown()).toBe('none');
    await field.fill('12345');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect
      .poll(() => requests(page))
      .toEqual([{ blockId: '36', qty: 12_345, variant: 'block' }]);
  });

  test('[R-BLK-02] Cancel closes the modal without a request', async () => {
    const { page, dialog } = await openModal();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await requests(page)).toEqual([]);
  });

  test('the total follows what is typed', async () => {
    const { dialog, field } = await openModal();
    await field.fill('250');
    expect(await dialog.locator('.fact-total dd').textContent()).toBe('$90.00');
    expect(await dialog.getByText('250 tokens at $0.36').isVisible()).toBe(true);
    await field.fill('1.5');
    expect(await dialog.locator('.fact-total dd').textContent()).toBe('–');
  });

  test.each([
    ['1.5', 'Enter a positive number'],
    ['27', 'Minimum purchase is $10 (28 tokens)'],
    ['41201', 'Only 41200 tokens remain in this block'],
  ])('[R-BLK-05] on the block page %j is refused: %s', async (typed, sentence) => {
    const { page, field, confirm, dialog } = await openModal();
    await field.fill(typed);
    await confirm.click();
    expect(await dialog.locator('.field-error').textContent()).toBe(sentence);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
    const texts = await page.evaluate(
      (ids) => ids.split(' ').map((id) => document.getElementById(id)?.textContent),
      describedBy,
    );
    expect(texts).toContain(sentence);
    expect(await dialog.locator('[aria-live="polite"] .field-error').count()).toBe(1);
    expect(await requests(page)).toEqual([]);
  });

  test('[N-INP-07] a quantity with separators or in another script is read or refused', async () => {
    const { page, dialog, field, confirm } = await openModal();
    const type = async (text: string) => {
      await field.fill('');
      await field.pressSequentially(text);
    };
    for (const typed of ['25,50', '1.5', '28,0']) {
      await type(typed);
      expect(await dialog.locator('.fact-total dd').textContent(), typed).toBe('–');
      await confirm.click();
      expect(await dialog.locator('.field-error').textContent()).toBe('Enter a positive number');
    }
    expect(await requests(page)).toEqual([]);
    await type('1,000');
    expect(await dialog.locator('.fact-total dd').textContent()).toBe('$360.00');
    await dialog.getByRole('button', { name: '10 more' }).click();
    expect(await field.inputValue()).toBe('1010');
    await type('२८');
    await confirm.click();
    await expect.poll(() => requests(page)).toEqual([{ blockId: '36', qty: 28, variant: 'block' }]);
  });

  test('[R-BLK-10] [N-MON-14] with less than $25 left the marketplace asks for what a card can pay', async () => {
    const { page, dialog, field, confirm } = await openModal('variant=marketplace&available=69');
    expect(await field.inputValue()).toBe('2');
    const hint = dialog.getByText('No minimum – less than $25 remains in this block');
    expect(await hint.isVisible()).toBe(true);
    await field.fill('1');
    await confirm.click();
    expect(await dialog.locator('.field-error').textContent()).toBe(
      'Minimum card payment is $0.50 (2 tokens)',
    );
    await field.fill('2');
    await confirm.click();
    expect(await requests(page)).toEqual([{ blockId: '36', qty: 2, variant: 'marketplace' }]);
  });

  test('[R-BLK-10] the minimum is lifted at once when the stock falls below $25', async () => {
    const { page, dialog } = await openModal('variant=marketplace&price=50&available=50');
    await dialog.getByText('Minimum purchase is $25 (~50 tokens)').waitFor();
    await page.evaluate(() => window.purchase.setAvailable(49));
    await dialog.getByText('No minimum – less than $25 remains in this block').waitFor();
  });

  test('stock that falls below the quantity shows at once, before Confirm', async () => {
    const { page, dialog, field } = await openModal();
    await field.fill('100');
    await page.evaluate(() => window.purchase.setAvailable(40));
    await dialog.getByText('Only 40 tokens remain in this block').waitFor();
    await page.evaluate(() => window.purchase.setAvailable(140));
    await dialog.locator('.field-error').waitFor({ state: 'detached' });
  });
});

describe('the way to the payment page', () => {
  test('[R-BLK-03] [R-BLK-07] Confirm blocks the page and sends the browser to the link', async () => {
    const { page, confirm, overlay } = await openModal();
    await confirm.click();
    await overlay.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await overlay.isVisible()).toBe(true);
    expect(await requests(page)).toEqual([{ blockId: '36', qty: 28, variant: 'block' }]);
    await page.evaluate(() => window.purchase.answer({ url: 'https://pay.test/1', orderId: 'o1' }));
    await expect.poll(() => visited(page)).toEqual(['https://pay.test/1']);
    expect(await overlay.isVisible()).toBe(true);
  });

  test.each([
    ['A cheaper block is available.', 'A cheaper block is available.'],
    ['', 'Purchase failed'],
  ])(
    '[R-BLK-09] [R-BLK-14] failing with %j shows %j and that nothing was charged, and the next try works',
    async (message, shown) => {
      const { page, dialog, confirm, overlay } = await openModal();
      await confirm.click();
      await overlay.waitFor();
      await page.evaluate((text) => window.purchase.refuse(text), message);
      await overlay.waitFor({ state: 'hidden' });
      expect(await dialog.getByRole('alert').textContent()).toBe(shown);
      expect(await dialog.getByRole('status').textContent()).toBe('Your card was not charged.');
      expect(await confirm.isEnabled()).toBe(true);
      expect(await dialog.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(true);
      await confirm.click();
      await page.evaluate(() => window.purchase.answer({ url: 'https://pay.test/2' }));
      await expect.poll(() => visited(page)).toEqual(['https://pay.test/2']);
    },
  );

  test('[R-BLK-09] an answer without a link says so', async () => {
    const { page, dialog, confirm, overlay } = await openModal();
    await confirm.click();
    await page.evaluate(() => window.purchase.answer({}));
    await overlay.waitFor({ state: 'hidden' });
    expect(await dialog.getByRole('alert').textContent()).toBe('Stripe link not returned');
  });

  test('pressing Enter twice sends one request', async () => {
    const { page, field, overlay } = await openModal();
    await field.press('Enter');
    await overlay.waitFor();
    await page.keyboard.press('Enter');
    expect(await requests(page)).toHaveLength(1);
  });
});

describe('coming back', () => {
  test('[R-BLK-12] a background tab is not reset: its link still navigates', async () => {
    const { page, confirm, overlay } = await pressBuy(await site.openInWindow('/'));
    await confirm.click();
    await overlay.waitFor();
    await hideBehindAnother(page);
    await page.evaluate(() => window.purchase.answer({ url: 'https://pay.test/1', orderId: 'o1' }));
    await expect.poll(() => visited(page)).toEqual(['https://pay.test/1']);
    expect(await overlay.isVisible()).toBe(true);
  });

  test('[R-BLK-12] a tab shown again resets busy and modal; a late link does not navigate', async () => {
    const { page, dialog, confirm, overlay } = await pressBuy(await site.openInWindow('/'));
    await confirm.click();
    await overlay.waitFor();
    await hideBehindAnother(page);
    await page.bringToFront();
    await overlay.waitFor({ state: 'hidden' });
    expect(await visibility(page)).toBe('visible');
    expect(await dialog.count()).toBe(0);
    await page.evaluate(() => window.purchase.answer({ url: 'https://pay.test/1', orderId: 'o1' }));
    await page.getByText('Unfinished: o1').waitFor();
    expect(await visited(page)).toEqual([]);
  });

  test('[R-BLK-12] a modal in use stays when the tab is shown again', async () => {
    const { page, dialog, field } = await pressBuy(await site.openInWindow('/'));
    await field.fill('4321');
    await hideBehindAnother(page);
    await page.bringToFront();
    expect(await visibility(page)).toBe('visible');
    expect(await field.inputValue()).toBe('4321');
    await page.evaluate((key) => sessionStorage.setItem(key, 'o7'), redirectMarkerKey);
    await hideBehindAnother(page);
    await page.bringToFront();
    await page.getByText('Unfinished: o7').waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test('[R-BLK-08] a page restored from the back/forward cache is reset', async () => {
    const { page, dialog, confirm, overlay } = await openModal();
    await confirm.click();
    await page.evaluate(() => window.purchase.answer({ url: 'https://pay.test/1', orderId: 'o1' }));
    await expect.poll(() => visited(page)).toHaveLength(1);
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await overlay.waitFor({ state: 'hidden' });
    expect(await dialog.count()).toBe(0);
    await page.getByText('Unfinished: o1').waitFor();
  });

  test('[R-BLK-13] a redirect marker resets the page, once', async () => {
    const page = await site.open('/');
    await page.evaluate(([key]) => sessionStorage.setItem(key ?? '', 'o7'), [redirectMarkerKey]);
    await page.reload();
    await page.getByText('Unfinished: o7').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(
      await page.evaluate(([key]) => sessionStorage.getItem(key ?? ''), [redirectMarkerKey]),
    ).toBe(null);
  });

  test('[R-BLK-13] a marker that appears while busy resets busy and modal when the page shows', async () => {
    const { page, confirm, overlay } = await openModal();
    await confirm.click();
    await page.evaluate(() => window.purchase.answer({ url: 'https://pay.test/1', orderId: 'o1' }));
    await expect.poll(() => visited(page)).toHaveLength(1);
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    });
    await overlay.waitFor({ state: 'hidden' });
  });
});

test.each(sweep<readonly [number, 'light' | 'dark']>([[360, 'light']], [[1280, 'dark']]))(
  'axe finds nothing in the modal with an error, %i px, %s',
  async (width, colorScheme) => {
    const { page, field, confirm } = await openModal('', {
      viewport: { width, height: 740 },
      colorScheme,
    });
    await field.fill('0');
    await confirm.click();
    await page.locator('.field-error').waitFor();
    expect(await axeFaults(page)).toEqual([]);
  },
);
