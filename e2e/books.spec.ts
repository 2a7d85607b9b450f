import type { APIRequestContext, Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

type Moved = { kind: string; entries: number };
type Day = { date: string; figures: { backing: { lines: Moved[] } } };

/** The day of the books with the most sales of editions. */
async function dayOfSales(request: APIRequestContext): Promise<{ date: string; sold: Moved }> {
  const { days }: { days: Day[] } = await (await request.get('/data/v1/books.json')).json();
  const [most] = days
    .flatMap(({ date, figures }) =>
      figures.backing.lines
        .filter(({ kind }) => kind === 'edition-sold')
        .map((sold) => ({ date, sold })),
    )
    .sort((a, b) => b.sold.entries - a.sold.entries);
  if (!most) throw new Error('No edition was ever sold');
  return most;
}

const verdict = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

test('anyone reads that what came in is held, owed or earned, and opens a figure to its lines', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await page.goto('/about');
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
  const [cameIn, kept] = [
    page.getByRole('region', { name: 'Came in, less what went out' }).locator('.books-total'),
    page.getByRole('region', { name: 'Held, owed and earned' }).locator('.books-total'),
  ];
  const total = (await cameIn.innerText()).match(/\$[\d,.]+/)?.[0];
  expect(total).toMatch(/^\$[\d,]*[1-9]/);
  await expect(kept).toContainText(total ?? 'a total');
  await expect(page.getByText('Both sides are the same')).toBeVisible();

  const figure = page.locator('.books-figure', { hasText: 'Held behind utility tokens' });
  await figure.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(figure.getByText('At the start of the day')).toBeVisible();
  await expectAccessible(page, 'books');
});

test('each day has a page, and programs read the same figures', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.goto('/books');
  const days = page.getByRole('table', { name: 'By day' }).getByRole('link');
  const count = await page.locator('tbody a[href^="/books/"]').count();
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

test('a kind of entries opens to its lines of the public log, which have the same sum', {
  tag: '@long',
}, async ({ page, request }) => {
  const { date, sold } = await dayOfSales(request);
  await page.goto(`/books/${date}`);
  const figure = page.locator('.books-figure', { hasText: 'Held behind utility tokens' });
  await figure.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  const entries = figure.locator('details', { hasText: 'editions sold' });
  await entries.locator('summary').focus();
  await page.keyboard.press('Enter');
  const said = sold.entries === 1 ? '1 line' : `${sold.entries} lines`;
  await expect(entries.getByText(`${said} in the public log, with the same sum.`)).toBeVisible();
  await expect(entries.getByRole('listitem')).toHaveCount(sold.entries);
  await expectAccessible(page, 'the lines of a figure');
  await entries
    .getByRole('listitem')
    .first()
    .getByRole('link', { name: /DAT #\d+ of \w/ })
    .click();
  await expect(page).toHaveURL(/\/viewdat\//);
});

test('without the file of the day its link stays, and opening it again reads it', {
  tag: '@long',
}, async ({ page, request, consoleGuard }) => {
  const { date } = await dayOfSales(request);
  await page.goto(`/books/${date}`);
  const figure = page.locator('.books-figure', { hasText: 'Held behind utility tokens' });
  await figure.locator('summary').first().click();
  const entries = figure.locator('details', { hasText: 'editions sold' });
  await page.route('**/data/v1/days/*', (route) => route.abort());
  consoleGuard.expect(/lines of the day cannot be read|Failed to load resource/);
  const failed = page.waitForEvent('requestfailed');
  await entries.locator('summary').click();
  await failed;
  await expect(entries.getByRole('link', { name: 'The day’s lines' })).toBeVisible();
  await page.unroute('**/data/v1/days/*');
  await entries.locator('summary').click();
  await entries.locator('summary').click();
  await expect(entries.getByText('with the same sum')).toBeVisible();
});

test('a user finds their own coins in the published list, in the browser', async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.artist);
  await page.goto('/wallet');
  await page.getByRole('link', { name: 'Proof' }).click();
  await expect(verdict(page, 'Your balance is part of the total.')).toBeVisible();
  await expectAccessible(page, 'proof');
});

test('a balance that the server counts otherwise than it was put into the total is found out', {
  tag: '@long',
}, async ({ page, signIn, consoleGuard }) => {
  await signIn(page, demoAccounts.fan);
  await page.route('**/getBalanceProof', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const body = await response.json();
    body.result.own.owedMicros += 1;
    await route.fulfill({ response, json: body });
  });
  await page.goto('/wallet/proof');
  await expect(verdict(page, /of your [\d,]+ coins (is|are) not in the list/)).toBeVisible();
  await page.unroute('**/getBalanceProof');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(verdict(page, 'Your balance is part of the total.')).toBeVisible();

  await page.route('**/getBalanceProof', (route) => route.abort());
  consoleGuard.expect(/The balance could not be checked|Failed to load resource/);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(verdict(page, 'Your balance could not be looked up in the books.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
});

test('a user hides their name in public, and shows it again', { tag: '@long' }, async ({
  page,
  signIn,
  newAccount,
}) => {
  await signIn(page, await newAccount());
  await page.goto('/wallet/proof');
  await page.getByRole('button', { name: 'Hide my username' }).click();
  await expect(page.getByText('You appear as Unnamed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You appear as Unnamed.')).toBeVisible();
  await page.getByRole('button', { name: 'Show my username' }).click();
  await expect(page.getByText('Your username and picture are public.')).toBeVisible();
});

test('someone to whom nothing was ever due has no coins', { tag: '@long' }, async ({
  page,
  signIn,
  newAccount,
}) => {
  await signIn(page, await newAccount());
  await page.goto('/wallet/proof');
  await expect(
    verdict(page, 'You had no tokens or earnings when the books were closed.'),
  ).toBeVisible();
});
