import type { StackHandle } from '@datchain/emulators/stack/control.ts';
import { purchaseEdition, setEditionForSale } from '@datchain/shared/contracts/calls.ts';
import { setLedgerHandle } from '@datchain/shared/contracts/ledger-handle-call.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { builtAgain, textsWith } from './support/built-again.ts';
import { callAs } from './support/calls.ts';
import { giveTokens, nameAccount, releaseDat } from './support/editions.ts';
import { test as base, expect, type OwnAccount } from './support/fixtures.ts';

type Collection = {
  fan: OwnAccount;
  username: string;
  /** Two editions: the fan bought both and sold the first one. */
  datId: string;
};

async function done(stack: StackHandle, account: OwnAccount, name: string, input: unknown) {
  const { status, body } = await callAs(stack, account, name, input);
  expect(status, JSON.stringify(body)).toBe(200);
}

const test = base.extend<{ collection: Collection }>({
  collection: async ({ admin, stack, market, newAccount }, use) => {
    const [fan, other] = [await newAccount(), await newAccount()];
    const [username] = [await nameAccount(admin, fan.uid), await nameAccount(admin, other.uid)];
    await giveTokens(market, fan, 50);
    await giveTokens(market, other, 50);
    const dat = await releaseDat(admin, { editions: 2, priceCents: 1_000, song: 'Undertow' });
    const buy = (buyer: OwnAccount, editionNumber: number, expectedPrice: number) =>
      done(stack, buyer, purchaseEdition.name, { datId: dat.id, editionNumber, expectedPrice });
    await buy(fan, 1, 10);
    await buy(fan, 2, 10);
    const first = { datId: dat.id, editionNumber: 1, newPrice: 15 };
    await done(stack, fan, setEditionForSale.name, first);
    await buy(other, 1, 15);
    await use({ fan, username, datId: dat.id });
    await dat.remove();
  },
});

const table = (page: Page, name: string) => page.getByRole('table', { name });
const holders = (page: Page) => page.locator('#holder-rows');

/** The choice on the proof page, as the fan sees and makes it. */
async function press(page: Page, button: string, said: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText(said)).toBeVisible();
}

test('a fan hides their name: open pages, history and certificate show it no more, until they show it again', {
  tag: '@long',
}, async ({ page, anotherVisitor, signIn, collection: { fan, username, datId } }) => {
  test.slow();
  const name = `@${username}`;
  await page.goto(`/viewdat/${datId}`);
  await expect(table(page, 'Editions').getByRole('row').nth(2)).toContainText(name);
  await expect(holders(page)).toContainText(name);
  await expect(table(page, 'History')).toContainText(name);

  const own = await anotherVisitor();
  await signIn(own, fan);
  await own.goto('/wallet/proof');
  await expect(own.getByText('Your username and picture are public.')).toBeVisible();
  await press(own, 'Hide my username', 'You appear as Unnamed.');
  await expectAccessible(own, 'proof');

  // The page that was open all the time.
  await expect(table(page, 'Editions').getByRole('row').nth(2)).toContainText('Unnamed');
  await expect(holders(page)).toContainText('Unnamed');
  await expect(table(page, 'History').getByRole('row').nth(1)).toContainText('Sold #1');
  await expect(table(page, 'History')).toContainText('Unnamed');
  await expect.poll(() => page.locator('body').innerText()).not.toContain(username);
  await page.reload();
  await expect(table(page, 'History')).toContainText('Unnamed');
  expect(await page.content()).not.toContain(username);
  await expectAccessible(page, 'viewdat of somebody unnamed');
  await page.goto(`/certificate/${datId}?edition=2`);
  await expect(page.getByText('Unnamed', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(username);

  await own.reload();
  await expect(own.getByText('You appear as Unnamed.')).toBeVisible();
  await press(own, 'Show my username', 'Your username and picture are public.');
  await page.goto(`/viewdat/${datId}`);
  await expect(table(page, 'Editions').getByRole('row').nth(2)).toContainText(name);
  await expect(table(page, 'History')).toContainText(name);
});

const filesWith = async (word: string, siteUrl: string): Promise<string[]> =>
  textsWith(await builtAgain(siteUrl), word);

test('the site built after the choice has the name in no page and no file, and has it again', {
  tag: ['@once', '@long'],
}, async ({ stack, collection: { fan, username, datId } }) => {
  test.setTimeout(400_000);
  const site = stack.addresses.hosting;
  await done(stack, fan, setLedgerHandle.name, { handle: 'hidden' });
  expect(await filesWith(username, site)).toEqual([]);
  await done(stack, fan, setLedgerHandle.name, { handle: 'shown' });
  expect(await filesWith(username, site)).toEqual(
    expect.arrayContaining([
      `viewdat/${datId}.html`,
      `data/v1/dats/${datId}.json`,
      'data/v1/editions.csv',
      'activity.html',
    ]),
  );
});
