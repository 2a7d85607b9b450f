import type { Locator, Page } from '@playwright/test';

/** A block as the database keeps it (R-DB-05). */
export const storedBlock = (cents: number, platformRemaining: number, sellQty = 0) => ({
  price: cents / 100,
  platformRemaining,
  sellQty,
  walletId: 'platform',
});

export const blockCards = (page: Page): Locator => page.locator('.block-sheet').getByRole('link');

export const blockCard = (page: Page, id: number): Locator =>
  blockCards(page).filter({ has: page.getByText(`Link ${id}`, { exact: true }) });

/** The line that says how current the figures are. */
export const liveLine = (page: Page): Locator => page.locator('.live-line');

/** Says later whether the page was loaded again since. */
export async function watchReload(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  return async () => !(await page.evaluate(() => 'notReloaded' in window));
}

/** The blocks from which the served page was built, as the database keeps them. */
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
