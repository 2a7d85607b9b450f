import { aPng } from '@datchain/testing/browsers/release-form.ts';
import {
  aSongName,
  expect,
  fillForm,
  ownWav,
  submitButton,
  test,
  throttleUpload,
} from '@datchain/testing/browsers/releases.ts';
import type { Page } from '@playwright/test';

const MB = 1024 * 1024;

const submitting = (page: Page) => page.getByRole('button', { name: 'Submitting…' });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const audioBar = (page: Page) => page.getByRole('progressbar', { name: /\.wav$/ });

/** How much of the audio is there, in percent. */
const sent = async (page: Page): Promise<number> =>
  Number((await audioBar(page).getAttribute('value')) ?? 0);

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
