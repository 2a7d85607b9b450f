import { expect, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { manyAssets, storedBlocks, storedData, storedMetrics } from './testing/stored-world.ts';

const [newest, ...older] = manyAssets(9);
const preview = {
  file: 'dat-0-01234567.mp3',
  bytes: 480_653,
  seconds: 30,
  start: 64,
  songSeconds: 222.4,
  peaks: 'z'.repeat(96),
};
const assets = [{ ...newest, preview }, ...older];
const site = ledgerSite(storedData(assets));
const phone = { viewport: { width: 360, height: 800 } };

test('[N-FST-01] titles, shared links and the logo of the landing say what a DAT is', async () => {
  const page = await site.open('/');
  const logo = page.getByRole('link', { name: 'datchain: songs in numbered editions' });
  expect(await logo.getAttribute('href')).toBe('/home');
  for (const path of ['/', '/home']) {
    await page.goto(`${site.origin()}${path}`);
    expect(await page.title()).toMatch(/songs in numbered editions/i);
    const shared = page.locator('meta[property="og:description"]');
    expect(await shared.getAttribute('content')).toContain(
      'A DAT is a song in up to 20 numbered editions.',
    );
  }
});

test('[N-FST-01] /home says what a DAT is and offers songs to play before it shows blocks', async () => {
  await site.write('tokenBlocks', storedBlocks);
  await site.write('metrics', storedMetrics);
  const page = await site.open('/home', phone);
  await page.getByText(/^Live, /).waitFor();
  await page.getByText('A DAT is a song in up to 20 numbered editions.').waitFor();
  const songs = page.locator('main .dat-card');
  expect(await songs.count()).toBe(4);
  const play = songs.first().getByRole('button', { name: /^Play / });
  const below = (box: Awaited<ReturnType<typeof play.boundingBox>>) =>
    (box?.y ?? Number.NaN) + (box?.height ?? 0);
  for (const part of [play, songs.first().getByRole('heading')]) {
    expect(below(await part.boundingBox())).toBeLessThanOrEqual(phone.viewport.height);
  }
  const order = await page
    .locator('main :is(.dat-grid, .metric-row, .block-sheet)')
    .evaluateAll((parts) => parts.map(({ className }) => className));
  expect(order.slice(0, 3)).toEqual(['dat-grid', 'metric-row', 'block-sheet']);
});

test('[N-FST-01] /home shows three blocks, and a press opens the others as cards', async () => {
  await site.write('metrics', storedMetrics);
  await site.write('tokenBlocks', {
    ...storedBlocks,
    150: { price: 1.5, platformRemaining: 7, sellQty: 0 },
    200: { price: 2, platformRemaining: 9, sellQty: 0 },
  });
  const page = await site.open('/home', phone);
  await page.getByText(/^Live, /).waitFor();
  const texts = async () =>
    (await page.locator('.block-cell:visible').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' '),
    );
  expect(await texts()).toHaveLength(3);
  await page.getByText('2 more, up to $2.00').click();
  expect((await texts()).slice(3)).toEqual([
    'Link 150 $1.50 per token Available: 7',
    'Link 200 $2.00 per token Available: 9',
  ]);
});
