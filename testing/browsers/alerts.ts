import type { Page } from '@playwright/test';

export async function pressCashOut(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Cash Out' }).click();
  return alertAfter(page, () => page.getByRole('button', { name: 'Confirm' }).click());
}

export async function alertAfter(page: Page, action: () => Promise<unknown>): Promise<string> {
  // Listens first, because an alert that opens during a click holds the click until it is closed.
  const said = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await action();
  return said;
}
