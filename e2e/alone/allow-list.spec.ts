import { docs } from '@datchain/shared/contracts/paths.ts';
import { demoAccounts } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { menuEntries } from '../support/menu.ts';

test('[R-SES-05] an allow-list that cannot be loaded is logged, and the user goes on without RELEASE', async ({
  page,
  signIn,
  admin,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 404.*portalAllowedUsers/);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const list = admin.firestore.doc(docs.allowedUsers);
  const kept = (await list.get()).data();
  if (!kept) throw new Error('The demo world has no allow-list.');
  await list.delete();
  try {
    await signIn(page, demoAccounts.operator);
    expect(await menuEntries(page)).not.toContain('RELEASE');
    expect(await menuEntries(page)).toContain('WALLET');
    expect(warnings.join()).toContain('The allow-list could not be loaded');
    await page.goto('/release');
    await expect(page.getByText('This account is not on the release list.')).toBeVisible();
  } finally {
    await list.set(kept);
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Build via Form' })).toBeVisible();
  expect(await menuEntries(page)).toContain('RELEASE');
});
