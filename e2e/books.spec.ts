import type { Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const verdict = (page: Page, text: string) => page.getByRole('status').getByText(text);

test('anybody reads that what came in is held, owed or earned, and opens a figure to its lines', async ({
  page,
}) => {
  await page.goto('/');
  await page.goto('/about');
  await page.getByRole('link', { name: 'Books' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
  const [cameIn, kept] = [
    page.getByRole('region', { name: 'Came in, less what went out' }).locator('.books-total'),
    page.getByRole('region', { name: 'Held, owed and earned' }).locator('.books-total'),
  ];
  const total = (await cameIn.innerText()).match(/\$[\d,.]+/)?.[0];
  expect(total).toMatch(/^\$[\d,]*[1-9]/);
  await expect(kept).toContainText(total ?? 'a total');
  await expect(page.getByText('Both sides are the same')).toBeVisible();

  const figure = page.locator('details', { hasText: 'Held behind utility tokens' });
  await figure.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(figure.getByText('At the start of the day')).toBeVisible();
  await expectAccessible(page, 'books');
});

test('each day has a page, and programs read the same figures', async ({ page, request }) => {
  await page.goto('/books');
  const days = page.getByRole('table', { name: 'By day' }).getByRole('link');
  const count = await days.count();
  expect(count).toBeGreaterThan(0);
  const { days: published } = await (await request.get('/data/v1/books.json')).json();
  expect(published).toHaveLength(count);
  const [newest] = published;
  const { cardPayments, streams, opening, cardFees, payouts, ...kept } = newest.figures;
  const closing = (figure: { closingMicros: number }) => figure.closingMicros;
  const sum = Object.values<{ closingMicros: number }>(kept).map(closing);
  expect(sum.reduce((a, b) => a + b)).toBe(
    closing(cardPayments) +
      closing(streams) +
      closing(opening) -
      closing(cardFees) -
      closing(payouts),
  );
  await days.first().click();
  await expect(page).toHaveURL(`/books/${newest.date}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Books of');
  await expectAccessible(page, 'a day of the books');
});

test('a user checks in the browser that their own balance is part of the published total', async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.artist);
  await page.goto('/wallet');
  await page.getByRole('link', { name: 'Proof' }).click();
  await expect(verdict(page, 'Your balance is part of the total.')).toBeVisible();
  await expectAccessible(page, 'proof');
});

test('a balance that the server counts otherwise than it was put into the total is found out', async ({
  page,
  signIn,
  consoleGuard,
}) => {
  await signIn(page, demoAccounts.fan);
  await page.route('**/getBalanceProof', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const body = await response.json();
    body.result.proof.leaf.owedMicros += 1;
    await route.fulfill({ response, json: body });
  });
  await page.goto('/wallet/proof');
  await expect(verdict(page, 'Your balance is not part of the total.')).toBeVisible();
  await page.unroute('**/getBalanceProof');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(verdict(page, 'Your balance is part of the total.')).toBeVisible();

  await page.route('**/getBalanceProof', (route) => route.abort());
  consoleGuard.expect(/The balance cannot be checked|Failed to load resource/);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(verdict(page, 'Your balance could not be looked up in the books.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
});

test('a user leaves the list of names beside the public log, and comes back', async ({
  page,
  signIn,
  newAccount,
}) => {
  await signIn(page, await newAccount());
  await page.goto('/wallet/proof');
  await page.getByRole('button', { name: 'Hide my username' }).click();
  await expect(page.getByText('Your lines of the public log name nobody.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your lines of the public log name nobody.')).toBeVisible();
  await page.getByRole('button', { name: 'Show my username' }).click();
  await expect(page.getByText('Your username stands beside your lines')).toBeVisible();
});

test('somebody to whom nothing was ever due has no line', async ({ page, signIn, newAccount }) => {
  await signIn(page, await newAccount());
  await page.goto('/wallet/proof');
  await expect(verdict(page, 'The books have no line of yours')).toBeVisible();
});
