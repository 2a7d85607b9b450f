import { hostileTexts } from '@datchain/testing/pure/hostile-texts.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../testing/given.ts';
import { portalSite } from '../testing/portal-site.ts';

const portal = portalSite();

const works = hostileTexts.map((text, index) => ({
  id: `dat-${index}`,
  SongName: text,
  ArtistName: text,
  creatorUsername: text,
  creatorId: 'ada',
  creatorProfileURL: text,
  ArtworkURL: text,
  tier: text,
  genres: [text],
  producers: [{ id: text, tag: text }],
  editions: [{ edition: 1, price: 20, isForSale: true, currentOwnerId: 'ada', username: text }],
}));

const world: Given = {
  user: { uid: 'fan', email: 'fan@dats.test' },
  live: {
    'datchainwallets/fan': { 36: { price: 0.36, qty: 1_000 } },
    'users/fan/summary': { earnedCreditsStrings: { totalCredits: hostileTexts[0] } },
  },
  documents: {
    'users/fan': { username: hostileTexts[0] },
    'users/fan/wallet/main': {
      balance: 0,
      ownedDats: works.map(({ id }) => ({ id, edition: 1, earnings: 0, royalties: 2.5 })),
    },
    'assetsSummary/main': { assets: works },
  },
};

const untouched = async (page: Page) =>
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);

test('[M-52] the wallet and every work in it show what people wrote as text', async () => {
  portal.expectComplaint(/^Loading the image 'javascript:.* violates .* "img-src /);
  const { page } = await portal.open('/wallet', world);
  for (const text of hostileTexts) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await untouched(page);
  for (const [index, text] of hostileTexts.entries()) {
    const { page: work } = await portal.open(`/wallet/dat/dat-${index}`, world);
    await expect(work.getByText(text, { exact: true }).first()).toBeVisible();
    await untouched(work);
  }
});
