import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StackHandle } from '@datchain/emulators/stack/control.ts';
import { storageBucket } from '@datchain/emulators/stack/environment.ts';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Page } from '@playwright/test';
import { FieldValue } from 'firebase-admin/firestore';
import sharp from 'sharp';
import type { Admin } from './support/admin.ts';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { aPng } from './support/release-form.ts';
import {
  aSongName,
  bothFiles,
  expect,
  expectReview,
  fillForm,
  goToReview,
  ownWav,
  recordReleasing,
  submitButton,
  test,
  throttleUpload,
} from './support/releases.ts';
import { rebuilt } from './support/run-rebuild.ts';

const MB = 1024 * 1024;
const released = 'DAT released successfully!';

const pressSubmit = (page: Page): Promise<string> =>
  alertAfter(page, () => submitButton(page).click());

const submitting = (page: Page) => page.getByRole('button', { name: 'Submitting…' });
const audioBar = (page: Page) => page.getByRole('progressbar', { name: /\.wav$/ });

/** The DATS that are released for an artist. */
async function datsOf({ firestore }: Admin, { uid }: NewUser): Promise<string[]> {
  const pages = await firestore.collection(docs.assetsSummaries).get();
  const rows: { id: string; creatorId: string }[] = pages.docs.flatMap((page) =>
    page.get('assets'),
  );
  return rows.filter(({ creatorId }) => creatorId === uid).map(({ id }) => id);
}

/** The object at a path of the bucket, as an administrator sees it. */
async function objectAt({ addresses, projectId }: StackHandle, path: string) {
  const bucket = storageBucket(projectId);
  const url = `${addresses.storage}/b/${bucket}/o/${encodeURIComponent(path)}`;
  return (await fetch(url)).json() as Promise<{
    contentType: string;
    size: string;
    metadata: { uploader: string };
  }>;
}

/** What a rebuild of the ledger makes of the databases now: the text of a page. */
async function rebuiltPages(stack: StackHandle): Promise<(path: string) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-release-'));
  const siteDir = join(folder, 'site');
  await rebuilt({ siteDir, env: { SITE_URL: stack.addresses.hosting } });
  const texts = new Map(
    ['/dats', '/dats/2'].map((path) => [path, readFileSync(`${siteDir}${path}.html`, 'utf8')]),
  );
  const read = (path: string) => texts.get(path) ?? readFileSync(`${siteDir}${path}.html`, 'utf8');
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return read;
}

const cleanUp: (() => void)[] = [];
test.afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean();
});

