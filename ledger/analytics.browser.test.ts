import type { Locator, Page, Request } from '@playwright/test';
import { expect, test } from 'vitest';
import { sideIn } from './src/views/analytics/chart-view.ts';
import { foldedStreams } from './testing/folded-streams.ts';
import { ledgerSite } from './testing/ledger-site.ts';
import { manyAssets, storedData } from './testing/stored-world.ts';

const patiently = { timeout: 10_000 };

/** Stored streams, read on Friday, 20 Nov 2026, in ISO week 47. */
const streams = foldedStreams({
  today: '2026-11-20',
  summary: {
    'dat-0': {
      spotify: {
        dates: {
          '2026-08-31': 77,
          '2026-09-30': 500,
          '2026-10-19': 1_000,
          ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8].map((day) => [`2026-11-0${day}`, 10])),
          '2026-11-12': 100,
          '2026-11-13': { streams: 120, downloads: 4 },
          '2026-11-14': 90,
          '2026-11-16': 200,
          '2026-11-17': 210,
          '2026-11-18': 250,
        },
      },
      apple_music: { dates: { '2026-11-18': 30 } },
      amazon_music: { dates: { '2026-11-17': { streams: 5 } } },
    },
    'dat-1': {
      spotify: {
        dates: {
          '2026-11-13': 10,
          '2026-11-14': 20,
          '2026-11-15': 30,
          '2026-11-16': 40,
          '2026-11-17': 50,
          '2026-11-18': 60,
          '2026-11-19': 123_456,
        },
      },
    },
  },
  stats: {
    'dat-0': { daily: { '2026-11-18': 7 }, monthly: { '2026-10': 40 }, totalEarnings: 12.3456 },
    'dat-1': { daily: { '2026-11-19': 0 }, totalEarnings: 1.5 },
  },
});

const site = ledgerSite({ ...storedData(manyAssets(2)), streams });

const label = (page: Page): Locator => page.locator('#analytics-label');
const chart = (page: Page): Locator => page.locator('.chart');
const drawn = (page: Page): Locator => page.locator('.chart-live .apexcharts-svg');
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Select Options' });

