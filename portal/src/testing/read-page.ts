import type { Locator, Page } from '@playwright/test';

export const figure = (page: Page, label: string): Locator =>
  page
    .locator('.metric', { has: page.getByText(label, { exact: true }) })
    .locator('dd.figure-large');

export const factsIn = (place: Locator): Promise<string[]> =>
  place
    .locator('.fact-list > div')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.children].map((cell) => cell.textContent?.trim() ?? '').join(': '),
      ),
    );

export const readRows = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
    );
