import { readFile } from 'node:fs/promises';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const noon = Date.UTC(2026, 10, 28, 12);
const stream = (ago: number, rest: object = {}) => ({
  kind: 'stream-earnings',
  at: noon - ago * 1_000,
  datId: ago % 2 === 0 ? 'bus' : 'marble',
  platform: 'spotify',
  date: `2026-11-${String(20 + (ago % 7)).padStart(2, '0')}`,
  earnedMicros: 19_250,
  ...rest,
});
const claimed = (ago: number) => ({ kind: 'rewards-claimed', at: noon - ago * 1_000, qty: 1 });

const given = (movements: readonly object[], rest: Partial<Given> = {}): Given => ({
  user,
  documents: {
    ...Object.fromEntries(movements.map((one, at) => [`users/fan/movements/m${at}`, one])),
    'assetsSummary/main': {
      assets: [
        { id: 'bus', SongName: 'Night Bus to Lagos', creatorId: 'ada' },
        { id: 'marble', SongName: 'Marble Season', creatorId: 'ada' },
      ],
    },
  },
  ...rest,
});

const rowsIn = (page: Page) =>
  page.getByRole('table', { name: 'Movements, newest first' }).locator('tbody > tr');

const textsOf = async (page: Page): Promise<string[]> =>
  (await rowsIn(page).locator('.history-what').allTextContents()).map(
    (text) => text.split('Streams of')[0] ?? '',
  );

test('consecutive stream movements form one row, which opens to each of them and adds up', async () => {
  const movements = [
    stream(1),
    claimed(2),
    ...Array.from({ length: 7 }, (_, at) => stream(3 + at)),
    stream(10, { kind: 'stream-correction', earnedMicros: -1_000, debtMicros: 0 }),
    claimed(11),
  ];
  const { page } = await portal.open('/wallet/history', given(movements));
  await expect(rowsIn(page)).toHaveCount(4);
  const run = rowsIn(page).nth(2);
  await expect(run.locator('summary')).toHaveText('Streams, 7 days, 2 works, 1 corrected');
  // 7 × $0.01925 − $0.001
  await expect(run.locator('td').last()).toHaveText('+$0.134');
  await expect(run.getByRole('listitem')).toHaveCount(0);
  await run.locator('summary').click();
  await expect(run.getByRole('listitem')).toHaveCount(8);
  await expect(run.getByRole('link', { name: /^Streams of .* on Spotify/ })).toHaveCount(7);
  const shown = await run.locator('.history-item > :last-child').allTextContents();
  const thousandths = shown.map((text) =>
    Math.round(Number(text.replace(/[+$]/g, '').replace('−', '-')) * 1_000),
  );
  expect(thousandths.reduce((sum, each) => sum + each, 0)).toBe(134);
  await expect(run).toContainText('Rounding');
  expect(await axeFaults(page)).toEqual([]);
});

test('[N-JOB-03] debts show only the corrections of a day that has first earnings too', async () => {
  const { at, date, platform, ...work } = stream(1);
  const share = { ...work, platform, streams: 10, streamMicros: 4_000, sharePpm: 25_000 };
  const day = {
    kind: 'stream-correction',
    at,
    date,
    earnedMicros: 18_250,
    debtMicros: 1_000,
    shares: [
      { ...share, revision: 0 },
      { ...share, platform: 'apple_music', revision: 1, earnedMicros: -1_000, debtMicros: 1_000 },
    ],
  };
  const { page } = await portal.open('/wallet/history?show=debts', given([day, claimed(2)]));
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(rowsIn(page)).toContainText('Corrected streams of Marble Season on Apple Music');
  await expect(rowsIn(page).locator('td').last()).toHaveText('−$0.001');
});

test('a row of streams cut by the page says "so far", and Show more completes it without gaps or repeats', async () => {
  const movements = [...Array.from({ length: 60 }, (_, at) => stream(at)), claimed(70)];
  const { page } = await portal.open('/wallet/history', given(movements));
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(rowsIn(page).locator('summary')).toHaveText('Streams, 7 days, 2 works so far');
  await expect(rowsIn(page).locator('td').last()).toHaveText('+$0.963 so far');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rowsIn(page)).toHaveCount(2);
  await expect(rowsIn(page).locator('summary')).toHaveText('Streams, 7 days, 2 works');
  await rowsIn(page).locator('summary').click();
  await expect(rowsIn(page).getByRole('listitem')).toHaveCount(60);
  await expect(rowsIn(page).first().locator('td').last()).toHaveText('+$1.155');
});

test('a page that ends where a row of streams ends shows it whole', async () => {
  const movements = [...Array.from({ length: 50 }, (_, at) => stream(at)), claimed(70)];
  const { page } = await portal.open('/wallet/history', given(movements));
  await expect.poll(() => textsOf(page)).toEqual(['Streams, 7 days, 2 works']);
});

test('the address of one movement opens its row, and the CSV file lists every movement', async () => {
  const movements = Array.from({ length: 8 }, (_, at) => stream(at));
  const options = { viewport: { width: 320, height: 740 } };
  const { page } = await portal.open('/wallet/history#m5', given(movements, { options }));
  const named = page.locator('li[aria-current]');
  await expect(named).toBeInViewport();
  await expect(named).toContainText('Streams of Marble Season on Spotify, 25 Nov 2026');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const csv = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(csv).toHaveLength(1 + 8);
});
