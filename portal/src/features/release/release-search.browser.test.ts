import { choose, reviewButton, stopClock } from '@datchain/testing/browsers/release-form.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { PlayedServices } from '../../testing/played/played-services.ts';
import { playCollection, playDocumentAt } from './testing/played-documents.ts';
import { networkTurn, releaseSite } from './testing/release-site.ts';

const site = releaseSite();

const summaries = {
  summary_1: {
    posts: [
      {
        SongName: 'Glass Avenue',
        albumName: 'Singles',
        ArtistName: 'Odette Varga',
        contentId: 'content-1',
        userId: 'artist-1',
      },
      {
        name: 'Glass Bell',
        albumName: 'Offcuts',
        artistName: 'Kestrel',
        id: 'content-2',
        artistId: 'artist-2',
      },
      { name: 'Glass Coin', albumName: 'Reel', artistName: 'Nobody', artistId: 'artist-3' },
    ],
  },
};

const playSummaries = (services: PlayedServices): void =>
  playCollection(services, 'musicSummaries', summaries);

const popup = (page: Page) => page.getByRole('dialog', { name: 'Search existing releases' });
const query = (page: Page) => popup(page).getByLabel('Song, artist or album');
const results = (page: Page) => popup(page).getByRole('listitem');

async function openPopup(prepare?: (services: PlayedServices) => void) {
  const { page, services } = await site.open('/release', prepare);
  await page.getByRole('tab', { name: 'Search Existing Release' }).click();
  await page.getByRole('button', { name: 'Search releases' }).click();
  await expect(query(page)).toBeFocused();
  return { page, services };
}

describe('existing releases', () => {
  test('[R-REL-12] releases stored in either spelling show song, artist and album', {
    tags: 'long',
  }, async () => {
    const { page, services } = await openPopup(playSummaries);
    await query(page).fill('GLASS');
    await expect(results(page)).toHaveText([
      'Glass AvenueOdette VargaSingles',
      'Glass BellKestrelOffcuts',
      'Glass CoinNobodyReel',
    ]);
    for (const [typed, found] of [
      ['odette', 'Glass AvenueOdette VargaSingles'],
      ['kestrel', 'Glass BellKestrelOffcuts'],
      ['offcuts', 'Glass BellKestrelOffcuts'],
    ] as const) {
      await query(page).fill(typed);
      await expect(results(page)).toHaveText([found]);
    }
    await query(page).fill('glass nothing');
    await expect(popup(page).getByText('No results.')).toBeVisible();
    expect(services.askedOf('/documents/musicSummaries')).toHaveLength(1);
  });

  test('[N-PPL-09] an artist who releases their own works finds only those', async () => {
    const { page } = await openPopup((played) => {
      const own = { ...summaries.summary_1.posts[0], userId: 'operator' };
      playCollection(played, 'musicSummaries', {
        summary_1: { posts: [...summaries.summary_1.posts.slice(1), own] },
      });
      playDocumentAt(played, 'portalAllowedUsers/allowedUsers', {
        users: ['operator'],
        ownWorksOnly: ['operator'],
      });
      playDocumentAt(played, 'publicProfiles/operator', {
        username: 'odette',
        name: 'Odette Varga',
        accountType: 'Artist',
      });
    });
    await query(page).fill('glass');
    await expect(results(page)).toHaveText(['Glass AvenueOdette VargaSingles']);
    await query(page).fill('glass bell');
    await expect(popup(page).getByRole('status')).toHaveText(
      'No results. Only your own releases are searched.',
    );
  });

  test.each([
    ['contentId and userId', 'Glass Avenue', 'content-1', 'artist-1'],
    ['id and artistId', 'Glass Bell', 'content-2', 'artist-2'],
  ])(
    '[R-REL-12] an existing release is released by its %s',
    async (_spelling, song, contentId, artistId) => {
      const { page, services } = await openPopup((played) => {
        playSummaries(played);
        playDocumentAt(played, `publicProfiles/${artistId}`, { username: 'the.artist' });
        played.play('/releaseDATFromSummary', 'silence');
      });
      await query(page).fill(song);
      await results(page).getByRole('button').click();
      await expect(popup(page)).toHaveCount(0);
      await choose(page, 'Tier', 'Silver');
      await reviewButton(page).click();
      await page.waitForURL('**/view-dat-submission');
      await expect(page.getByText('@the.artist')).toBeVisible();
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect
        .poll(() => services.askedOf('/releaseDATFromSummary').map(({ body }) => body))
        .toEqual([{ data: { contentId, tier: 'Silver' } }]);
    },
  );

  test('[R-REL-10] an item without a contentId is refused in a sentence, and not chosen', async () => {
    const { page } = await openPopup(playSummaries);
    await query(page).fill('coin');
    await results(page).getByRole('button').click();
    await expect(popup(page).getByText('This item is missing a contentId.')).toBeVisible();
    await expect(results(page).getByRole('button')).toHaveAccessibleDescription(
      /This item is missing a contentId\.$/,
    );
    await popup(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('None chosen')).toBeVisible();
  });

  test('[R-REL-08] the popup waits 500 ms for the next letter, says that it searches, and takes 80 characters', async () => {
    const { page, services } = await openPopup((played) =>
      played.play('/documents/musicSummaries', 'silence'),
    );
    const asked = () => services.askedOf('/documents/musicSummaries').length;
    await stopClock(page);
    await query(page).pressSequentially('gl');
    await page.clock.runFor(499);
    await query(page).pressSequentially('a');
    await page.clock.runFor(499);
    await networkTurn(page);
    expect(asked()).toBe(0);
    await expect(popup(page).getByText('Searching…')).toBeVisible();
    await page.clock.runFor(1);
    await expect.poll(asked).toBe(1);
    await query(page).fill('');
    await query(page).pressSequentially('x'.repeat(82));
    await expect(query(page)).toHaveValue('x'.repeat(80));
  });

  test('[R-REL-09] a closed popup is noticed by the next poll, every 8 s, and its search is aborted', async () => {
    const { page, services } = await openPopup((played) =>
      played.play('/documents/musicSummaries', 'silence'),
    );
    const takenBack: string[] = [];
    page.on('requestfailed', (request) => takenBack.push(request.failure()?.errorText ?? ''));
    await stopClock(page);
    await query(page).fill('glass');
    await page.clock.runFor(500);
    await expect.poll(() => services.askedOf('/documents/musicSummaries').length).toBe(1);
    await page.clock.runFor(8_100);
    await popup(page).getByRole('button', { name: 'Close' }).click();
    await expect(popup(page)).toHaveCount(0);
    // 15.9 s after the start: closing alone aborts nothing.
    await page.clock.runFor(7_800);
    await networkTurn(page);
    expect(takenBack).toEqual([]);
    await page.clock.runFor(200);
    await expect.poll(() => takenBack).toEqual(['net::ERR_ABORTED']);
  });
});
