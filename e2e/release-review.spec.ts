import { emptyDraft, type ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import type { Page } from '@playwright/test';
import { demoAccounts } from './support/accounts.ts';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { aPng } from './support/release-form.ts';
import {
  aSongName,
  bothFiles,
  expect,
  expectReview,
  fillForm,
  ownWav,
  recordReleasing,
  submitButton,
  test,
  throttleUpload,
} from './support/releases.ts';

const MB = 1024 * 1024;

const pressSubmit = (page: Page): Promise<string> =>
  alertAfter(page, () => submitButton(page).click());

const submitting = (page: Page) => page.getByRole('button', { name: 'Submitting…' });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const audioBar = (page: Page) => page.getByRole('progressbar', { name: /\.wav$/ });

/** How much of the audio is there, in percent. */
const sent = async (page: Page): Promise<number> =>
  Number((await audioBar(page).getAttribute('value')) ?? 0);

const fitsScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Keeps a draft as an older version of the form, or another tab, would have left it. */
const keepDraft = (page: Page, uid: string, change: Partial<ReleaseDraft>): Promise<void> =>
  page.evaluate(
    ([key, kept]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keyval', 'readwrite');
          writing.objectStore('keyval').put(kept, key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [`release-draft:${uid}`, { draft: { ...emptyDraft, ...change }, savedAt: 1 }] as const,
  );

test('[R-REL-01] the review is for those on the release list, and leads to the form when there is nothing to review', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newOperator }) => {
  await page.goto('/view-dat-submission');
  await expect(page.getByText('Log in with an account on the release list.')).toBeVisible();
  await signIn(page, demoAccounts.fan);
  await page.goto('/view-dat-submission');
  await expect(page.getByText('This account is not on the release list.')).toBeVisible();
  await signOut(page);
  await signIn(page, await newOperator());
  await page.goto('/view-dat-submission');
  await expect(page.getByText('There is no release to review on this device.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the release form' }).click();
  await expect(page).toHaveURL('/release');
});

async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.waitForURL('**/home');
}

test('[R-REV-01] the review shows what will be released, also after a reload, and Edit leads back', async ({
  page,
  signIn,
  newOperator,
  artist,
}) => {
  const song = aSongName();
  await signIn(page, await newOperator());
  await fillForm(page, artist, {
    song,
    ...(await bothFiles()),
    tier: 'Gold',
    genre: 'hip_hop_rap',
    producers: ['Joe Castellanos', 'Mina Roth'],
  });
  await page.reload();
  await expectReview(page);
  const main = page.getByRole('main');
  const fact = (label: string) => main.locator('dl > div', { hasText: label }).locator('dd');
  await expect(main.getByText(artist.artistName).first()).toBeVisible();
  await expect(main.getByText(`@${artist.username}`)).toBeVisible();
  await expect(main.locator('.review-creator img')).toHaveJSProperty('complete', true);
  await expect(fact('DAT name')).toHaveText(song);
  await expect(fact('Artist').first()).toHaveText(artist.artistName);
  await expect(fact('Tier')).toContainText('Gold');
  await expect(fact('Tier')).toContainText(
    '20 editions at $50.00, 2.5% of the 5% we pay on streams each',
  );
  await expect(fact('Genre')).toHaveText('Rap');
  await expect(fact('Producers')).toHaveText(['Joe Castellanos', 'Mina Roth']);
  for (const label of ['Artist features', 'Songwriters', 'Record labels']) {
    await expect(fact(label)).toHaveText('–');
  }
  const artwork = page.getByRole('img', { name: `Artwork of ${song}` });
  await expect(artwork).toHaveJSProperty('naturalWidth', 600);
  const duration = () =>
    page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration);
  await expect.poll(duration).toBe(10);
  expect(await fitsScreen(page)).toBe(true);
  await expectAccessible(page, 'the review');

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL('/release');
  await expect(page.getByLabel('Song name')).toHaveValue(song);
});

