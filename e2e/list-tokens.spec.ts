import { randomInt } from 'node:crypto';
import { cancelTokenListing, listTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { callDone } from '@datchain/testing/browsers/calls.ts';
import { expect, type OwnAccount, test } from '@datchain/testing/browsers/fixtures.ts';
import type { Market } from '@datchain/testing/browsers/market.ts';
import {
  expectPaid,
  figure,
  goToPay,
  openBlock,
  pay,
} from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';

async function openWallet(
  { page, market, signIn }: { page: Page; market: Market; signIn: SignIn },
  account: OwnAccount,
  qty: number,
): Promise<void> {
  const blockId = await market.newBlock(50, qty);
  await market.buy(account, { blockId, qty });
  await signIn(page, account);
  await page.goto('/wallet');
  await expect(page.getByRole('table', { name: 'Token blocks' })).toBeVisible();
}

type SignIn = (page: Page, account: OwnAccount) => Promise<void>;

const dialogOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'List tokens for sale' });

async function openModal(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^List for sale from Link/ }).click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

const confirm = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'List for sale' });

/** Returns a random price, so that this test has its block's queue for itself. */
const ownPrice = (): number => randomInt(62, 97);

test('[R-LST-01] [R-LST-05] a fan lists tokens, another buys some, and the seller sees the earnings and takes the rest back', {
  tag: '@small',
}, async ({ page, market, stack, consoleGuard, signIn, newAccount, anotherVisitor }) => {
  test.slow();
  const [seller, buyer] = [await newAccount(), await newAccount()];
  const cents = ownPrice();
  await openWallet({ page, market, signIn }, seller, 200);
  const dialog = await openModal(page);
  await expectAccessible(page, 'the list-tokens modal');
  await dialog.getByLabel('Quantity').fill('150');
  await dialog.getByLabel('Price per token').fill((cents / 100).toFixed(2));
  await expect(dialog.getByText('You get, 95%')).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent: unknown;
  await page.route('**/listDatChainTokens', async (route) => {
    sent = route.request().postDataJSON();
    await held;
    await route.continue();
  });
  await confirm(dialog).click();
  const overlay = page.getByRole('dialog', { name: 'Adding to Queue…' });
  await expect(overlay).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(overlay).toBeVisible();
  await expect(dialogOf(page)).toBeAttached();
  release();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(sent).toEqual({ data: { blockId: String(cents), qty: 150 } });
  await expect(page.getByText('150 tokens are for sale at')).toBeVisible();
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$25.00');
  const row = page
    .getByRole('table', { name: 'Listed for sale' })
    .getByRole('row', { name: new RegExp(`Link ${cents}`) });
  await expect(row.getByRole('cell')).toContainText(['150', '0']);
  await expectAccessible(page, 'a wallet with a listing');

  const other = await anotherVisitor();
  await signIn(other, buyer);
  await openBlock(other, String(cents));
  // The tokens were issued at $0.50 and cost more here, which needs a second click (N-FIG-02).
  await goToPay(other, 100, /^Pay \$/);
  await pay(other);
  await expectPaid(other, 100);
  await expect(row).toContainText('100');
  const earned = Math.round(100 * cents * 0.95) / 100;
  await expect(figure(page, 'Earnings')).toHaveText(new RegExp(`^\\$${earned.toFixed(2)}`));

  await row.getByRole('button', { name: 'Cancel listing' }).click();
  await expect(page.getByText('50 tokens are back in your wallet.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Listed for sale' })).toHaveCount(0);
  // The unsold tokens return at the price paid for them: 100 tokens at $0.50.
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$50.00');

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL('/wallet/history');
  const history = page.getByRole('table', { name: 'Movements, newest first' }).getByRole('row');
  await expect(history).toContainText([
    'When',
    `Took 50 tokens back from Link ${cents}`,
    `Sold 100 listed tokens at $0.${cents}`,
    `Listed 150 tokens for sale in Link ${cents}`,
    'Bought 200 tokens at $0.50, by card',
  ]);
  await expectAccessible(page, 'the history');

  consoleGuard.expect(/400.*listDatChainTokens/);
  // Another device lists a part of the same tokens a moment earlier.
  let listingId = '';
  await page.unroute('**/listDatChainTokens');
  await page.route('**/listDatChainTokens', async (route) => {
    const input = { blockId: String(cents), qty: 10 };
    ({ listingId } = await callDone<{ listingId: string }>(stack, seller, listTokens.name, input));
    await route.continue();
  });
  await page.goto('/wallet');
  await openModal(page);
  await dialog.getByLabel('Quantity').fill('100');
  await dialog.getByLabel('Price per token').fill((cents / 100).toFixed(2));
  await confirm(dialog).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not enough tokens');
  await callDone(stack, seller, cancelTokenListing.name, { listingId });
});
