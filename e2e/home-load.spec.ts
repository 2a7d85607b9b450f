import { blockCard, blockTexts, liveLine, storedBlock } from '@datchain/testing/browsers/home.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Page } from '@playwright/test';

const blockIds = Array.from({ length: 50 }, (_, index) => 36 + index);
const CHANGES = 3_000;
const AT_ONCE = 25;

/** Counts the frames of a page, and how often its market was drawn again. */
async function countDraws(page: Page): Promise<() => Promise<{ frames: number; draws: number }>> {
  await page.evaluate(() => {
    const counts = { frames: 0, draws: 0 };
    const market = document.getElementById('market');
    if (!market) throw new Error('The page has no market');
    // Called once for all that one drawing has changed.
    new MutationObserver(() => {
      counts.draws += 1;
    }).observe(market, { subtree: true, childList: true, characterData: true });
    const onFrame = () => {
      counts.frames += 1;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    Object.assign(window, { counts });
  });
  return () =>
    page.evaluate(
      () => (window as unknown as { counts: { frames: number; draws: number } }).counts,
    );
}

test('[R-HOM-02] [R-HOM-04] thousands of changes: drawn at most once a frame, the page can be used meanwhile, and the last of each block stands', {
  tag: ['@once', '@long'],
}, async ({ page, ownSite }) => {
  test.slow();
  await ownSite.write(
    'tokenBlocks',
    Object.fromEntries(blockIds.map((id) => [id, storedBlock(id, 10_000)])),
  );
  await page.goto(`${ownSite.url}/home`);
  await expect(liveLine(page)).toContainText('Live');
  await expect(blockCard(page, 85)).toContainText('Available: 10,000');
  const counts = await countDraws(page);

  // As single changes, each with an event of its own; the last one of every block is known.
  const writes = Array.from({ length: CHANGES }, (_, index) => index).values();
  const write = async () => {
    for (const index of writes) {
      const id = blockIds[index % blockIds.length];
      const round = Math.floor(index / blockIds.length) + 1;
      await ownSite.write(`tokenBlocks/${id}/platformRemaining`, 10_000 - round);
    }
  };
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: AT_ONCE }, write)).finally(() => {
    isWriting = false;
  });
  await expect(blockCard(page, 36)).not.toContainText('Available: 10,000');
  await page.getByText('TDC MARKET PLACE').click();
  await expect(page.getByRole('link', { name: /opens in a new tab/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /opens in a new tab/ }).first()).toBeHidden();
  expect(isWriting, 'the page answered while changes were arriving').toBe(true);
  await writing;

  const last = 10_000 - CHANGES / blockIds.length;
  const shown = last.toLocaleString('en-US');
  await expect
    .poll(async () => new Set((await blockTexts(page)).map((text) => text.split('Available: ')[1])))
    .toEqual(new Set([shown]));
  await expect(figure(page, 'Utility tokens remaining')).toHaveText(
    (last * blockIds.length).toLocaleString('en-US'),
  );
  const { frames, draws } = await counts();
  expect(draws).toBeGreaterThan(1);
  expect(draws).toBeLessThanOrEqual(frames + 1);
});
