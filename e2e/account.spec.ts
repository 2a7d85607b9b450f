import { readFileSync } from 'node:fs';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { asMember, demoAccounts } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { builtAgain, textsWith } from './support/built-again.ts';
import { buyEdition, giveTokens, offer, releaseDat } from './support/editions.ts';
import { expect, test } from './support/fixtures.ts';
import { aPng } from './support/release-form.ts';

const minutes = 60_000;

test('[N-PPL-01] an account is changed: name, picture, e-mail and password, and the new login counts', {
  tag: ['@small', '@long'],
}, async ({ page, admin, signIn, logIn, newAccount, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource.*signInWithPassword/);
  const fan = await asMember(admin, await newAccount());
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const change = (what: string) => main.getByRole('button', { name: `Change ${what}` }).click();
  const press = () => dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await signIn(page, fan);
  await page.goto('/account');
  await expect(main.getByRole('button', { name: 'Change Name' })).toBeVisible();
  await expectAccessible(page, 'the account');

  await change('Name');
  await dialog.getByLabel('Name').fill('Lena <i>Fjeldstad</i>');
  await press();
  await expect(main).toContainText('Name changed.');
  await expect(main).toContainText('Lena <i>Fjeldstad</i>');

  await change('Picture');
  await dialog.getByLabel('Picture').setInputFiles(await aPng('me.png', 900));
  await press();
  await expect(main).toContainText('Picture changed.');
  await expect(main.getByRole('img', { name: 'You' })).toHaveJSProperty('naturalWidth', 512);

  await change('E-mail');
  const email = `new-${fan.email}`;
  await dialog.getByLabel('New e-mail').fill(email);
  await dialog.getByLabel('Your password now').fill('not it');
  await press();
  await expect(dialog).toContainText('This is not your password.');
  await dialog.getByLabel('Your password now').fill(fan.password);
  await press();
  await expect(main).toContainText('E-mail changed.');

  await change('Password');
  await dialog.getByLabel('Your password now').fill(fan.password);
  await dialog.getByLabel('New password').fill('another-password');
  await press();
  await expect(main).toContainText('Password changed.');

  await main.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/login');
  await logIn(page, { ...fan, email, password: 'another-password' });
  await page.goto('/account');
  await expect(main).toContainText(email);
  const stored = await admin.firestore.doc(docs.publicProfile(fan.uid)).get();
  expect(stored.get('name')).toBe('Lena <i>Fjeldstad</i>');
});

test('[N-PPL-02] [N-PPL-03] [N-FST-06] an account is downloaded and closed, its edition given away, and nothing of it is found', {
  tag: '@once',
}, async ({ page, admin, signIn, newAccount, stack, market }) => {
  // It builds the whole site.
  test.setTimeout(400_000);
  const fan = await asMember(admin, await newAccount());
  // They are in public: an edition of theirs was bought and sold again.
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
  await dialog.getByLabel('Username of who gets it').fill(other.username);
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

test('[N-FST-09] the menu leads to the page of whoever is signed in, and operators to their desk', {
  tag: '@once',
}, async ({ page, admin, signIn, newAccount, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource.*profile/);
  const you = page.getByRole('group').filter({ has: page.getByText('You', { exact: true }) });
  const choose = async (label: string) => {
    await you.locator('summary').click();
    await you.getByRole('link', { name: label, exact: true }).click();
  };
  await signIn(page, demoAccounts.operator);
  await page.goto('/wallet');
  await choose('Operator');
  await expect(page).toHaveURL('/operator');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Operator');

  // The desk would ask again for whoever comes next, and be refused.
  await page.goto('/home');
  await signIn(page, demoAccounts.artist);
  await page.reload();
  await you.locator('summary').click();
  await expect(you.getByRole('link', { name: 'Operator' })).toHaveCount(0);
  await you.getByRole('link', { name: 'Your page' }).click();
  await page.waitForURL('**/profile/*');

  await signIn(page, await asMember(admin, await newAccount()));
  await page.goto('/home');
  await choose('Your page');
  await expect(page.getByRole('main')).toContainText('You have no public page yet.');
});