test('[R-REV-02] a submission that lacks something is refused in this order, with nothing uploaded or called', {
  tag: '@long',
}, async ({ page, signIn, newOperator, artist }) => {
  const operator = await newOperator();
  const asked = recordReleasing(page);
  await signIn(page, operator);
  // What is kept on the device is kept by a page of the site.
  await page.goto('/about');
  for (const selectedArtist of [
    null,
    { uid: '', username: 'noid', artistName: 'No id', accountType: 'Artist', imageUrl: '' },
  ] as const) {
    await keepDraft(page, operator.uid, { selectedArtist });
    await page.goto('/view-dat-submission');
    expect(await pressSubmit(page)).toBe('Missing selected artist.');
  }
  await expect(page.getByRole('alert')).toHaveText('Missing selected artist.');
  await keepDraft(page, operator.uid, {
    mode: 'summary',
    summary: {
      contentId: '',
      songName: 'Lost',
      albumName: 'Singles',
      artistName: 'Nobody',
      artistId: '',
      datId: '',
    },
  });
  await page.reload();
  expect(await pressSubmit(page)).toBe('Missing contentId for summary release.');
  await expectAccessible(page, 'a refused submission');

  const { uid, username, artistName, profileImageUrl: imageUrl } = artist;
  const selectedArtist = { uid, username, artistName, accountType: 'Artist', imageUrl } as const;
  const song = { selectedArtist, hasProfile: 'yes', songName: aSongName(), genre: 'jazz' } as const;
  await keepDraft(page, operator.uid, song);
  await page.reload();
  await expect(page.getByText('No artwork selected')).toBeVisible();
  expect(await fitsScreen(page)).toBe(true);
  expect(await pressSubmit(page)).toBe('Please upload artwork.');
  await expect(submitButton(page)).toBeEnabled();
  expect(asked.steps()).toEqual([]);
});

/** Counts the locks that keep the screen awake as the page takes and gives them. */
const countWakeLocks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // The blank page that a journey ends on has none.
    if (!navigator.wakeLock) return;
    Object.assign(window, { wakeLocks: 0 });
    const count = (by: number) => {
      (window as unknown as { wakeLocks: number }).wakeLocks += by;
    };
    navigator.wakeLock.request = async () => {
      count(1);
      return { release: async () => count(-1) } as WakeLockSentinel;
    };
  });

const wakeLocks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { wakeLocks: number }).wakeLocks);

/** Submits, and waits until the audio is on its way. */
async function begin(page: Page): Promise<void> {
  await submitButton(page).click();
  await expect(submitting(page)).toBeDisabled();
  await expect(uploads(page).first()).toContainText('cover.png');
  await expect(uploads(page).first()).toContainText('uploaded');
  await expect.poll(() => sent(page)).toBeGreaterThan(0);
}

/** Before each test a release is on the review, whose audio takes a while. */
function beforeUpload({ bytes, bytesPerSecond }: { bytes: number; bytesPerSecond: number }): void {
  test.beforeEach(async ({ page, signIn, newOperator, artist }) => {
    test.slow();
    await countWakeLocks(page);
    await signIn(page, await newOperator());
    const audio = ownWav('master.wav', bytes);
    const artwork = await aPng('cover.png');
    await fillForm(page, artist, { song: aSongName(), artwork, audio });
    await throttleUpload(page, bytesPerSecond);
  });

  test.afterEach(async ({ page }) => {
    await throttleUpload(page);
  });
}

