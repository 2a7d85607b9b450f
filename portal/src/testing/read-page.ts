import type { Locator, Page } from '@playwright/test';

/** A headline figure, e.g. of 'Earnings'. */
export const figure = (page: Page, label: string): Locator =>
  page.locator('.metric', { has: page.getByText(label, { exact: true }) }).locator('dd');

/** Every line of a list of facts, as 'label: value' from top to bottom. */
export const factsIn = (place: Locator): Promise<string[]> =>
  place
    .locator('.fact-list > div')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.children].map((cell) => cell.textContent?.trim() ?? '').join(': '),
      ),
    );

/** The rows of a table below its head, each as the texts of its cells. */
export const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
    );

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