const cellsOf = (page: Page, part: 'tbody' | 'tfoot'): Promise<string[][]> =>
  page
    .locator(`.figures-table ${part} tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent)),
    );

async function goTo(page: Page, datId: string, platform: string, time: string): Promise<void> {
  await page.goto(`${site.origin()}/analytics/${datId}?platform=${platform}&time=${time}`);
  const named = platform === 'all' ? 'All platforms' : platform;
  await label(page).getByText(`${named}, ${time}`, { exact: true }).waitFor();
}

async function choose(page: Page, ...chips: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click();
  for (const chip of chips) await dialog(page).getByText(chip, { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
}

test('[R-ANA-01] /analytics says "No asset selected" without a work, and opens the work that its address names', async () => {
  const page = await site.open('/analytics');
  await page.getByText('No asset selected', { exact: true }).waitFor();
  await page.goto(`${site.origin()}/analytics?songName=Song+1`);
  await page.getByText('No asset selected', { exact: true }).waitFor();
  await page.goto(
    `${site.origin()}/analytics?assetId=dat-1&songName=Song+1&platform=spotify&time=3m`,
  );
  await page.waitForURL('**/analytics/dat-1?platform=spotify&time=3m');
  await page.getByRole('heading', { level: 1, name: 'Song 1', exact: true }).waitFor();
  expect(await label(page).innerText()).toBe('spotify, 3m');
  expect(await page.getByText('No asset selected').count()).toBe(0);
});

test('[N-INP-01] the page loads the small picture of its work, and no larger one', async () => {
  const page = await site.open('/analytics');
  const loaded: string[] = [];
  const note = (request: Request) => loaded.push(new URL(request.url()).pathname);
  page.on('request', note);
  await page.goto(`${site.origin()}/analytics/dat-0`);
  const picture = page.locator('img[width="88"]');
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  await choose(page, 'spotify', '3m');
  await label(page).getByText('spotify, 3m', { exact: true }).waitFor();
  page.off('request', note);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(450);
  expect(new Set(loaded.filter((path) => /sleeves|dat_artwork|share/.test(path)))).toEqual(
    new Set([expect.stringMatching(/^\/sleeves\/dat-0-[0-9a-f]{8}-450\.webp$/)]),
  );
});

test('[R-ANA-02] [R-ANA-03] Select Options has two rows of chips and Done, and the header says what was chosen', async () => {
  const page = await site.open('/analytics/dat-0');
  expect(await label(page).innerText()).toBe('All platforms, week');
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(await dialog(page).getByRole('heading').innerText()).toBe('Select Options');
  const chips = (row: string) =>
    dialog(page).getByRole('group', { name: row }).locator('label').allInnerTexts();
  expect(await chips('Platform')).toEqual(['all', 'spotify', 'apple', 'amazon', 'spndat']);
  expect(await chips('Time')).toEqual(['week', 'month', '3m']);
  for (const first of ['all', 'week']) {
    expect(await dialog(page).getByRole('radio', { name: first, exact: true }).isChecked()).toBe(
      true,
    );
  }
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await dialog(page).waitFor({ state: 'hidden' });

  await choose(page, 'spotify', '3m');
  await label(page).getByText('spotify, 3m', { exact: true }).waitFor();
  expect((await cellsOf(page, 'tbody')).map(([period]) => period)).toEqual([
    'Sep 2026',
    'Oct 2026',
    'Nov 2026 up to 18 Nov',
  ]);
  await page.goBack();
  await label(page).getByText('All platforms, week', { exact: true }).waitFor();
  await page.goForward();
  await label(page).getByText('spotify, 3m', { exact: true }).waitFor();
  await page.reload();
  await label(page).getByText('spotify, 3m', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(await dialog(page).getByRole('radio', { name: 'spotify' }).isChecked()).toBe(true);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await choose(page, 'all', 'week');
  for (const platform of ['apple', 'amazon', 'spndat']) {
    await choose(page, platform);
    await label(page).getByText(`${platform}, week`, { exact: true }).waitFor();
  }
});

test('[R-ANA-05] [R-ANA-06] a week is the 7 days up to the latest with data, a month 4 ISO weeks, 3m the 3 months up to today’s', async () => {
  const page = await site.open('/about');
  await goTo(page, 'dat-0', 'spotify', 'week');
  expect(await cellsOf(page, 'tbody')).toEqual([
    ['Thu 12 Nov', '100', '–', '–'],
    ['Fri 13 Nov', '120', '4', '+20'],
    ['Sat 14 Nov', '90', '–', '−30'],
    ['Sun 15 Nov', '–', '–', '–'],
    ['Mon 16 Nov', '200', '–', '–'],
    ['Tue 17 Nov', '210', '–', '+10'],
    ['Wed 18 Nov', '250', '–', '+40'],
  ]);
  expect(await cellsOf(page, 'tfoot')).toEqual([['Total', '970', '4', '']]);

  await goTo(page, 'dat-0', 'spotify', 'month');
  expect(await cellsOf(page, 'tbody')).toEqual([
    ['Week 44 26 Oct to 1 Nov', '–', '–', '–'],
    ['Week 45 2 to 8 Nov', '70', '–', '–'],
    ['Week 46 9 to 15 Nov', '310*, not complete', '4', '–'],
    ['Week 47 16 to 22 Nov, up to 18 Nov', '660*, not complete', '–', '–'],
  ]);

  await goTo(page, 'dat-0', 'spotify', '3m');
  expect((await cellsOf(page, 'tbody')).map((row) => row.slice(0, 2))).toEqual([
    ['Sep 2026', '500*, not complete'],
    ['Oct 2026', '1,000*, not complete'],
    ['Nov 2026 up to 18 Nov', '1,040*, not complete'],
  ]);
  expect((await cellsOf(page, 'tfoot'))[0]?.[1]).toBe('2,540');
});

test('[R-ANA-05] [R-ANA-06] the choice "all" adds up the platforms and our own plays', async () => {
  const page = await site.open('/analytics/dat-0');
  expect((await cellsOf(page, 'tbody')).map((row) => row.slice(0, 2))).toEqual([
    ['Thu 12 Nov', '100*, not complete'],
    ['Fri 13 Nov', '120*, not complete'],
    ['Sat 14 Nov', '90*, not complete'],
    ['Sun 15 Nov', '–'],
    ['Mon 16 Nov', '200*, not complete'],
    ['Tue 17 Nov', '215*, not complete'],
    // 250 + 30 + 7
    ['Wed 18 Nov', '287*, not complete'],
  ]);
});

test('[R-ANA-04] the chart is an area with a line, labels its points, names the first, middle and last day, and is at most 480 wide', async () => {
  const page = await site.open('/about');
  await goTo(page, 'dat-1', 'spotify', 'week');
  await drawn(page).waitFor();
  const labels = ['10', '20', '30', '40', '50', '60', '123K'];
  expect(await page.locator('.apexcharts-datalabel').allTextContents()).toEqual(labels);
  expect(await page.locator('.chart-frame text').allTextContents()).toEqual([
    '13 Nov',
    '16 Nov',
    '19 Nov',
  ]);
  for (const part of ['.apexcharts-area', '.apexcharts-line-series, .apexcharts-area-series']) {
    expect(await drawn(page).locator(part).count()).toBeGreaterThan(0);
  }
  const wide = await chart(page).boundingBox();
  expect(wide?.width).toBeGreaterThan(300);
  expect(wide?.width).toBeLessThanOrEqual(480);
  expect((await drawn(page).boundingBox())?.width).toBeLessThanOrEqual(480);
});

test.each(['hovering', 'touching'] as const)(
  '[R-ANA-04] %s a point of the chart shows its date and its streams',
  async (way) => {
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } };
    const page = await site.open('/about', way === 'touching' ? touch : {});
    await goTo(page, 'dat-1', 'spotify', 'week');
    await drawn(page).waitFor();
    await chart(page).scrollIntoViewIfNeeded();
    const tooltip = page.locator('.apexcharts-tooltip.apexcharts-active');
    expect(await tooltip.count()).toBe(0);
    const box = await chart(page).boundingBox();
    if (!box) throw new Error('There is no chart.');
    expect(box.width).toBeLessThanOrEqual(way === 'touching' ? 360 : 480);
    for (const [across, shown] of [
      [0.5, 'Mon 16 Nov 202640 streams'],
      [0.05, 'Fri 13 Nov 202610 streams'],
      [0.95, 'Thu 19 Nov 2026123,456 streams'],
    ] as const) {
      const [x, y] = [box.x + box.width * across, box.y + 120];
      await (way === 'touching' ? page.touchscreen.tap(x, y) : page.mouse.move(x, y));
      await expect.poll(() => tooltip.textContent(), patiently).toBe(shown);
    }
  },
);

test.each([
  ['dat-0', 'spotify', 'week'],
  ['dat-0', 'apple', 'week'],
  ['dat-0', 'all', 'month'],
  ['dat-0', 'spotify', '3m'],
] as const)(
  '[N-INP-12] the tip of the chart (%s, %s, %s) names the period under the pointer, gaps included',
  async (datId, platform, time) => {
    const page = await site.open('/about');
    await goTo(page, datId, platform, time);
    await chart(page).scrollIntoViewIfNeeded();
    await drawn(page).waitFor();
    const tip = page.locator('.apexcharts-tooltip.apexcharts-active');
    // 'Sun 15 Nov', 'Week 47' or 'September': the table says more of weeks, the tip the year.
    const periods = (await cellsOf(page, 'tbody')).map(
      ([period = '']) => /^(?:Week \d+|\w{3} \d+ \w{3}|\w+)/.exec(period)?.[0] ?? period,
    );
    expect(new Set(periods).size).toBeGreaterThan(2);
    const box = await drawn(page).boundingBox();
    if (!box) throw new Error('There is no chart.');
    const side = sideIn(box.width);
    const step = (box.width - 2 * side) / (periods.length - 1);
    // From right to left: the point before must not stay.
    for (const [index, period] of [...periods.entries()].toReversed()) {
      for (const beside of [0.3, -0.3]) {
        // Beyond the first and the last point there is no chart to point at.
        const x = side + Math.max(0, Math.min(step * (index + beside), box.width - 2 * side - 1));
        await page.mouse.move(box.x + x, box.y + 120);
        await expect.poll(() => tip.textContent(), patiently).toContain(period);
      }
    }
  },
);

test('a filter changed while a chart is drawn ends that chart, and the next chart is drawn', {
  tags: 'long',
}, async () => {
  const page = await site.open('/analytics/dat-0');
  await chart(page).scrollIntoViewIfNeeded();
  await drawn(page).waitFor();
  await page.evaluate(() => {
    // The effect of another filter on the chart's box, as early as possible.
    const seen = new MutationObserver(() => {
      const begun = document.querySelector('.chart:not(.chart-live):has(.chart-layer)');
      if (!begun) return;
      seen.disconnect();
      begun.remove();
      document.body.dataset.hasCome = '';
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await choose(page, 'month');
  await page.locator('body[data-has-come]').waitFor({ state: 'attached' });
  await choose(page, 'spotify');
  await drawn(page).waitFor();
});

test('[R-ANA-07] earnings from streams have 2 decimals, and a third if needed', async () => {
  const page = await site.open('/about');
  for (const [datId, shown] of [
    ['dat-0', '$12.346'],
    ['dat-1', '$1.50'],
  ]) {
    await page.goto(`${site.origin()}/analytics/${datId}`);
    expect(await page.getByText(/^Stream earnings: /).innerText()).toBe(
      `Stream earnings: ${shown}`,
    );
  }
});
