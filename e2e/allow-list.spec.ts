import { runScript } from '@datchain/functions/testing/run-script.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { releaseDatFromSummary } from '@datchain/shared/contracts/release-calls.ts';
import { demoAccounts } from './support/accounts.ts';
import { callAs } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { menuEntries } from './support/menu.ts';

test('[R-SES-05] an allow-list that cannot be loaded is logged, and the user goes on without RELEASE', {
  tag: ['@once', '@long'],
}, async ({ page, logIn, admin, consoleGuard }) => {
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
    await logIn(page, demoAccounts.operator);
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

test('[R-SES-05] [R-NAV-03] an operator taken off the list loses RELEASE at the next page, and the server refuses them', {
  tag: '@once',
}, async ({ page, stack, logIn, newAccount }) => {
  test.slow();
  const operator = await newAccount();
  const change = async (command: 'add' | 'remove') =>
    expect(await runScript('allow-list', [command, operator.email])).toMatchObject({ code: 0 });
  const refusal = async () =>
    (await callAs(stack, operator, releaseDatFromSummary.name, { contentId: 'none' })).body as {
      error: { message: string };
    };
  const notAllowed = 'This account is not on the release list.';

  await change('add');
  await logIn(page, operator);
  expect(await menuEntries(page)).toContain('RELEASE');
  await page.goto('/release');
  await expect(page.getByText(notAllowed)).toHaveCount(0);
  expect((await refusal()).error.message).toBe('Release not found.');

  await change('remove');
  expect((await refusal()).error.message).toBe(notAllowed);
  await page.goto('/wallet');
  await expect.poll(() => menuEntries(page)).not.toContain('RELEASE');
  await page.goto('/release');
  await expect(page.getByText(notAllowed)).toBeVisible();
});