test('[R-REV-03] [R-REV-05] [R-REV-06] [R-REV-07] [R-VIEW-10] [N-INP-10] a release from files is uploaded, called once and has its page at once, and in the site after a rebuild', async ({
  page,
  signIn,
  newOperator,
  artist,
  stack,
  admin,
}) => {
  test.slow();
  const operator = await newOperator();
  // As messengers name it: its content says what it is.
  const jpeg = await sharp((await bothFiles()).artwork.buffer)
    .jpeg()
    .toBuffer();
  const files = {
    ...(await bothFiles()),
    artwork: { name: 'cover.png', mimeType: 'image/png', buffer: jpeg },
  };
  const song = aSongName();
  await signIn(page, operator);
  await fillForm(page, artist, {
    song,
    ...files,
    tier: 'Platinum',
    producers: ['Joe Castellanos'],
  });
  const asked = recordReleasing(page);
  expect(await alertAfter(page, () => submitButton(page).dblclick())).toBe(released);
  await page.waitForURL((url) => url.pathname === '/');

  expect(asked.steps()).toEqual([
    'upload dat_artwork',
    'upload dat_audio',
    'address dat_artwork',
    'address dat_audio',
    'call releaseDAT',
  ]);
  const [artworkPath = '', audioPath = '', ...more] = asked.uploads();
  expect(artworkPath).toMatch(/^dat_artwork\/\d{13}_cover\.png$/);
  expect(audioPath).toMatch(/^dat_audio\/\d{13}_master\.wav$/);
  expect(more).toEqual([]);
  const address = (path: string) =>
    expect.stringContaining(`/o/${encodeURIComponent(path)}?alt=media&token=`);
  expect(asked.calls()).toEqual([
    {
      data: {
        songs: [
          {
            ArtistName: artist.artistName,
            ArtistNameLower: artist.artistName.toLowerCase(),
            artistId: artist.uid,
            SongName: song,
            songNameLower: song.toLowerCase(),
            isNFT: true,
            ArtworkURL: address(artworkPath),
            SongURL: address(audioPath),
            genres: ['rnb_soul'],
            artistFeatures: [],
            producers: [{ id: 'tag:joe castellanos', tag: 'Joe Castellanos' }],
            songwriters: [],
            recordLabels: [],
            collaborators: [],
            tier: 'Platinum',
          },
        ],
      },
    },
  ]);
  expect(await objectAt(stack, artworkPath)).toMatchObject({
    contentType: 'image/jpeg',
    size: String(files.artwork.buffer.length),
    metadata: { uploader: operator.uid },
  });
  expect(await objectAt(stack, audioPath)).toMatchObject({
    contentType: 'audio/wav',
    size: String(files.audio.buffer.length),
    metadata: { uploader: operator.uid },
  });

  const [datId = '', ...others] = await datsOf(admin, artist);
  expect(others).toEqual([]);
  await expect(page.getByText(`${song} is out`)).toBeVisible();
  await page.getByRole('link', { name: 'See its page' }).click();
  await page.waitForURL((url) => url.pathname === `/viewdat/${datId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(song);
  await expect(page.getByText(artist.artistName).first()).toBeVisible();
  const artwork = page.getByRole('main').locator('img').first();
  await expect(artwork).toHaveJSProperty('naturalWidth', 600);

  const pageOf = await rebuiltPages(stack);
  expect(pageOf(`/viewdat/${datId}`)).toContain(`${song}</h1>`);
  expect(pageOf('/dats')).toContain(song);

  await page.goto('/view-dat-submission');
  await expect(page.getByText('There is no release to review on this device.')).toBeVisible();
});

test('[R-REL-08] [R-REV-04] [R-REV-05] [R-VIEW-10] an existing release is chosen, and released by its own call alone', async ({
  page,
  signIn,
  newOperator,
  artist,
  admin,
}) => {
  test.slow();
  const song = aSongName();
  const contentId = `content-${artist.username}`;
  await admin.firestore.doc(docs.musicPage(1)).update({
    posts: FieldValue.arrayUnion({
      SongName: song,
      albumName: 'Singles',
      ArtistName: artist.artistName,
      contentId,
      userId: artist.uid,
    }),
  });
  await signIn(page, await newOperator());
  await page.goto('/release');
  await page.getByRole('tab', { name: 'Search Existing Release' }).click();
  await page.getByRole('button', { name: 'Search releases' }).click();
  await page.getByLabel('Song, artist or album').fill(song);
  await page.getByRole('button', { name: song }).click();
  await page.getByText('Silver', { exact: true }).click();
  await goToReview(page);
  await expect(page.getByText('No artwork selected')).toBeVisible();
  await expect(page.getByText(artist.artistName).first()).toBeVisible();
  await expect(page.getByText(`@${artist.username}`)).toBeVisible();
  await expect(page.locator('.review-creator img')).toHaveJSProperty('complete', true);

  const asked = recordReleasing(page);
  const said = await alertAfter(page, () => submitButton(page).dblclick());
  expect(said).toBe('DAT released from existing release!');
  await page.waitForURL((url) => url.pathname === '/');
  expect(asked.steps()).toEqual(['call releaseDATFromSummary']);
  expect(asked.calls()).toEqual([{ data: { contentId, tier: 'Silver' } }]);
  const [datId = '', ...others] = await datsOf(admin, artist);
  expect(others).toEqual([]);
  await page.goto(`/viewdat/${datId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(song);
});

test(
  '[R-REV-03] 100 MB of audio arrive over a connection that is lost half-way',
  { tag: ['@once', '@long'] },
  async ({ page, context, signIn, newOperator, artist, stack, consoleGuard }, info) => {
    test.slow();
    consoleGuard.expect(/ERR_INTERNET_DISCONNECTED/);
    const size = 100 * MB;
    const audio = info.outputPath('large.wav');
    writeFileSync(audio, ownWav('large.wav', size - 44).buffer);

    await signIn(page, await newOperator());
    await fillForm(page, artist, { song: aSongName(), artwork: await aPng('cover.png'), audio });
    const asked = recordReleasing(page);
    await throttleUpload(page, 20 * MB);
    const said = page.waitForEvent('dialog');
    await submitButton(page).click();
    const sent = async () => Number((await audioBar(page).getAttribute('value')) ?? 0);
    await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThan(10);
    await context.setOffline(true);
    await expect(page.locator('.notice', { hasText: 'Connection lost.' })).toBeVisible();
    await context.setOffline(false);
    const dialog = await said;
    expect(dialog.message()).toBe(released);
    await dialog.accept();
    await page.waitForURL((url) => url.pathname === '/');
    const [, audioPath = '', ...more] = asked.uploads();
    expect(more).toEqual([]);
    expect(asked.calls()).toHaveLength(1);
    expect(await objectAt(stack, audioPath)).toMatchObject({ size: String(size) });
  },
);

test('[R-REV-07] two operators who submit the same files at once make one DAT', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newOperator, anotherVisitor, artist, admin }) => {
  test.slow();
  const song = aSongName();
  const files = await bothFiles();
  const other = await anotherVisitor();
  const pages = [page, other];
  for (const each of pages) {
    await signIn(each, await newOperator());
    await fillForm(each, artist, { song, ...files });
  }
  expect(await Promise.all(pages.map(pressSubmit))).toEqual([released, released]);
  for (const each of pages) await each.waitForURL((url) => url.pathname === '/');
  expect(await datsOf(admin, artist)).toHaveLength(1);
});

