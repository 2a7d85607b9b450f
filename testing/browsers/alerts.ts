import type { Page } from '@playwright/test';

/** Presses Cash Out and confirms the dialog; returns the text of the alert. */
export async function pressCashOut(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Cash Out' }).click();
  return alertAfter(page, () => page.getByRole('button', { name: 'Confirm' }).click());
}

/** Returns the text of the alert that follows an action, and closes the alert. */
export async function alertAfter(page: Page, action: () => Promise<unknown>): Promise<string> {
  // Listens first, because an alert that opens during a click holds the click until it is closed.
  const said = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await action();
  return said;
}
