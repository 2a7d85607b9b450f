import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { watchShifts } from './support/shifts.ts';

const linesOf = (text: string): string[] => text.match(/[^\n]*\n/g) ?? [];

const ledgerOf = async (request: APIRequestContext): Promise<string> =>
  (await request.get('/data/v1/ledger.jsonl')).text();

test('the published log is sound, and so is the copy that someone kept', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const ledger = await ledgerOf(request);
  const count = linesOf(ledger).length;
  expect(count).toBeGreaterThan(100);
  await page.goto('/about');
  await page.getByRole('link', { name: 'Verify', exact: true }).click();
  await page.getByRole('button', { name: /^Check everything/ }).click();
  const sound = `All ${count.toLocaleString('en')} lines are valid`;
  await expect(page.locator('#verify-verdict')).toContainText(sound);
  const file = { name: 'ledger.jsonl', mimeType: 'text/plain', buffer: Buffer.from(ledger) };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.locator('#verify-file-outcome')).toContainText(sound);
  await expectAccessible(page, 'verify');
});

test('once the log is read, nothing has moved', { tag: '@small' }, async ({ page }) => {
  const shifts = await watchShifts(page);
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/tlog/policy', async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto('/verify');
  await expect(page.getByText('The log is being read.')).toBeVisible();
  goOn();
  await expect(page.getByText('This browser sees the log for the first time')).toBeVisible();
  await expect(page.getByText(/lines, signed by us\. Nobody else has signed yet\./)).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test('the format is described on the site, and fits a phone', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/verify');
  await page.getByRole('link', { name: 'What a line says' }).click();
  await expect(page.getByRole('heading', { name: 'How to verify' })).toBeVisible();
  const across = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(across).toBe(0);
  await expectAccessible(page, 'the format of the public log');
});

test('a line of the log is read by its number', {
  tag: '@long',
}, async ({ page, request }) => {
  const lines = linesOf(await ledgerOf(request));
  const members = page.locator('.line-members');
  const says = (name: string) =>
    members.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
  await page.goto('/verify');
  await page.getByLabel('Line number').fill('17');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/verify#line-17');
  for (const [name, value] of Object.entries(JSON.parse(lines[16] ?? ''))) {
    await expect(says(name)).toHaveText(String(value));
  }
  await expectAccessible(page, 'a line of the log');
  await page.getByLabel('Line number').fill(String(lines.length + 1));
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByText(`The log has no line ${lines.length + 1}.`)).toBeVisible();
});
