import { readFileSync } from 'node:fs';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { asMember } from '@datchain/testing/browsers/accounts.ts';
import { builtAgain, textsWith } from '@datchain/testing/browsers/built-again.ts';
import { buyEdition, giveTokens, offer, releaseDat } from '@datchain/testing/browsers/editions.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';

const minutes = 60_000;

test('[N-PPL-02] [N-PPL-03] [N-FST-06] an account is downloaded and closed, its edition is given away, and no trace of its owner remains', {
  tag: '@once',
}, async ({ page, admin, signIn, newAccount, stack, market }) => {
  test.setTimeout(400_000);
  // The fan buys an edition below, so their name is public, and resells it to the other user.
  const fan = await asMember(admin, await newAccount());
  const other = await asMember(admin, await newAccount());
  const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
  const held = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
  const edition = { datId: dat.id, editionNumber: 1 };
  await giveTokens(market, fan, 20);
  await giveTokens(market, other, 15);
  await buyEdition(stack, fan, { ...edition, expectedPrice: 10 });
  await buyEdition(stack, fan, { datId: held.id, editionNumber: 1, expectedPrice: 10 });
  await page.goto(`/viewdat/${dat.id}`);
  await expect(page.getByRole('main')).toContainText(fan.username);
  await offer(stack, fan, { ...edition, newPrice: 15 });
  await buyEdition(stack, other, { ...edition, expectedPrice: 15 });
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await signIn(page, fan);
  await page.goto('/account');
  await main.getByRole('button', { name: 'Download my data' }).click();
  await dialog.getByLabel('Your password').fill(fan.password);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('datchain-account.json');

  await main.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByRole('combobox').selectOption('Give it to another user');
  await dialog.getByLabel('Username of the new owner').fill(other.username);
  await dialog.getByLabel('Your password').fill(fan.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(main).toContainText('Your account is deleted');
  await market.shiftClock(5 * minutes);
  await stack.runScheduled('closeAccountsJob');
  const { firestore } = admin;
  const paths = [docs.user(fan.uid), docs.publicProfile(fan.uid), docs.username(fan.username)];
  for (const path of [...paths, docs.closure(fan.uid)]) {
    expect((await firestore.doc(path).get()).exists, path).toBe(false);
  }
  await expect(admin.auth.getUser(fan.uid)).rejects.toThrow();
  const texts = await builtAgain(stack.addresses.hosting);
  const log = readFileSync(String(process.env.DATCHAIN_FUNCTIONS_LOG), 'utf8');
  for (const word of [fan.uid, fan.email, fan.username]) {
    expect(textsWith(texts, word), word).toEqual([]);
    expect(log.split('\n').filter((line) => line.includes(word))).toEqual([]);
  }
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'LOG IN' }).first()).toBeAttached();
  await signIn(page, other);
  await page.goto('/notifications');
  await expect(main).toContainText('Its owner closed their account and gave it to you.');
  await dat.remove();
  await held.remove();
});

test('[N-FST-09] "Your page" in the menu tells a user without a public page that they have none yet', {
  tag: '@once',
}, async ({ page, admin, signIn, newAccount, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource.*profile/);
  const you = page.getByRole('group').filter({ has: page.getByText('You', { exact: true }) });
  await signIn(page, await asMember(admin, await newAccount()));
  await page.goto('/home');
  await you.locator('summary').click();
  await you.getByRole('link', { name: 'Your page', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('You have no public page yet.');
});
