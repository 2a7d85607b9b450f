import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Page } from '@playwright/test';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { test as base, expect } from './support/fixtures.ts';
import { aWord, choose, expectKept, openForm, stopClock } from './support/release-form.ts';
import { shownDat } from './support/screens.ts';

const test = base.extend<{
  /** Puts existing releases into a summary of their own, as one that spilled over; all go at the end. */
  seedReleases: (posts: readonly Record<string, string>[]) => Promise<void>;
}>({
  seedReleases: async ({ admin }, use) => {
    const ids: string[] = [];
    const summary = (id: string) => admin.firestore.doc(`${docs.musicSummaries}/summary_${id}`);
    await use(async (posts) => {
      const id = aWord();
      ids.push(id);
      await summary(id).set({ posts });
    });
    await Promise.all(ids.map((id) => summary(id).delete()));
  },
});

const popup = (page: Page) => page.getByRole('dialog', { name: 'Search existing releases' });
const query = (page: Page) => popup(page).getByLabel('Song, artist or album');
const results = (page: Page) => popup(page).getByRole('listitem');

async function openPopup(page: Page, signIn: Parameters<typeof openForm>[1]): Promise<void> {
  await openForm(page, signIn);
  await page.getByRole('tab', { name: 'Search Existing Release' }).click();
  await page.getByRole('button', { name: 'Search releases' }).click();
  await expect(query(page)).toBeFocused();
}

test('[R-REL-08] [R-REL-12] the popup searches, then shows song, artist and album in either spelling, or says that there is none', {
  tag: '@long',
}, async ({ page, signIn, seedReleases }) => {
  const word = aWord();
  await seedReleases([
    {
      name: `The ${word} Bell`,
      albumName: 'Offcuts',
      artistName: 'Kestrel',
      id: 'c-2',
      artistId: 'a',
    },
    {
      SongName: `${word} Avenue`,
      albumName: 'Singles',
      ArtistName: 'Odette Varga',
      contentId: 'c-1',
      userId: 'b',
    },
    {
      SongName: 'Of the artist',
      albumName: 'Reel',
      ArtistName: `${word} Choir`,
      contentId: 'c-3',
      userId: 'c',
    },
  ]);
  await openPopup(page, signIn);
  await expectAccessible(page, 'the search popup');
  await query(page).fill(word.toUpperCase());
  await expect(popup(page).getByText('Searching…')).toBeVisible();
  await expect(results(page)).toHaveText([
    `${word} AvenueOdette VargaSingles`,
    `The ${word} BellKestrelOffcuts`,
    `Of the artist${word} ChoirReel`,
  ]);
  await expectAccessible(page, 'the search popup with results');
  await query(page).fill(`${word} nothing`);
  await expect(popup(page).getByText('No results.')).toBeVisible();
  await expect(results(page)).toHaveCount(0);
  // An item of summary_1, beside those that spilled over.
  await query(page).fill('glass');
  await expect(results(page)).not.toHaveCount(0);
});

