import { test as base, expect } from '@datchain/testing/browsers/fixtures.ts';
import { tabTo } from '@datchain/testing/browsers/focus.ts';
import { createHolder } from '@datchain/testing/browsers/holder.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Page } from '@playwright/test';

type Fan = Omit<Awaited<ReturnType<typeof createHolder>>, 'end'>;

const test = base.extend<{ fan: Fan }>({
  fan: async ({ stack, admin, market }, use) => {
    const { end, ...fan } = await createHolder({ stack, admin, market });
    await use(fan);
    await end();
  },
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function logIn(page: Page, { email, password }: Fan): Promise<void> {
  await page.goto('/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await write(page, email);
  await tabTo(page, page.getByLabel('Password'));
  await write(page, password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
}

async function listTokens(page: Page): Promise<void> {
  await page.goto('/wallet');
  const opener = button(page, /^List for sale from Link/);
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'List tokens for sale' });
  await expect(dialog.getByLabel('Quantity')).toBeFocused();
  await write(page, '20');
  await tabTo(page, dialog.getByLabel('Price'));
  await write(page, '0.5');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$275.00');
  await expect(opener).toBeFocused();
}

async function closeSettings(page: Page): Promise<void> {
  const opener = button(page, 'Wallet Settings');
  await opener.focus();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
}

async function sellEdition(page: Page, { owned }: Fan): Promise<void> {
  await page.goto(`/wallet/dat/${owned.id}`);
  await tabTo(page, button(page, /^Sell DAT/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Price')).toBeFocused();
  await write(page, '25');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText('For Sale at $25.00');
  await expect(button(page, /^Cancel listing/)).toBeFocused();
}

async function cashOut(page: Page): Promise<void> {
  await page.goto('/cashout');
  const amount = page.getByLabel('Payout amount');
  await tabTo(page, amount);
  await write(page, '30');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Confirm' }));
  const said = page.waitForEvent('dialog').then(async (alert) => {
    await alert.accept();
    return alert.message();
  });
  await page.keyboard.press('Enter');
  expect(await said).toMatch(/^Payout successful! Transfer ID: tr_/);
  await expect(amount).toHaveValue('');
  await expect(figure(page, 'Available now')).toHaveText('$10.00');
}

async function readReceipt(page: Page, { purchaseId }: Fan): Promise<void> {
  await page.goto('/wallet');
  await tabTo(page, page.getByRole('link', { name: 'Purchases' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator(`a[href="/wallet/receipt/${purchaseId}"]`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Receipt for DAT #1', level: 1 })).toBeFocused();
  await tabTo(page, button(page, 'Print receipt'));
}

async function checkBalance(page: Page): Promise<void> {
  await page.goto('/wallet');
  await tabTo(page, page.getByRole('link', { name: 'Proof' }));
  await page.keyboard.press('Enter');
  // The account is younger than the newest closed day.
  const verdict = page
    .getByRole('status')
    .getByText('You had no tokens or earnings when the books were closed.');
  await expect(verdict).toBeVisible();
  const again = button(page, 'Check again');
  await tabTo(page, again);
  const answered = page.waitForResponse('**/getBalanceProof');
  await page.keyboard.press('Enter');
  await answered;
  await expect(verdict).toBeVisible();
  await expect(again).toBeFocused();
}

test('a fan logs in, reads a receipt, checks the books, lists tokens, sells an edition and cashes out by keyboard alone', {
  tag: ['@once', '@long'],
}, async ({ page, fan }) => {
  test.slow();
  await logIn(page, fan);
  await readReceipt(page, fan);
  await checkBalance(page);
  await listTokens(page);
  await closeSettings(page);
  await sellEdition(page, fan);
  await cashOut(page);
});
