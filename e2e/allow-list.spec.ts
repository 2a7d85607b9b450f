import { releaseDatFromSummary } from '@datchain/shared/contracts/calls/releases.ts';
import { callAs } from '@datchain/testing/browsers/calls.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { menuEntries } from '@datchain/testing/browsers/menu.ts';
import { runScript } from '@datchain/testing/server/run-script.ts';

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