test('[R-REL-08] an existing release is chosen, gets a tier, and goes to the review', {
  tag: ['@small', '@long'],
}, async ({ page, signIn, seedReleases }) => {
  const word = aWord();
  await seedReleases([
    {
      SongName: word,
      albumName: 'Singles',
      ArtistName: 'Kestrel',
      contentId: 'c-1',
      userId: 'demo-artist',
    },
  ]);
  await openForm(page, signIn);
  await page.getByRole('tab', { name: 'Search Existing Release' }).click();
  const review = page.getByRole('button', { name: 'Review release' });
  expect(await alertAfter(page, () => review.click())).toBe('Choose a release first.');
  await page.getByRole('link', { name: 'Choose a release first.' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Search releases' })).toBeFocused();
  await page.keyboard.press('Enter');
  await query(page).fill(word);
  await results(page).getByRole('button').click();
  await expect(popup(page)).toHaveCount(0);
  await expect(page.getByRole('tabpanel')).toContainText(`${word}KestrelSingles`);
  await expect(page.getByText('Choose a release first.')).toHaveCount(0);
  await choose(page, 'Tier', 'Silver');
  await expectKept(page);
  await page.reload();
  await expect(page.getByRole('tabpanel')).toContainText(word);
  await expectAccessible(page, 'an existing release');
  await review.click();
  await expect(page).toHaveURL('/view-dat-submission');
  await expect(page.getByText(word).first()).toBeVisible();
  await expect(page.getByText('Silver')).toBeVisible();
});

test('[R-REL-10] an item without a contentId is refused, and one that is a DAT leads to its page', {
  tag: '@long',
}, async ({ page, signIn, seedReleases }) => {
  const word = aWord();
  await seedReleases([
    { SongName: `${word} a`, albumName: 'Singles', ArtistName: 'Kestrel', userId: 'b' },
    {
      SongName: `${word} b`,
      albumName: 'Singles',
      ArtistName: shownDat.artist,
      contentId: 'c-1',
      datId: shownDat.id,
      userId: 'b',
    },
  ]);
  await openPopup(page, signIn);
  await query(page).fill(word);
  await results(page).getByRole('button').click();
  await expect(popup(page).getByText('This item is missing a contentId.')).toBeVisible();
  await expectAccessible(page, 'an item without a contentId');
  const released = results(page).getByRole('link');
  await expect(released).toContainText('Already a DAT');
  await released.click();
  await expect(page).toHaveURL(`/viewdat/${shownDat.id}`);
});

test('[R-REL-08] the search waits 500 ms for the next letter, and takes 80 characters', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await openPopup(page, signIn);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes(`/${docs.musicSummaries}?`)) asked += 1;
  });
  await stopClock(page);
  await query(page).pressSequentially('gl');
  await page.clock.runFor(499);
  await query(page).pressSequentially('a');
  await page.clock.runFor(499);
  expect(asked).toBe(0);
  await expect(popup(page).getByText('Searching…')).toBeVisible();
  await page.clock.runFor(1);
  await expect(results(page)).not.toHaveCount(0);
  expect(asked).toBe(1);
  await query(page).fill('');
  await query(page).pressSequentially('x'.repeat(85));
  await expect(query(page)).toHaveValue('x'.repeat(80));
});

test('[R-REL-08] releases that cannot be loaded are no results, and the next search tries again', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, consoleGuard }) => {
  consoleGuard.expect(/status of 503.*musicSummaries/);
  await openPopup(page, signIn);
  await page.route('**/musicSummaries?**', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await query(page).fill('glass');
  await expect(
    popup(page).getByText('No results. The releases could not be loaded.'),
  ).toBeVisible();
  await query(page).fill('glass ');
  await query(page).fill('glas');
  await expect(results(page)).not.toHaveCount(0);
});

test('[R-REL-09] a popup that is cancelled while it searches is noticed by a poll every 8 s, and its search is taken back', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await openPopup(page, signIn);
  const takenBack: string[] = [];
  page.on('requestfailed', (request) => takenBack.push(request.failure()?.errorText ?? ''));
  // Never answered.
  const asked = page.waitForRequest('**/musicSummaries?**');
  await page.route('**/musicSummaries?**', () => {});
  await stopClock(page);
  await query(page).fill('glass');
  await page.clock.runFor(500);
  await asked;
  await page.clock.runFor(9_000);
  expect(takenBack).toEqual([]);
  await popup(page).getByRole('button', { name: 'Close' }).click();
  await expect(popup(page)).toHaveCount(0);
  await page.clock.runFor(6_000);
  expect(takenBack).toEqual([]);
  await page.clock.runFor(1_500);
  await expect.poll(() => takenBack).toEqual(['net::ERR_ABORTED']);
});

test('[R-REL-12] 10,000 existing releases in several summaries are searched', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, seedReleases }) => {
  const word = aWord();
  for (let part = 0; part < 4; part += 1) {
    const posts = Array.from({ length: 2_500 }, (_, index) => ({
      SongName: `Catalogue ${word} ${part * 2_500 + index}`,
      albumName: 'Singles',
      ArtistName: 'Kestrel',
      contentId: `${word}-${part}-${index}`,
      userId: 'kestrel',
    }));
    await seedReleases(posts);
  }
  await openPopup(page, signIn);
  await query(page).fill(`catalogue ${word}`);
  await expect(popup(page).getByText('The first 50 of 10,000 results.')).toBeVisible();
  await expect(results(page)).toHaveCount(50);
  await query(page).fill(`${word} 9999`);
  await expect(results(page)).toHaveText([`Catalogue ${word} 9999KestrelSingles`]);
});
