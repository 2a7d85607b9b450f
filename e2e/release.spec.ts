import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import { storageBucket } from '@datchain/stack/environment.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import { builtAgain, textsWith } from '@datchain/testing/browsers/built-again.ts';
import {
  aSongName,
  bothFiles,
  expect,
  fillForm,
  goToReview,
  recordReleasing,
  submitButton,
  test,
} from '@datchain/testing/browsers/releases.ts';
import { FieldValue } from 'firebase-admin/firestore';
import sharp from 'sharp';

const released = 'DAT released successfully!';

async function listDats({ firestore }: Admin, { uid }: NewUser): Promise<string[]> {
  const pages = await firestore.collection(docs.assetsSummaries).get();
  const rows: { id: string; creatorId: string }[] = pages.docs.flatMap((page) =>
    page.get('assets'),
  );
  return rows.filter(({ creatorId }) => creatorId === uid).map(({ id }) => id);
}

async function objectAt({ addresses, projectId }: StackHandle, path: string) {
  const bucket = storageBucket(projectId);
  const url = `${addresses.storage}/b/${bucket}/o/${encodeURIComponent(path)}`;
  return (await fetch(url)).json() as Promise<{
    contentType: string;
    size: string;
    metadata: { uploader: string };
  }>;
}

test('[R-REV-03] [R-REV-05] [R-REV-06] [R-REV-07] [R-VIEW-10] [N-INP-10] a release uploads each file once under its true type, makes one call, and has its page at once and after a rebuild', async ({
  page,
  signIn,
  newOperator,
  artist,
  stack,
  admin,
}) => {
  test.slow();
  const operator = await newOperator();
  // Messengers name pictures like this; the content decides the type.
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

  const [datId = '', ...others] = await listDats(admin, artist);
  expect(others).toEqual([]);
  await expect(page.getByText(`${song} is out`)).toBeVisible();
  await page.getByRole('link', { name: 'See its page' }).click();
  await page.waitForURL((url) => url.pathname === `/viewdat/${datId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(song);
  await expect(page.getByText(artist.artistName).first()).toBeVisible();
  const artwork = page.getByRole('main').locator('img').first();
  await expect(artwork).toHaveJSProperty('naturalWidth', 600);

  const built = textsWith(await builtAgain(stack.addresses.hosting), song);
  expect(built).toEqual(expect.arrayContaining([`viewdat/${datId}.html`, 'dats.html']));

  await page.goto('/view-dat-submission');
  await expect(page.getByText('There is no release to review on this device.')).toBeVisible();
});

test('[R-REL-08] [R-REV-04] [R-REV-05] [R-VIEW-10] an existing release is chosen, and released by its own call only', async ({
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
  const [datId = '', ...others] = await listDats(admin, artist);
  expect(others).toEqual([]);
  await page.goto(`/viewdat/${datId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(song);
});
