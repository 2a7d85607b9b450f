import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type {} from './testing/leaving-harness.tsx';

const site = browserSite({
  pages: { '/': <div id="root" /> },
  live: '../../portal/src/features/release/review/testing/leaving-harness.tsx',
});

const question = 'The release is not submitted yet. Leave this page and stop the upload?';

const seen = (page: Page) =>
  page.evaluate(() => {
    const { questions, stops, begun } = window.leaving;
    return { questions, stops, begun, path: location.pathname };
  });
const answer = (page: Page, isSure: boolean) =>
  page.evaluate((next) => {
    window.leaving.answer = next;
  }, isSure);

async function uploading(): Promise<Page> {
  const page = await site.open('/');
  await page.getByText('before').waitFor();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByText('uploading').waitFor();
  return page;
}

const asked = (page: Page, times: number) =>
  page.waitForFunction((count) => window.leaving.questions.length === count, times);

test('a user who declines to leave stays, after a link, Back or closing, and the upload goes on', async () => {
  const page = await uploading();
  await page.getByRole('link', { name: 'Wallet' }).click();
  await asked(page, 1);
  await page.evaluate(() => history.back());
  await asked(page, 2);
  await page.waitForFunction(() => location.pathname === '/view-dat-submission');
  await page.getByText('uploading 2').waitFor();
  expect(await seen(page)).toEqual({
    questions: [question, question],
    stops: 0,
    begun: 1,
    path: '/view-dat-submission',
  });
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await closing).type()).toBe('beforeunload');
  await (await closing).dismiss();
  await page.getByText('uploading').waitFor();
});

test('the upload stops when the user agrees to leave, before the next screen has loaded', async () => {
  const page = await uploading();
  await answer(page, true);
  await page.getByRole('link', { name: 'Wallet' }).click();
  await page.waitForFunction(() => location.pathname === '/wallet');
  expect(await seen(page)).toMatchObject({ questions: [question], stops: 1 });
  await page.evaluate(() => window.leaving.load());
  await page.getByText('wallet', { exact: true }).waitFor();
});

test('the upload also stops when the user goes back', async () => {
  const page = await uploading();
  await answer(page, true);
  await page.evaluate(() => history.back());
  await page.getByText('before').waitFor();
  expect(await seen(page)).toMatchObject({ questions: [question], stops: 1, path: '/' });
});

test('a user who leaves by a link and goes back in the same moment keeps the screen, and the upload is stopped', async () => {
  const page = await uploading();
  await answer(page, true);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('a[href="/wallet"]')?.click();
    history.back();
  });
  await page.waitForFunction(() => location.pathname === '/view-dat-submission');
  await page.getByText('stopped').waitFor();
  expect(await seen(page)).toMatchObject({ stops: 1, begun: 1 });
});
