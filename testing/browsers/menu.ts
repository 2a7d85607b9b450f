import { expect, type Page } from '@playwright/test';

/** Returns the visible entries of the top bar; on a phone it opens the menu first. */
export async function menuEntries(page: Page): Promise<string[]> {
  await openMenu(page);
  const entries = page.getByRole('navigation', { name: 'Main' }).locator('.menu-item:visible');
  return entries.allTextContents();
}

export async function pressMenu(page: Page, entry: string): Promise<void> {
  await openMenu(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: entry, exact: true })
    .click();
}

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const list = page.getByRole('navigation', { name: 'Main' });
  await expect(button.or(list).first()).toBeVisible();
  if ((await button.isVisible()) && !(await list.isVisible())) await button.click();
  await expect(list).toBeVisible();
}
