import { inbox, linkIn } from '@datchain/functions/testing/inbox.ts';
import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { expect, test } from './support/fixtures.ts';

test('[N-MON-12] someone whose address is not confirmed buys, confirms it where they sell, and goes on selling', {
  tag: '@once',
}, async ({ page, stack, admin, market, newAccount, signIn }) => {
  const fan = await newAccount();
  await admin.auth.updateUser(fan.uid, { emailVerified: false });
  const blockId = await market.newBlock(50, 20);
  await market.buy(fan, { blockId, qty: 20 });
  await signIn(page, fan);
  await page.goto('/wallet');
  await page.getByRole('button', { name: /^List for sale from Link/ }).click();
  const dialog = page.getByRole('dialog', { name: 'List tokens for sale' });
  const confirm = dialog.getByRole('button', { name: 'List for sale' });
  await expect(dialog.getByText(confirmEmailText)).toBeVisible();
  await expect(confirm).toBeDisabled();

  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await expect(dialog.getByText(`We sent an e-mail to ${fan.email}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'I opened the link' }).click();
  await expect(dialog.getByText('has not been opened yet')).toBeVisible();
  const link = linkIn((await inbox(stack.addresses).of(fan.email)).at(-1));
  // It leads back to where the e-mail was asked for.
  expect(link?.searchParams.get('continueUrl')).toBe(`${page.url()}#confirmed`);
  const mails = await page.context().newPage();
  await mails.goto(stack.addresses.mail);
  const item = mails.getByRole('listitem').filter({ hasText: fan.email });
  await item.first().getByRole('link').click();
  const opening = mails.waitForEvent('popup');
  await mails.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' }).click();
  const landed = await opening;
  await landed.waitForURL('**/wallet#confirmed');
  await expect(landed.getByText('Your address is confirmed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'I opened the link' }).click();
  await expect(dialog.getByText(confirmEmailText)).toHaveCount(0);
  await dialog.getByLabel('Price per token').fill('0.61');
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^10 tokens are for sale at /)).toBeVisible();
});
