import { expect, type Locator, type Page } from '@playwright/test';

export const buyButton = (page: Page): Locator => page.getByRole('button', { name: 'BUY TOKENS' });

const purchaseDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Purchase Tokens' });

export const overlay = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Opening Stripe…' });

export const figure = (page: Page, label: string): Locator =>
  page
    .locator('.metric', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();

export async function openBlock(page: Page, blockId: string): Promise<void> {
  await page.goto(`/tdc/block/${blockId}`);
  await expect(page.getByRole('heading', { name: `Link ${blockId}`, level: 1 })).toBeVisible();
  await expect(buyButton(page)).toBeVisible();
}

export async function openDialog(page: Page): Promise<Locator> {
  await buyButton(page).click();
  const dialog = purchaseDialog(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function goToPay(page: Page, qty?: number, again?: RegExp): Promise<void> {
  const dialog = await openDialog(page);
  if (qty !== undefined) await dialog.getByLabel('Quantity').fill(String(qty));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  if (again) await dialog.getByRole('button', { name: again }).click();
  await page.waitForURL(/\/c\/pay\//);
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/orders\//);
}

export async function expectPaid(page: Page, qty: number): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Paid', level: 1 })).toBeVisible();
  await expect(page.getByText(`${qty} tokens are in your wallet.`)).toBeVisible();
}

export async function expectReset(page: Page): Promise<void> {
  await expect(page.getByText('You have an unfinished order.')).toBeVisible();
  await expect(overlay(page)).toHaveCount(0);
  await expect(purchaseDialog(page)).toHaveCount(0);
  await expect(buyButton(page)).toBeEnabled();
}