test('[R-REV-05] what the server refuses is said with its reason, and nothing goes up twice', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newOperator, artist, consoleGuard }) => {
  test.slow();
  consoleGuard.expect(/status of 409.*releaseDAT/);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const song = aSongName();
  const files = await bothFiles();
  await signIn(page, await newOperator());
  await fillForm(page, artist, { song, ...files });
  expect(await pressSubmit(page)).toBe(released);
  await page.waitForURL((url) => url.pathname === '/');

  await fillForm(page, artist, { song, ...files, tier: 'Gold' });
  const asked = recordReleasing(page);
  const reason = `"${song}" has already been released with other details.`;
  expect(await pressSubmit(page)).toBe(`Error: ${reason}`);
  expect(logged.join()).toContain('The release was not submitted.');
  await expect(page.getByRole('alert')).toHaveText(reason);
  await expect(submitButton(page)).toBeEnabled();
  const uploads = asked.uploads();
  expect(uploads).toHaveLength(2);

  await page.reload();
  await expectReview(page);
  expect(await pressSubmit(page)).toBe(`Error: ${reason}`);
  expect(asked.uploads()).toEqual(uploads);
  expect(asked.calls()).toHaveLength(2);
});

test('[R-REV-05] a release whose answer is lost can be submitted again, and is made once', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newOperator, artist, admin, consoleGuard }) => {
  test.slow();
  consoleGuard.expect(/releaseDAT/);
  await signIn(page, await newOperator());
  await fillForm(page, artist, { song: aSongName(), ...(await bothFiles()) });
  const asked = recordReleasing(page);
  // The request arrives, the answer does not.
  await page.route('**/releaseDAT', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  expect(await pressSubmit(page)).toBe('Error: The server could not be reached.');
  await expect(page.getByRole('alert')).toContainText('Submitting again is safe');
  await expectAccessible(page, 'a release whose answer is lost');
  expect(await datsOf(admin, artist)).toHaveLength(1);
  await page.unroute('**/releaseDAT');
  const uploads = asked.uploads();
  expect(await pressSubmit(page)).toBe(released);
  await page.waitForURL((url) => url.pathname === '/');
  expect(asked.uploads()).toEqual(uploads);
  expect(await datsOf(admin, artist)).toHaveLength(1);
});

test('[R-REV-01] a release submitted by keyboard says that it is under way until it is made', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newOperator, artist }) => {
  await signIn(page, await newOperator());
  await fillForm(page, artist, { song: aSongName(), ...(await bothFiles()) });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/releaseDAT', async (route) => {
    await held;
    await route.continue();
  });
  const said = page.waitForEvent('dialog');
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The release is being made…')).toBeVisible();
  await expect(submitting(page)).toBeDisabled();
  await expectAccessible(page, 'a release that is being made');
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  answer();
  await (await said).accept();
  await page.waitForURL((url) => url.pathname === '/');
});
