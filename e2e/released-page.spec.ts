import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putObject, uploadFiles } from '@datchain/functions/testing/uploads.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { releaseDat } from '@datchain/shared/contracts/release-calls.ts';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts } from './support/accounts.ts';
import type { Admin } from './support/admin.ts';
import { callAs } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { rebuilt } from './support/run-rebuild.ts';
import { shownDat } from './support/screens.ts';

const song = 'Minutes Old';

/** A photograph as someone uploads one: large, and not square. */
const photograph = (): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 3_000, height: 2_000, channels: 3, background: '#2138d4' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Whether the browser has drawn a picture, and how many dots it has. */
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((element) => (element as HTMLImageElement).naturalWidth);

/** Takes a release out of the lists again: later journeys count the demo world's. */
async function forget({ firestore, database }: Admin, id: string): Promise<void> {
  const main = firestore.doc(docs.assetsSummary);
  const rows: { id: string }[] = (await main.get()).get('assets');
  await main.update({ assets: rows.filter((row) => row.id !== id) });
  await firestore.doc(docs.release(id)).delete();
  const newest: { id: string }[] = (await database.ref(live.newestReleases).get()).val() ?? [];
  await database.ref(live.newestReleases).set(newest.filter((row) => row.id !== id));
}

test('[R-VIEW-10] a DAT released seconds ago has its page, is found and has its sleeves after the rebuild', {
  tag: ['@once', '@long'],
}, async ({ page, stack, admin }) => {
  test.slow();
  const { uid: uploader } = await admin.auth.getUserByEmail(demoAccounts.operator.email);
  const bytes = await photograph();
  const path = `dat_artwork/${Date.now()}_minutes.png`;
  const picture = { path, bytes, contentType: 'image/png', uploader };
  const ArtworkURL = await putObject(picture);
  const { SongURL } = await uploadFiles({ uid: uploader });
  const artist = await admin.firestore
    .collection(docs.publicProfiles)
    .where('username', '==', shownDat.creator)
    .get();
  const input = {
    ...{ ArtistName: shownDat.artist, ArtistNameLower: shownDat.artist.toLowerCase() },
    ...{ SongName: song, songNameLower: song.toLowerCase(), artistId: artist.docs[0]?.id },
    ...{ ArtworkURL, SongURL, isNFT: true, tier: 'Gold', genres: ['pop'], collaborators: [] },
    ...{ artistFeatures: [], producers: [], songwriters: [], recordLabels: [] },
  };
  const answer = await callAs(stack, demoAccounts.operator, releaseDat.name, { songs: [input] });
  const { result } = answer.body as { result: { datIds: string[] } };
  const [id = ''] = result.datIds;
  try {
    await lookAtOnce(page, id);
    const { file, html } = await rebuiltPage(stack.addresses.hosting, id);
    expect(html('/dats')).toMatch(
      new RegExp(`src="/sleeves/${id}-[0-9a-f]{8}\\.webp" srcSet="[^"]+-450\\.webp 450w`, 'i'),
    );
    const sleeve = /\/sleeves\/[^"]+?\.webp/.exec(html(`/viewdat/${id}`))?.[0] ?? '';
    expect(file(sleeve).length).toBeLessThan(bytes.length / 20);
    expect(file(sleeve.replace('.webp', '-450.webp')).length).toBeGreaterThan(0);
    expect(html(`/viewdat/${id}`)).not.toMatch(/(src|srcset)="[^"]*firebasestorage/i);
    expect(html(`/profile/${shownDat.creator}`)).toContain(song);
  } finally {
    await forget(admin, id);
  }
});

/** Before any rebuild: its own page, the grid and the search of an older page. */
async function lookAtOnce(page: Page, id: string): Promise<void> {
  await page.goto(`/viewdat/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(song);
  const artwork = page.getByRole('img', { name: `Artwork of ${song}` });
  await expect.poll(() => widthOf(artwork)).toBe(3_000);
  await expect.poll(() => widthOf(page.locator('.creator .avatar'))).toBeGreaterThan(0);
  await expect(page.getByText('20 of 20 for sale, from $50.00', { exact: true })).toBeVisible();

  await page.goto('/dats');
  await expect(page.getByRole('article').first()).toContainText(song);
  await page.getByRole('searchbox', { name: 'Artist or song' }).fill('minutes old');
  await expect(page.locator('#dats-summary')).toHaveText('1 DAT found');
  await expect(page.getByRole('article').filter({ hasText: song }).last()).toBeVisible();
}

/** Everything built again from the databases as they are, in a folder of its own. */
async function rebuiltPage(siteUrl: string, id: string) {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-released-'));
  const siteDir = join(folder, 'site');
  await rebuilt({ siteDir, env: { SITE_URL: siteUrl } });
  const paths = ['/dats', `/viewdat/${id}`, `/profile/${shownDat.creator}`];
  const pages = new Map(
    paths.map((path) => [path, readFileSync(`${siteDir}${path}.html`, 'utf8')]),
  );
  const file = (path: string): Buffer => readFileSync(join(siteDir, path));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { file, html: (path: string) => pages.get(path) ?? '' };
}
