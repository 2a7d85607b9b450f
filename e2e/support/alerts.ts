import type { Page } from '@playwright/test';

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
