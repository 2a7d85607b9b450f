import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { aPng } from './support/release-form.ts';
import {
  aSongName,
  bothFiles,
  expect,
  expectReview,
  fillForm,
  ownWav,
  submitButton,
  test,
  throttleUpload,
} from './support/releases.ts';

const MB = 1024 * 1024;

const submitting = (page: Page) => page.getByRole('button', { name: 'Submitting…' });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const audioBar = (page: Page) => page.getByRole('progressbar', { name: /\.wav$/ });

/** How much of the audio is there, in percent. */
const sent = async (page: Page): Promise<number> =>
  Number((await audioBar(page).getAttribute('value')) ?? 0);

const fitsScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

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
});
