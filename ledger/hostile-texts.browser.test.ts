import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { live } from '@datchain/shared/contracts/paths.ts';
import { publicPages } from '@datchain/shared/domain/public-pages.ts';
import { hostileTexts, rawMarkup } from '@datchain/testing/pure/hostile-texts.ts';
import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { aStoredAsset, storedData } from './testing/stored-world.ts';

function hostileWork(text: string, index: number) {
  const work = aStoredAsset(index);
  const people = [{ id: `tag:${text}`, tag: text }];
  return {
    ...work,
    SongName: text,
    ArtistName: text,
    albumName: text,
    creatorUsername: index % 2 === 0 ? `artist${index}` : text,
    artistFeatures: people,
    producers: people,
    songwriters: people,
    recordLabels: people,
    genres: [text],
    tier: text,
    editions: work.editions?.map((edition) => ({ ...edition, username: text })),
  };
}

const people = Object.fromEntries(
  hostileTexts.map((text, index) => [
    `artist${index}`,
    { about: text, links: [`https://ada.example/${encodeURI(text)}`], followers: 1 },
  ]),
);
const site = ledgerSite({ ...storedData(hostileTexts.map(hostileWork)), people });

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('what people write stays text', () => {
  test('[M-52] no file of the site contains markup from names or texts', () => {
    const pages = filesOf(site.dir()).filter((file) => /\.(html|xml|svg)$/.test(file));
    expect(pages.length).toBeGreaterThan(30);
    const found = pages.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const at = text.search(rawMarkup);
      return at < 0 ? [] : [`${file}: ${text.slice(Math.max(0, at - 60), at + 40)}`];
    });
    expect(found).toEqual([]);
  });

  test('[M-52] no page runs a script from names or texts, prebuilt or live', async () => {
    const ids = hostileTexts.map((_, index) => `dat-${index}`);
    for (const [index, id] of ids.entries()) {
      const username = hostileTexts[index];
      await site.write(live.datLive(id), { 1: { priceCents: 2_500, isForSale: true, username } });
    }
    const works = ids.flatMap((id) => [`/viewdat/${id}`, `/analytics/${id}`, `/certificate/${id}`]);
    const fixed = publicPages.map(({ path }) => path);
    const page = await site.open('/dats');
    for (const path of [...fixed, '/profile/artist0', ...works]) {
      await page.goto(site.origin() + path);
      await expect(page.locator('h1').first()).toBeAttached();
      expect(await page.evaluate(() => 'hacked' in window), path).toBe(false);
    }
    await page.goto(`${site.origin()}/viewdat/dat-0`);
    await expect(page.getByText(hostileTexts[0] ?? '').first()).toBeVisible();
    await page.goto(`${site.origin()}/profile/artist0`);
    await expect(page.locator('.profile-words > p')).toHaveText(hostileTexts[0] ?? '');
    await expect(page.getByRole('link', { name: 'ada.example' })).toHaveAttribute(
      'rel',
      /nofollow/,
    );
    await page.close();
    // There is no document store behind these pages. A policy that stops a script would complain.
    site.forgive(/The history cannot be read|net::ERR_CONNECTION_REFUSED/);
  });
});
