import { uploadGone } from '@datchain/shared/domain/release/upload-path.ts';
import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import { aPng, aWav } from '@datchain/testing/browsers/release-form.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { keepDraft, writeDraft } from './testing/kept-draft.ts';
import { askedBesidesSession, releaseSite } from './testing/release-site.ts';

const site = releaseSite();

const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

const ada = {
  uid: 'ada',
  username: 'adaokonjo',
  artistName: 'Ada Okonjo',
  accountType: 'Artist',
  imageUrl: '',
} as const;

const song = { selectedArtist: ada, songName: 'Night Bus', genre: 'jazz' };

const summary = {
  contentId: 'content-1',
  songName: 'Glass Bell',
  albumName: 'Offcuts',
  artistName: 'Kestrel',
  artistId: '',
  datId: '',
};

test('[R-REV-02] a submission without artist or artist id, artwork or audio is refused in this order, and nothing is uploaded or called', async () => {
  const { page, services } = await site.open('/view-dat-submission', (played) => {
    played.play('firebasestorage.googleapis.com', 'silence');
  });
  const artwork = await aPng('front.png', 100);
  const audio = aWav('master.wav');
  for (const [draft, files, sentence] of [
    [{ ...song, selectedArtist: null }, { artwork, audio }, 'Missing selected artist.'],
    [{ ...song, selectedArtist: { ...ada, uid: '' } }, {}, 'Missing selected artist.'],
    [song, {}, 'Please upload artwork.'],
    [song, { audio }, 'Please upload artwork.'],
    [song, { artwork }, 'Please upload audio.'],
  ] as const) {
    await keepDraft(page, draft, files);
    expect(await alertAfter(page, () => submit(page).click())).toBe(sentence);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(submit(page)).toBeEnabled();
  }
  expect(askedBesidesSession(services)).toEqual([]);

  await keepDraft(page, song, { artwork, audio });
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Submitting…' })).toBeDisabled();
  await expect
    .poll(() => askedBesidesSession(services).map(({ what }) => what))
    .toEqual(['POST firebasestorage.googleapis.com/v0/b/played.firebasestorage.app/o']);
});

test('[R-REV-07] while one tab submits, another cannot; a change from another tab is shown before it is sent', async () => {
  const { page, services } = await site.open('/view-dat-submission', (played) => {
    played.play('firebasestorage.googleapis.com', 'silence');
  });
  await keepDraft(page, { mode: 'summary', summary });
  await expect(submit(page)).toBeEnabled();
  await page.evaluate(() => {
    const held = new Promise<void>((resolve) => {
      addEventListener('other-tab-ends', () => resolve());
    });
    void navigator.locks.request('release-submit:operator', () => held);
  });
  expect(await alertAfter(page, () => submit(page).click())).toBe(
    'Error: This release is being submitted in another tab.',
  );
  await page.evaluate(() => dispatchEvent(new Event('other-tab-ends')));
  const changed = { ...summary, songName: 'Glass Bells' };
  await writeDraft(page, { mode: 'summary', summary: changed });
  await submit(page).click();
  await expect(page.getByText('The draft was changed in another tab.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Glass Bells');
  await expect(submit(page)).toBeEnabled();
  expect(askedBesidesSession(services)).toEqual([]);
});

test('[R-REV-05] a release counts as made when its answer has another shape, with files and without', async () => {
  const { page, services } = await site.open('/view-dat-submission', (played) => {
    played.play('firebasestorage.googleapis.com', ({ what }) => {
      const name = decodeURIComponent(what.slice(what.lastIndexOf('/') + 1));
      return { json: { bucket: 'played.firebasestorage.app', name, downloadTokens: 'token' } };
    });
  });
  for (const [draft, files, call, said] of [
    [
      { mode: 'summary', summary },
      {},
      '/releaseDATFromSummary',
      'DAT released from existing release!',
    ],
    [
      song,
      { artwork: await aPng('front.png', 100), audio: aWav('master.wav') },
      '/releaseDAT',
      'DAT released successfully!',
    ],
  ] as const) {
    for (const result of [null, 'ok', { success: true }, { datIds: [7], datId: 7 }]) {
      services.play(call, { json: { result } });
      await page.goto(new URL('/view-dat-submission', page.url()).href);
      await keepDraft(page, draft, files, true);
      expect(await alertAfter(page, () => submit(page).click())).toBe(said);
      await page.waitForURL((url) => url.pathname === '/');
    }
  }
});

test('[R-REV-03] deleted uploads are reported as gone, and the next try uploads them again', async () => {
  site.expectComplaint(/status of 400/);
  const { page, services } = await site.open('/view-dat-submission', (played) => {
    played.play('firebasestorage.googleapis.com', ({ what }) =>
      what.startsWith('POST')
        ? 'silence'
        : { json: { bucket: 'played.firebasestorage.app', name: 'a', downloadTokens: 'token' } },
    );
    played.play('/releaseDAT', {
      status: 400,
      json: { error: { status: 'FAILED_PRECONDITION', message: uploadGone } },
    });
  });
  const files = { artwork: await aPng('front.png', 100), audio: aWav('master.wav') };
  await keepDraft(page, song, files, true);
  const uploads = () => services.asked.filter(({ what }) => /^POST .*\/o$/.test(what));
  const gone = 'The uploaded files are gone. Submit again to upload them again.';
  expect(await alertAfter(page, () => submit(page).click())).toBe(`Error: ${gone}`);
  await expect(page.getByRole('alert')).toHaveText(gone);
  expect(uploads()).toEqual([]);
  await submit(page).click();
  await expect.poll(() => uploads().length).toBe(1);
});

test('[R-REV-07] a failure of the server and a missing answer are reported in different words', async () => {
  const { page, services } = await site.open('/view-dat-submission');
  await keepDraft(page, { mode: 'summary', summary });
  site.expectComplaint(/status of 500/);
  const failing = (json: unknown) =>
    services.play('/releaseDATFromSummary', { status: 500, json: json });
  const refused = 'The release failed. Try again.';
  const safe = 'Submitting again is safe: the release is made only once.';
  failing({ error: { status: 'INTERNAL', message: refused } });
  expect(await alertAfter(page, () => submit(page).click())).toBe(`Error: ${refused}`);
  await expect(page.getByRole('alert')).toHaveText(
    `${refused}The server may still finish what it started. ${safe}`,
  );
  failing({});
  await alertAfter(page, () => submit(page).click());
  await expect(page.getByRole('alert')).toHaveText(
    `internalThere was no answer, so the release may have been made. ${safe}`,
  );
});
