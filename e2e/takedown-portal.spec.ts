import { takeDown } from '@datchain/functions/releases/take-down.ts';
import { services } from '@datchain/functions/services.ts';
import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { callAs } from './support/calls.ts';
import { giveTokens, nameAccount, type OwnDat, offer, releaseDat } from './support/editions.ts';
import { test as base, expect } from './support/fixtures.ts';

/** A DAT of two editions at $10. */
const test = base.extend<{ dat: OwnDat }>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 2, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
});

async function take({ id }: OwnDat): Promise<void> {
  const outcome = await takeDown(services(), { datId: id, reason: 'Asked for by its artist' });
  if (isRefusal(outcome)) throw new Error(outcome.message);
}

const sentence =
  /^This DAT has been taken down\. Taken down on .+\. Reason: Asked for by its artist\.$/;
const note = (page: Page) => page.locator('.notice', { hasText: 'has been taken down' });

test('a buyer of an edition whose DAT is taken down is told so, and not sent on', {
  tag: '@long',
}, async ({ page, dat, market, newAccount, signIn }) => {
  test.slow();
  const buyer = await newAccount();
  await giveTokens(market, buyer, 20);
  await signIn(page, buyer);
  await page.goto(`/buy/${dat.id}/1`);
  await expect(page.getByRole('button', { name: /^Buy for/ })).toBeEnabled();
  await take(dat);
  await expect(note(page)).toHaveText(sentence);
  await expect(page.getByRole('button', { name: /^Buy for/ })).toHaveCount(0);
  await page.reload();
  await expect(note(page)).toHaveText(sentence);
  await expectAccessible(page, 'buying from a DAT that is taken down');
  await page.getByRole('link', { name: 'See the DAT' }).click();
  await expect(
    page.getByText(/^Taken down on .+ Reason: Asked for by its artist\.$/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Collection' })).toHaveCount(0);
});

test('owners of a DAT that is taken down keep their editions and take back their offers', {
  tag: '@long',
}, async ({ page, dat, admin, stack, market, newAccount, signIn }) => {
  test.slow();
  const owner = await newAccount();
  await nameAccount(admin, owner.uid);
  await giveTokens(market, owner, 30);
  for (const editionNumber of [1, 2]) {
    const edition = { datId: dat.id, editionNumber, expectedPrice: 10 };
    expect((await callAs(stack, owner, purchaseEdition.name, edition)).status).toBe(200);
  }
  await offer(stack, owner, { datId: dat.id, editionNumber: 1, newPrice: 20 });
  await signIn(page, owner);
  await page.goto(`/wallet/dat/${dat.id}`);
  await expect(page.getByRole('button', { name: 'Sell DAT, DAT #2' })).toBeVisible();

  await take(dat);
  await expect(note(page)).toHaveText(sentence);
  await expect(page.getByRole('button', { name: /^Sell DAT/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel listing, DAT #1' }).click();
  await expect(page.getByText('DAT #1 is no longer for sale')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your Editions' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await expectAccessible(page, 'owned editions of a DAT that is taken down');
});
