import { live } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from './support/fixtures.ts';
import { storedBlock } from './support/home.ts';
import { refuseListener } from './support/live-wire.ts';
import { buyButton, figure, openBlock, openDialog, purchaseDialog } from './support/purchase.ts';

/** A block of the demo world that is sold out. */
const soldOut = '35';

test('[R-BLK-01] a block shows price, stock and BUY TOKENS; a sold-out one cannot be bought', {
  tag: '@long',
}, async ({ page, market }) => {
  const blockId = await market.newBlock(55, 1234);
  await openBlock(page, blockId);
  await expect(figure(page, 'Price')).toHaveText('$0.55 per token');
  await expect(figure(page, 'Total Available')).toHaveText('1,234');
  await expect(buyButton(page)).toBeEnabled();

  await openBlock(page, soldOut);
  await expect(figure(page, 'Total Available')).toHaveText('0');
  await expect(buyButton(page)).toBeDisabled();
});

test('[R-BLK-11] [N-EXP-08] stock and the button follow other buyers without a reload', {
  tag: '@once',
}, async ({ page, market, newAccount }) => {
  const rival = await newAccount();
  const blockId = await market.newBlock(50, 60);
  await openBlock(page, blockId);
  const available = figure(page, 'Total Available');
  await expect(
    page.getByText(/cheapest first\. When a block is gone, the next one sells/),
  ).toBeVisible();
  await market.reserve(rival, { blockId, qty: 20 });
  await expect(available).toHaveText('40');
  const second = await market.reserve(rival, { blockId, qty: 40 });
  await expect(available).toHaveText('0');
  await expect(buyButton(page)).toBeDisabled();
  await market.cancel(rival, second.orderId);
  await expect(available).toHaveText('40');
  await expect(buyButton(page)).toBeEnabled();
});

test('[R-BLK-11] the price follows the database without a reload', {
  tag: ['@once', '@long'],
}, async ({ page, admin }) => {
  // The books know no such block, so that nothing but this test writes it.
  const blockId = '999999997';
  const block = admin.database.ref(live.tokenBlock(blockId));
  await block.set(storedBlock(50, 60));
  try {
    await openBlock(page, blockId);
    await expect(figure(page, 'Price')).toHaveText('$0.50 per token');
    await block.child('price').set(0.62);
    await expect(figure(page, 'Price')).toHaveText('$0.62 per token');
  } finally {
    await block.remove();
  }
  await expect(page.getByText('Loading block data…')).toBeVisible();
});

test('[R-BLK-05] [R-BLK-11] stock that falls below the quantity is said while the modal is open', {
  tag: ['@once', '@long'],
}, async ({ page, market, signIn, newAccount }) => {
  const [fan, rival] = [await newAccount(), await newAccount()];
  const blockId = await market.newBlock(50, 60);
  await signIn(page, fan);
  await openBlock(page, blockId);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Quantity').fill('50');
  await market.reserve(rival, { blockId, qty: 25 });
  await expect(dialog.getByText('Only 35 tokens remain in this block')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect(await market.ordersOf(fan.uid)).toBe(0);
});

for (const address of ['999999998', 'no-such-block']) {
  test(`[R-BLK-04] a block that does not exist (${address}) shows 'Loading block data…'`, {
    tag: address === 'no-such-block' ? '@once' : ['@once', '@long'],
  }, async ({ page }) => {
    await page.goto(`/tdc/block/${address}`);
    await expect(page.getByText('Loading block data…')).toBeVisible();
    // A block that never comes is explained, and the page leads to the other blocks.
    await expect(page.getByText('It may be sold out.')).toBeVisible({ timeout: 15_000 });
    await expect(buyButton(page)).toHaveCount(0);
  });
}

test("[R-BLK-04] a refused listener shows 'Loading block data…', and the block once it works again", {
  tag: ['@once', '@long'],
}, async ({ page, market }) => {
  const blockId = await market.newBlock(50, 60);
  const refusals = await refuseListener(page, live.tokenBlock(blockId));
  await page.goto(`/tdc/block/${blockId}`);
  await refusals.first;
  await expect(page.getByText('Loading block data…')).toBeVisible();
  await expect(buyButton(page)).toHaveCount(0);
  refusals.end();
  await expect(figure(page, 'Total Available')).toHaveText('60');
});

test.describe('the modal', () => {
  const step = 10;

  test('[R-BLK-02] opens with the minimum, moves by 10, and closes without a trace', {
    tag: '@long',
  }, async ({ page, market, signIn, newAccount }) => {
    const fan = await newAccount();
    const blockId = await market.newBlock(36, 100);
    await signIn(page, fan);
    await openBlock(page, blockId);
    const dialog = await openDialog(page);
    const quantity = dialog.getByLabel('Quantity');
    await expect(quantity).toHaveValue('28');
    await expect(quantity).toHaveAttribute('step', String(step));
    await expect(quantity).toBeFocused();
    await dialog.getByRole('button', { name: '10 more' }).click();
    const more = Number(await quantity.inputValue());
    await quantity.press('ArrowUp');
    await expect(quantity).toHaveValue(String(more + step));
    await quantity.press('ArrowDown');
    await dialog.getByRole('button', { name: '10 fewer' }).click();
    await expect(quantity).toHaveValue('28');

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(purchaseDialog(page)).toHaveCount(0);
    await openDialog(page);
    await page.keyboard.press('Escape');
    await expect(purchaseDialog(page)).toHaveCount(0);
    await expect(buyButton(page)).toBeFocused();
    expect(await market.ordersOf(fan.uid)).toBe(0);
  });

  test('[R-BLK-05] refuses by keyboard with its sentences, and asks the server nothing', {
    tag: ['@once', '@long'],
  }, async ({ page, market, signIn, newAccount }) => {
    const fan = await newAccount();
    const blockId = await market.newBlock(36, 100);
    await signIn(page, fan);
    await openBlock(page, blockId);
    await buyButton(page).press('Enter');
    const quantity = purchaseDialog(page).getByLabel('Quantity');
    const refusals = [
      ['0', 'Enter a positive number'],
      ['-5', 'Enter a positive number'],
      ['1.5', 'Enter a positive number'],
      ['', 'Enter a positive number'],
      ['abc', 'Enter a positive number'],
      ['101', 'Only 100 tokens remain in this block'],
      ['27', 'Minimum purchase is $10 (28 tokens)'],
      ['1', 'Minimum purchase is $10 (28 tokens)'],
    ] as const;
    for (const [typed, sentence] of refusals) {
      await quantity.press('Control+a');
      await quantity.press('Delete');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(purchaseDialog(page).locator('.field-error'), typed).toHaveText(sentence);
      await expect(quantity, typed).toHaveAttribute('aria-invalid', 'true');
      // Putting it right takes the sentence away again.
      await quantity.fill('50');
      await expect(purchaseDialog(page).locator('.field-error'), typed).toHaveCount(0);
    }
    expect(await market.ordersOf(fan.uid)).toBe(0);
  });

  test('[R-BLK-05] has no exception for a nearly empty block', { tag: ['@once', '@long'] }, async ({
    page,
    market,
    signIn,
    newAccount,
  }) => {
    const blockId = await market.newBlock(36, 20);
    await signIn(page, await newAccount());
    await openBlock(page, blockId);
    const dialog = await openDialog(page);
    await dialog.getByLabel('Quantity').fill('20');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('Minimum purchase is $10 (28 tokens)')).toBeVisible();
  });
});
