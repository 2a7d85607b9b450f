import {
  choicesKey,
  serializeSessionHint,
  sessionHintKey,
} from '@datchain/shared/ui/session-hint.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { aStoredAsset, storedData } from './testing/stored-world.ts';

const edition = (number: number, username: string, isWithCreator: boolean) => ({
  edition: number,
  price: 25,
  isForSale: isWithCreator,
  royalties: 2.5,
  profileImageUrl: '',
  currentOwnerId: isWithCreator ? 'maker-0' : `fan-${number}`,
  username,
});
const owners = ['okafor', '', 'lenafjeldstad', 'okafor'];
const asset = aStoredAsset(0, {
  editions: [
    ...owners.map((username, index) => edition(index + 1, username, false)),
    edition(5, 'artist0', true),
  ],
});
const sale = {
  at: Date.UTC(2026, 10, 14, 9),
  kind: 'sold' as const,
  edition: 3,
  priceCents: 2_500,
};
const site = ledgerSite({
  ...storedData([asset]),
  histories: {
    'dat-0': [
      { ...sale, from: 'before', to: 'lenafjeldstad' },
      { ...sale, at: sale.at - 1, from: 'artist0', to: 'before' },
    ],
  },
});

async function openAs(username: string, width = 1_280, choices = {}) {
  const page = await site.open('/viewdat/dat-0', { viewport: { width, height: 900 } });
  const hint = serializeSessionHint({
    signedIn: true,
    canRelease: true,
    isOperator: false,
    username,
  });
  await page.evaluate((items) => Object.assign(localStorage, items), {
    [sessionHintKey]: hint,
    [choicesKey]: JSON.stringify(choices),
  });
  // Firebase does not answer: it would say that nobody is signed in.
  await page.route('**/__/firebase/init.json', () => {});
  await page.reload();
  return { page, you: page.locator('#dat-you') };
}

test('[N-FST-08] the page of a work tells an owner which editions are theirs, and leads to them', async () => {
  const { page, you } = await openAs('Okafor');
  await you.filter({ hasText: 'You own' }).waitFor();
  expect(await you.innerText()).toBe('You own #1 and #4.');
  const links = await you
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['/wallet/dat/dat-0', '/wallet/dat/dat-0']);
  expect(await page.getByRole('link', { name: 'Follow this artist' }).isVisible()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
});

test('[N-FST-08] the creator of a work is offered Share, a player for other sites, Change preview and Desk, but not to buy or follow', async () => {
  const { page, you } = await openAs('artist0', 360);
  await you.getByText('This is your work.').waitFor();
  for (const [name, href] of [
    ['Change preview', '/wallet/dat/dat-0'],
    ['Desk', '/desk'],
  ] as const) {
    expect(await you.getByRole('link', { name }).getAttribute('href')).toBe(href);
  }
  expect(await page.getByRole('link', { name: /^Buy DAT/ }).isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Follow this artist' }).isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeFaults(page)).toEqual([]);
  await you.getByRole('button', { name: 'Share' }).click();
  const more = page.getByRole('dialog', { name: 'More Options' });
  await more.getByRole('button', { name: 'Copy Link' }).waitFor();
  const html = more.getByRole('textbox', { name: 'HTML' });
  expect(await html.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await you.getByRole('button', { name: 'Put a player on your page' }).click();
  await html.waitFor();
  expect(await html.inputValue()).toMatch(/^<iframe src="[^"]+\/embed\/dat-0"/);
});

test('[N-FST-08] a stranger and a visitor get no greeting', async () => {
  const { page, you } = await openAs('somebody');
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
  expect(await you.isVisible()).toBe(false);
  expect(
    await page
      .getByRole('link', { name: /^Buy DAT/ })
      .first()
      .isVisible(),
  ).toBe(true);
  const visitor = await site.open('/viewdat/dat-0');
  expect(await visitor.locator('#dat-you').isVisible()).toBe(false);
});

test('[N-FST-08] a page says whom its reader follows before Firebase answers, and nothing after a log out', async () => {
  const { page } = await openAs('somebody', 1_280, { '/follow/artist0': 'Ada Okonjo' });
  await page.getByText('You follow Ada Okonjo.').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Follow this artist' }).isVisible()).toBe(false);
  expect(await axeFaults(page)).toEqual([]);
  await page.evaluate((key) => localStorage.removeItem(key), sessionHintKey);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.reload();
  await expect.poll(() => scripts.some((url) => /dat-live/.test(url))).toBe(true);
  expect(await page.getByText('You follow').count()).toBe(0);
  expect(scripts.filter((url) => /choose|auth/.test(url))).toEqual([]);
});

test('[N-FST-08] names of owners lead to their pages, in the list of editions and in the history', async () => {
  const page = await site.open('/viewdat/dat-0');
  const hrefsIn = (table: string) =>
    page
      .locator(`${table} .name a`)
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const [okafor, lena, artist] = ['okafor', 'lenafjeldstad', 'artist0'].map(
    (name) => `/profile/${name}`,
  );
  // Somebody unnamed has no page.
  expect(await hrefsIn('.edition-table')).toEqual([okafor, lena, okafor, artist]);
  expect(await hrefsIn('.history-table')).toEqual([lena, artist]);
  // The owner's name is a link of its own in a row that leads to buying.
  await page.locator('.edition-table').getByRole('link', { name: '@artist0' }).click();
  await page.waitForURL('**/profile/artist0');
});