test.describe('uploads', () => {
  beforeUpload({ bytes: 2 * MB, bytesPerSecond: 100_000 });

  test('each file says how far it is; pausing, resuming and stopping work by keyboard, and a second try goes on', {
    tag: '@long',
  }, async ({ page }) => {
    const asked = recordReleasing(page);
    await begin(page);
    await expect(uploads(page).last()).toContainText(/of 2\.0\sMB, \d+%/);
    await expect(page.getByRole('status').filter({ hasText: /master\.wav/ })).toHaveText(
      /^master\.wav: (0|25|50|75)% uploaded\.$/,
    );
    expect(await fitsScreen(page)).toBe(true);
    await expectAccessible(page, 'a running upload');

    expect(await wakeLocks(page)).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The upload is paused.')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
    expect(await wakeLocks(page)).toBe(0);
    await expectAccessible(page, 'a paused upload');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
    const before = await sent(page);
    await expect.poll(() => sent(page)).toBeGreaterThan(before);

    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Stopped. What is uploaded is kept')).toBeVisible();
    await expect(submitButton(page)).toBeEnabled();
    await expectAccessible(page, 'a stopped upload');
    expect(asked.calls()).toEqual([]);

    const files = asked.uploads();
    await submitButton(page).click();
    await expect.poll(() => sent(page)).toBeGreaterThanOrEqual(Math.floor(before * 0.8));
    expect(asked.uploads()).toEqual(files);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('a lost connection is said, and the upload goes on by itself', {
    tag: ['@once', '@long'],
  }, async ({ page, context, consoleGuard }) => {
    consoleGuard.expect(/ERR_INTERNET_DISCONNECTED/);
    await begin(page);
    await context.setOffline(true);
    await expect(
      page.locator('.notice', {
        hasText: 'Connection lost. The upload will continue when it is back.',
      }),
    ).toBeVisible();
    await expectAccessible(page, 'an upload without a connection');
    const before = await sent(page);
    await context.setOffline(false);
    await throttleUpload(page, 2 * MB);
    await expect(page.locator('.notice', { hasText: 'Connection lost.' })).toHaveCount(0);
    await expect.poll(() => sent(page)).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('[R-REV-07] while one tab submits, another does not', { tag: ['@once', '@long'] }, async ({
    page,
    context,
  }) => {
    await begin(page);
    const second = await context.newPage();
    const asked = recordReleasing(second);
    await second.goto('/view-dat-submission');
    await expectReview(second);
    expect(await pressSubmit(second)).toBe(
      'Error: This release is being submitted in another tab.',
    );
    await expect(submitButton(second)).toBeEnabled();
    expect(asked.steps()).toEqual([]);
    await page.bringToFront();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('[R-REV-05] who is taken off the list meanwhile is refused, with the reason on the page too', {
    tag: ['@once', '@long'],
  }, async ({ page, admin, ownAccounts, consoleGuard }) => {
    consoleGuard.expect(/status of 403/);
    await begin(page);
    const list = admin.firestore.doc('portalAllowedUsers/allowedUsers');
    const users: string[] = (await list.get()).get('users');
    const [operator] = ownAccounts;
    await list.update({ users: users.filter((uid) => uid !== operator?.uid) });
    const refused = 'The file storage refused the upload.';
    expect(await alertAfter(page, () => throttleUpload(page))).toBe(`Error: ${refused}`);
    await expect(page.getByRole('alert')).toHaveText(refused);
    await expect(submitButton(page)).toBeEnabled();
  });
});

test.describe('leaving while a file is uploaded', () => {
  beforeUpload({ bytes: 2 * MB, bytesPerSecond: 100_000 });

  test('leaving asks first: by a link, by going back and by closing', { tag: '@once' }, async ({
    page,
  }) => {
    await begin(page);
    const questions: string[] = [];
    let answer = false;
    page.on('dialog', async (dialog) => {
      questions.push(`${dialog.type()}: ${dialog.message()}`);
      await (answer ? dialog.accept() : dialog.dismiss());
    });
    const question =
      'confirm: The release is not submitted yet. Leave this page and stop the upload?';
    await page.goBack();
    await expect.poll(() => questions).toEqual([question]);
    await expect(page).toHaveURL('/view-dat-submission');
    await expect(submitting(page)).toBeVisible();
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/wallet"]')?.click());
    await expect.poll(() => questions).toEqual([question, question]);
    await expect(submitting(page)).toBeVisible();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => questions.at(-1)).toMatch(/^beforeunload: /);
    await expect(submitting(page)).toBeVisible();
    const before = await sent(page);
    await expect.poll(() => sent(page)).toBeGreaterThan(before);

    answer = true;
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/wallet"]')?.click());
    await expect(page).toHaveURL('/wallet');
    await page.goBack();
    await expect(submitButton(page)).toBeEnabled();
  });

  test('who leaves by a link and goes back in the same moment finds the upload stopped', {
    tag: ['@once', '@long'],
  }, async ({ page }) => {
    const asked = recordReleasing(page);
    await begin(page);
    page.on('dialog', (dialog) => dialog.accept());
    // In one task: the address is back before the next screen could be drawn.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('a[href="/wallet"]')?.click();
      history.back();
    });
    await expect(submitButton(page)).toBeEnabled();
    await expect(page).toHaveURL('/view-dat-submission');
    expect(asked.calls()).toEqual([]);
  });
});

test('a draft that another tab has changed is shown again before it can be submitted', {
  tag: ['@once', '@long'],
}, async ({ page, context, signIn, newOperator, artist }) => {
  await signIn(page, await newOperator());
  await fillForm(page, artist, { song: aSongName(), ...(await bothFiles()) });
  const asked = recordReleasing(page);
  const second = await context.newPage();
  const renamed = aSongName();
  await second.goto('/release');
  await second.getByLabel('Song name').fill(renamed);
  await second.getByRole('button', { name: 'Review release' }).click();
  await expectReview(second);
  await page.bringToFront();
  await submitButton(page).click();
  await expect(page.getByText('The draft was changed in another tab.')).toBeVisible();
  await expect(page.getByText(renamed).first()).toBeVisible();
  expect(asked.steps()).toEqual([]);
});
