import type { Locator, Page } from '@playwright/test';

/** Makes a block as stored in the database (R-DB-05). */
export const storedBlock = (cents: number, platformRemaining: number, sellQty = 0) => ({
  price: cents / 100,
  platformRemaining,
  sellQty,
  walletId: 'platform',
});

export const blockCards = (page: Page): Locator => page.locator('.block-sheet').getByRole('link');

export const blockCard = (page: Page, id: number): Locator =>
  blockCards(page).filter({ has: page.getByText(`Link ${id}`, { exact: true }) });

export const liveLine = (page: Page): Locator => page.locator('.live-line');

export async function watchReload(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  return async () => !(await page.evaluate(() => 'notReloaded' in window));
}

export async function builtBlocks(page: Page): Promise<Record<string, unknown>> {
  const props = await page.locator('#market-props').textContent();
  const { built } = JSON.parse(props ?? '') as {
    built: {
      blocks: { id: string; priceCents: number; platformRemaining: number; sellQty: number }[];
    };
  };
  return Object.fromEntries(
    built.blocks.map(({ id, priceCents, platformRemaining, sellQty }) => [
      id,
      storedBlock(priceCents, platformRemaining, sellQty),
    ]),
  );
}
