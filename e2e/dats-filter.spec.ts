import { editionsForSale } from '@datchain/shared/domain/dats.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { builtDats } from './support/built-dats.ts';
import { expect, test } from './support/ledger-test.ts';
import { emptyAddress, emptyAddressComplaint, shownDat } from './support/screens.ts';

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
const songs = (page: Page): Locator => cards(page).getByRole('heading');
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Artist or song' });
const summary = (page: Page): Locator => page.locator('#dats-summary');
const nothing = (page: Page): Locator => page.getByText('No assets to display.', { exact: true });

/** On a phone the choices stand behind a button. */
async function openChoices(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^Filter/ });
  if (await more.isVisible()) await more.click();
}

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).selectOption({ label: option });
};

test('a word finds songs and artists, accents and capitals aside, and stands in the address', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/dats');
  const whole = (await summary(page).textContent()) ?? '';
  await search(page).fill('MARE chéia');
  await expect(summary(page)).toHaveText('1 DAT found');
  await expect(summary(page)).toHaveAttribute('role', 'status');
  await expect(songs(page)).toHaveText(['Maré Cheia']);
  await expect(page).toHaveURL('/dats?q=MARE+ch%C3%A9ia');

  await search(page).fill('okonjo');
  await expect(page).toHaveURL('/dats?q=okonjo');
  await expect(cards(page).first()).toContainText('Ada Okonjo');
  await page.reload();
  await expect(search(page)).toHaveValue('okonjo');
  await expect(cards(page).first()).toContainText('Ada Okonjo');

  await search(page).fill('');
  await expect(page).toHaveURL('/dats');
  await expect(summary(page)).toHaveText(whole);
  await expect(cards(page).first()).toContainText(shownDat.song);
});

test('[N-BUY-03] genre, tier, sale and order work together, go back and forward, and come with a link', {
  tag: '@small',
}, async ({ page, admin, request }) => {
  const { dats } = await builtDats(admin, request);
  const gold = dats.filter(({ tier }) => tier === 'Gold');
  const forSale = gold.filter((dat) => editionsForSale(dat).length > 0);
  const jazz = forSale.filter(({ genres }) => genres.includes('jazz'));
  const count = ({ length }: { length: number }) =>
    `${length} ${length === 1 ? 'DAT' : 'DATS'} found`;

  await page.goto('/dats');
  await openChoices(page);
  await choose(page, 'Tier', 'Gold, $50.00');
  await expect(summary(page)).toHaveText(count(gold));
  await page.getByRole('checkbox', { name: 'For sale' }).check();
  await expect(summary(page)).toHaveText(count(forSale));
  await choose(page, 'Genre', 'Jazz');
  await expect(summary(page)).toHaveText(count(jazz));
  await choose(page, 'Order', 'Oldest first');
  await expect(page).toHaveURL('/dats?genre=jazz&tier=Gold&sale=1&sort=oldest');
  const oldest = [...jazz].sort((a, b) => (a.releasedAt ?? 0) - (b.releasedAt ?? 0));
  await expect(songs(page)).toHaveText(oldest.map(({ songName }) => songName));

  await page.goBack();
  await page.goBack();
  await expect(summary(page)).toHaveText(count(forSale));
  await expect(page.getByRole('combobox', { name: 'Genre' })).toHaveValue('');
  await page.goForward();
  await expect(summary(page)).toHaveText(count(jazz));
  const link = page.url();

  await page.goto('/about');
  await page.goto(link);
  await expect(summary(page)).toHaveText(count(jazz));
  await openChoices(page);
  await expect(page.getByRole('combobox', { name: 'Genre' })).toHaveValue('jazz');
  await expect(page.getByRole('checkbox', { name: 'For sale' })).toBeChecked();
});

test('[R-DAT-04] what no one has: says so, and leads back to the whole list', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/dats?q=zzzz');
  await expect(nothing(page)).toBeVisible();
  await expect(summary(page)).toHaveText('0 DATS found');
  await expectAccessible(page, 'a filter that finds nothing');
  await page.getByRole('link', { name: 'Clear the filter' }).click();
  await expect(page).toHaveURL('/dats');
  await expect(search(page)).toHaveValue('');
  await expect(nothing(page)).toBeHidden();
  await expect(cards(page).first()).toContainText(shownDat.song);
});

test('what is found has pages too, and the focus goes where the way leads', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/dats?sort=song');
  await expect(summary(page)).toHaveText(/^\d+ DATS found, page 1 of 2$/);
  await expect(cards(page)).toHaveCount(48);
  const first = await songs(page).allInnerTexts();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/dats?sort=song&page=2');
  await expect(summary(page)).toHaveText(/page 2 of 2$/);
  await expect(summary(page)).toBeFocused();
  const second = await songs(page).allInnerTexts();
  const plain = (song: string) =>
    song
      .normalize('NFD')
      .replace(/[^\w ]/g, '')
      .toLowerCase();
  const all = [...first, ...second].map(plain);
  expect(all).toEqual([...all].sort());
  await expectAccessible(page, 'a page of what was found');
  await page.goBack();
  await expect(summary(page)).toHaveText(/page 1 of 2$/);
});

test('the filter works on any page of the list, and without it the list begins again', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/dats/2');
  await search(page).fill('night bus');
  await expect(page).toHaveURL('/dats?q=night+bus');
  await expect(songs(page)).toHaveText([shownDat.song]);
  await page.goBack();
  await expect(page).toHaveURL('/dats/2');
  await expect(summary(page)).toHaveText('Page 2 of 2');
  await page.goForward();
  await expect(songs(page)).toHaveText([shownDat.song]);
  await search(page).fill('');
  await expect(page).toHaveURL('/dats');
  await expect(cards(page).first()).toContainText(shownDat.song);
});

test('nothing of the filter is loaded before it is used; its controls are large enough to touch', {
  tag: '@long',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dats', { waitUntil: 'networkidle' });
  const isFilter = (path: string) => /dats-index|dats-filter/.test(path);
  expect(asked.filter(isFilter)).toEqual([]);
  await search(page).focus();
  await expect.poll(() => asked.filter(isFilter).length).toBe(2);

  await openChoices(page);
  const form = page.getByRole('search');
  const controls = form.locator(
    'input:visible:not([type=checkbox]), select:visible, label:visible',
  );
  expect(await controls.count()).toBeGreaterThanOrEqual(5);
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page, 'the open filter');
});

test('an address without a page leads on by a search too', { tag: '@long' }, async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expect(emptyAddressComplaint);
  await page.goto(emptyAddress);
  await search(page).fill('Night Bus');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/dats?q=Night+Bus');
  await expect(songs(page)).toHaveText([shownDat.song]);
});

test('when the catalogue cannot be read the list stays and says so, and the next use asks again', {
  tag: '@long',
}, async ({ page, consoleGuard }) => {
  consoleGuard.expect(/ERR_FAILED|dats-index/);
  await page.route('**/dats-index.json', (route) => route.abort());
  await page.goto('/dats?q=night+bus');
  await expect(summary(page)).toHaveText('The list cannot be searched right now.');
  await expect(cards(page).first()).toBeVisible();
  await page.unroute('**/dats-index.json');
  await search(page).fill('night bus to');
  await expect(songs(page)).toHaveText([shownDat.song]);
});
