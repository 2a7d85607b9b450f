import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { buyEdition, giveTokens, releaseDat } from '@datchain/testing/browsers/editions.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { inbox } from '@datchain/testing/server/inbox.ts';

test('[N-PPL-04] [N-PPL-05] a sale reaches the seller’s bell and inbox once; reading clears the bell, and e-mail can be switched off', {
  tag: '@small',
}, async ({ page, admin, stack, signIn, newAccount, market }) => {
  const [seller, buyer] = [await newAccount(), await newAccount()];
  await giveTokens(market, buyer, 50);
  const dat = await releaseDat(admin, {
    editions: 2,
    priceCents: 1_000,
    creatorUid: seller.uid,
    song: 'Salt on the Wires',
  });
  const sell = (editionNumber: number) =>
    buyEdition(stack, buyer, { datId: dat.id, editionNumber, expectedPrice: 10 });
  const subjects = async () =>
    (await inbox(stack.addresses).of(seller.email)).map(({ subject }) => subject);

  await signIn(page, seller);
  await page.goto('/notifications');
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list).toHaveText([/^New: Salt on the Wires is released/]);
  await sell(1);
  await expect(list).toHaveText([
    /^New: DAT #1 of Salt on the Wires is sold\$8\.00 of \$10\.00 is yours\./,
    /^New: Salt on the Wires is released/,
  ]);
  await expect(page.getByRole('main')).toContainText('2 new');
  await expectAccessible(page, 'notifications');

  await page.goto('/about');
  const bell = page.getByRole('link', { name: /Notifications/ });
  await expect(bell).toHaveCSS('--news', '"2"');
  await bell.click();
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(list).toHaveText([/^DAT #1 of Salt/, /^Salt on the Wires/]);
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  await expect(bell).toHaveCSS('--news', '');

  for (const _ of [1, 2]) await stack.runScheduled('sendMailsJob');
  expect((await subjects()).toSorted()).toEqual([
    `DAT #1 of ${dat.id} is sold`,
    `${dat.id} is released`,
  ]);

  await page.getByRole('button', { name: 'Settings' }).click();
  const sizes = await page
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((box) => (box as HTMLElement).offsetWidth));
  expect(new Set(sizes)).toEqual(new Set([20]));
  await page.getByRole('checkbox', { name: /^Sales/ }).uncheck();
  await expect(page.getByRole('dialog')).toContainText('Saved.');
  await page.keyboard.press('Escape');
  await sell(2);
  await expect(list).toHaveCount(3);
  await stack.runScheduled('sendMailsJob');
  expect(await subjects()).toHaveLength(2);
  await dat.remove();
});
