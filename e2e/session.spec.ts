import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { menuEntries, pressMenu } from '@datchain/testing/browsers/menu.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';

const signedOutMenu = ['TOKENS', 'DATS', 'ABOUT', 'LOG IN'];

test('[R-NAV-04] logging out ends the session permanently, in every tab', {
  tag: '@once',
}, async ({ page, context, logIn }) => {
  await logIn(page, demoAccounts.fan);
  const otherTab = await context.newPage();
  await otherTab.goto('/wallet');
  await expect(figure(otherTab, 'Utility tokens (USD)')).toBeVisible();
  await page.goto('/wallet');
  await pressMenu(page, 'LOG OUT');
  await page.waitForURL('**/home');
  expect(await menuEntries(page)).toEqual(signedOutMenu);
  await expect(otherTab.getByText('Log in to see your tokens')).toBeVisible();
  expect(await menuEntries(otherTab)).toEqual(signedOutMenu);
  await page.reload();
  expect(await menuEntries(page)).toEqual(signedOutMenu);
  await page.goto('/wallet');
  await expect(page.getByText('Log in to see your tokens')).toBeVisible();
  await expect(figure(page, 'Utility tokens (USD)')).toHaveCount(0);
});

test('[R-SES-05] a login while the allow-list cannot be read leads to /home, without RELEASE and with a warning in the console', {
  tag: '@once',
}, async ({ page, admin, logIn }) => {
  const list = admin.firestore.doc(docs.allowedUsers);
  const stored = (await list.get()).data() ?? {};
  expect(readAllowedUsers(stored)).toContain('demo-operator');
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await list.set({ users: 'no list' });
  try {
    await logIn(page, demoAccounts.operator);
    expect(await menuEntries(page)).toContain('WALLET');
    expect(await menuEntries(page)).not.toContain('RELEASE');
    await page.goto('/wallet');
    await expect
      .poll(() => warnings.join())
      .toContain('The allow-list could not be loaded; RELEASE stays hidden.');
    expect(await menuEntries(page)).not.toContain('RELEASE');
  } finally {
    await list.set(stored);
  }
  await page.reload();
  await expect.poll(() => menuEntries(page)).toContain('RELEASE');
});
