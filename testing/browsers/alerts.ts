import type { Page } from '@playwright/test';

/** Presses Cash Out, and confirms what the dialog sums up; returns what the alert says. */
export async function pressCashOut(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Cash Out' }).click();
  return alertAfter(page, () => page.getByRole('button', { name: 'Confirm' }).click());
}

/** What the alert says that follows an action; closes it. */
export async function alertAfter(page: Page, action: () => Promise<unknown>): Promise<string> {
  // Listening first: an alert that opens during a click holds the click until it is closed.
  const said = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await action();
  return said;
}
