import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type {} from '../testing/watched-harness.tsx';

const site = browserSite({
  pages: { '/': <div id="root" /> },
  live: '../../portal/src/lib/testing/watched-harness.tsx',
});

const setPath = (page: Page, path: string | undefined) =>
  page.evaluate((next) => window.watched.setPath(next), path);
const change = async (page: Page, path: string, value: unknown) => {
  await page.waitForFunction((at) => at in window.watched.listeners, path);
  await page.evaluate(([at, next]) => window.watched.listeners[at as string]?.change(next), [
    path,
    value,
  ] as const);
};

test('[R-WAL-10] a figure follows the database without a reload', async () => {
  const page = await site.open('/');
  await setPath(page, 'wallets/fan');
  await page.getByText('loading').waitFor();
  await change(page, 'wallets/fan', 5);
  await page.getByText('5 tokens').waitFor();
  await change(page, 'wallets/fan', 7);
  await page.getByText('7 tokens').waitFor();
});

test('[R-SES-02] another user never sees the figures of the one before, not for one frame', async () => {
  const page = await site.open('/');
  await setPath(page, 'wallets/fan');
  await change(page, 'wallets/fan', 5);
  await page.getByText('5 tokens').waitFor();
  await setPath(page, 'wallets/newfan');
  await page.getByText('loading').waitFor();
  const drawn = await page.evaluate(() => window.watched.drawn);
  expect(drawn).toContain('wallets/newfan: loading');
  expect(drawn).not.toContain('wallets/newfan: 5 tokens');
  expect(await page.evaluate(() => Object.keys(window.watched.listeners))).toEqual([
    'wallets/newfan',
  ]);
});

test('[R-SES-02] signing out leaves no figure and no listener behind', async () => {
  const page = await site.open('/');
  await setPath(page, 'wallets/fan');
  await change(page, 'wallets/fan', 5);
  await setPath(page, undefined);
  await page.getByText('loading').waitFor();
  expect(await page.evaluate(() => Object.keys(window.watched.listeners))).toEqual([]);
});

test('a failed listener is started again', async () => {
  const page = await site.open('/');
  await setPath(page, 'tokenBlocks/36');
  await page.waitForFunction(() => 'tokenBlocks/36' in window.watched.listeners);
  await page.evaluate(() => {
    const { listeners } = window.watched;
    const first = listeners['tokenBlocks/36'];
    delete listeners['tokenBlocks/36'];
    first?.fail(new Error('revoked'));
  });
  await page.getByText('failed').waitFor();
  await change(page, 'tokenBlocks/36', 9);
  await page.getByText('9 tokens').waitFor();
});
