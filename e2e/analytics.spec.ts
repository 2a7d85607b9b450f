import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import type { Admin } from './support/admin.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/ledger-test.ts';
import { aRelease, release } from './support/release.ts';
import { shownDat } from './support/screens.ts';

const address = `/analytics/${shownDat.id}`;
/** A work with months behind it, on every platform: every day of its week has plays of the chain's own player. */
const heardId = 'dat-marble-season';
const longHeard = `/analytics/${heardId}?platform=spndat`;

const label = (page: Page): Locator => page.locator('#analytics-label');
const table = (page: Page): Locator => page.getByRole('table');
const chart = (page: Page): Locator => page.locator('.chart');
const drawn = (page: Page): Locator => page.locator('.chart-live .apexcharts-svg');
const tooltip = (page: Page): Locator => page.locator('.apexcharts-tooltip.apexcharts-active');
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Select Options' });

const rowsOf = (page: Page): Promise<string[][]> =>
  table(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent)),
    );

async function choose(page: Page, ...chips: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click();
  for (const chip of chips) await dialog(page).getByText(chip, { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toBeHidden();
}

/** The stored days of a work on a platform, oldest first. */
async function storedDays(admin: Admin, id: string, platform: string): Promise<[string, number][]> {
  const { docs: summaries } = await admin.firestore.collection(docs.analyticsSummaries).get();
  const entry = summaries.map((summary) => summary.data()[id]).find(Boolean);
  const days = Object.entries<number | { streams: number }>(entry[platform].dates).map(
    ([day, plays]): [string, number] => [day, typeof plays === 'number' ? plays : plays.streams],
  );
  return days.sort(([a], [b]) => (a < b ? -1 : 1));
}

async function ownDays(admin: Admin, id: string): Promise<[string, number][]> {
  const stats = await admin.database.ref(`${live.streamStats(id)}/daily`).get();
  return Object.entries<number>(stats.val());
}

const dayAgo = (days: number) => utcDay(Date.now() - days * DAY_MILLIS);

const inWords = (count: number): string => count.toLocaleString('en-US');

/** 'Mon 16 Nov' as the table says it. */
function dayInWords(day: string): string {
  const text = new Date(day).toUTCString().replace(',', '').slice(0, 10);
  return text.replace(/ 0/, ' ').trim();
}

for (const search of ['', '?songName=Halogen']) {
  test(`[R-ANA-01] /analytics${search} says that no asset is selected`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto(`/analytics${search}`);
    await expect(page.getByText('No asset selected', { exact: true })).toBeVisible();
  });
}

test('[R-ANA-01] asset and song name in the address lead to the analytics of the asset', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`/analytics?assetId=${shownDat.id}&songName=Night+Bus&platform=spotify`);
  await expect(page).toHaveURL(`${address}?platform=spotify&time=week`);
  await expect(page.getByRole('heading', { level: 1, name: shownDat.song })).toBeVisible();
  await expect(label(page)).toHaveText('spotify, week');
});

test('[R-ANA-02] [R-ANA-03] the filter has two rows of chips and Done, and the header says what is chosen', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  await expect(label(page)).toHaveText('All platforms, week');
  await page.getByRole('button', { name: 'Filter' }).click();
  const chipsOf = (row: string) => dialog(page).getByRole('group', { name: row }).locator('label');
  await expect(chipsOf('Platform')).toHaveText(['all', 'spotify', 'apple', 'amazon', 'spndat']);
  await expect(chipsOf('Time')).toHaveText(['week', 'month', '3m']);
  await expect(dialog(page).getByRole('radio', { name: 'all' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused();

  await choose(page, 'apple', '3m');
  await expect(label(page)).toHaveText('apple, 3m');
  await expect(page).toHaveURL(`${address}?platform=apple&time=3m`);
});

test('[R-ANA-03] the filter is in the address: back, forward, reload and a shared link work', async ({
  page,
}) => {
  await page.goto(address);
  await choose(page, 'spotify');
  await choose(page, 'month', 'apple', 'amazon', '3m');
  await expect(label(page)).toHaveText('amazon, 3m');
  // However much was tried out, the dialog is one step.
  await page.goBack();
  await expect(label(page)).toHaveText('spotify, week');
  await page.goBack();
  await expect(label(page)).toHaveText('All platforms, week');
  await expect(page).toHaveURL(address);
  await page.goForward();
  await expect(label(page)).toHaveText('spotify, week');
  await page.reload();
  await expect(label(page)).toHaveText('spotify, week');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'spotify' })).toBeChecked();
});

test('[R-ANA-05] [R-ANA-06] a week has the seven days up to the latest one with data, as stored', {
  tag: ['@small', '@long'],
}, async ({ page, admin }) => {
  const days = await storedDays(admin, shownDat.id, 'spotify');
  const [last = ''] = days.at(-1) ?? [];
  const week = Array.from({ length: 7 }, (_, back) =>
    utcDay(Date.parse(last) - (6 - back) * DAY_MILLIS),
  );
  const known = new Map(days);
  const expected = week.map((day) => {
    const streams = known.get(day);
    return [dayInWords(day), streams === undefined ? '–' : inWords(streams)];
  });

  await page.goto(`${address}?platform=spotify`);
  await expect(label(page)).toHaveText('spotify, week');
  expect((await rowsOf(page)).map((row) => row.slice(0, 2))).toEqual(expected);
  const total = week.reduce((sum, day) => sum + (known.get(day) ?? 0), 0);
  await expect(table(page).locator('tfoot td').first()).toHaveText(inWords(total));
  await expect(page.locator('.figure-large')).toHaveText(inWords(total));
});

test('[R-ANA-05] [R-ANA-06] a month has four ISO weeks, 3m has three months, and all adds the platforms up', {
  tag: '@long',
}, async ({ page, admin }) => {
  const all = await Promise.all([
    ...['spotify', 'apple_music', 'amazon_music'].map((each) => storedDays(admin, heardId, each)),
    ownDays(admin, heardId),
  ]);
  await page.goto(`/analytics/${heardId}?time=month`);
  await expect(label(page)).toHaveText('all, month');
  const weeks = await rowsOf(page);
  expect(weeks).toHaveLength(4);
  for (const [week] of weeks)
    expect(week).toMatch(/^Week \d+ \d+( \w+)? to \d+ \w+(, up to \d+ \w+)?$/);

  await choose(page, '3m');
  await expect(label(page)).toHaveText('all, 3m');
  const months = await rowsOf(page);
  expect(months).toHaveLength(3);
  const sumOf = (month: string) =>
    all
      .flat()
      .filter(([day]) => new Date(day).toUTCString().slice(8, 16) === month)
      .reduce((sum, [, streams]) => sum + streams, 0);
  for (const [month = '', streams] of months) {
    expect(streams?.split('*')[0]).toBe(inWords(sumOf(month.slice(0, 8))));
  }
});

test('[R-ANA-07] what streams have brought is money with up to 3 decimals', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  await release(ownSite, [aRelease('dat-heard')]);
  const own = { daily: { [dayAgo(2)]: 40 }, totalEarnings: 1_234.5678 };
  await ownSite.write(live.streamStats('dat-heard'), own);
  await page.goto(`${ownSite.url}/analytics/dat-heard`);
  await expect(page.getByText(/^Stream earnings: /)).toHaveText('Stream earnings: $1,234.568');
});

test('[R-ANA-04] the chart has labelled points, three names below, and is at most 480 wide', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(longHeard);
  await expect(drawn(page)).toBeVisible();
  const rows = await rowsOf(page);
  const labels = page.locator('.apexcharts-datalabel');
  await expect(labels).toHaveText(rows.map(([, streams = '']) => streams.replace(/, .*/, '')));
  await expect(page.locator('.chart-frame text')).toHaveText(
    [0, 3, 6].map((at) => (rows[at]?.[0] ?? '').slice(4)),
  );
  const box = await chart(page).boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  expect(box?.width).toBeLessThanOrEqual(480);
});

test('[R-ANA-04] hovering a point shows its date and streams', { tag: ['@once', '@long'] }, async ({
  page,
}) => {
  await page.goto(longHeard);
  await expect(drawn(page)).toBeVisible();
  const rows = await rowsOf(page);
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('No chart');
  for (const [x, row] of [
    [0.5, 3],
    [0.05, 0],
  ] as const) {
    await page.mouse.move(box.x + box.width * x, box.y + 120);
    await expect(tooltip(page)).toContainText(rows[row]?.[0] ?? '');
    await expect(tooltip(page)).toContainText(`${rows[row]?.[1]} streams`);
  }
});

test('[R-ANA-04] touching a point shows its date and streams', {
  tag: ['@phone', '@long'],
}, async ({ page }) => {
  await page.goto(longHeard);
  await expect(drawn(page)).toBeVisible();
  const rows = await rowsOf(page);
  await chart(page).scrollIntoViewIfNeeded();
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('No chart');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 120);
  await expect(tooltip(page)).toContainText(rows[3]?.[0] ?? '');
});

test('[R-ANA-04] the arrow keys lead from point to point, seen and said', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(longHeard);
  await expect(drawn(page)).toBeVisible();
  const rows = await rowsOf(page);
  const said = chart(page).locator('[aria-live]');
  await chart(page).focus();
  for (const [key, row] of [
    ['ArrowRight', 0],
    ['ArrowRight', 1],
    ['End', 6],
    ['ArrowLeft', 5],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(said).toContainText(rows[row]?.[0] ?? '');
    await expect(said).toContainText(`${rows[row]?.[1]} streams`);
    await expect(tooltip(page)).toContainText(rows[row]?.[0] ?? '');
  }
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
});

test('the library is loaded when the chart is seen, takes the place of the picture, and nothing moves', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node }[] };
        shifts.push(`${value} ${sources.map(({ node }) => (node as Element)?.className)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const isLibrary = (url: string) => /mount-chart|live-chart/.test(url);

  await page.setViewportSize({ width: 360, height: 200 });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter(isLibrary)).toEqual([]);
  const before = await chart(page).boundingBox();
  await chart(page).scrollIntoViewIfNeeded();
  await expect(drawn(page)).toBeVisible();
  expect(loaded.filter(isLibrary)).not.toEqual([]);
  const after = await chart(page).boundingBox();
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);

  // Other filters have fewer rows: what is below them stays.
  await page.goto(`${address}?platform=spotify&time=3m`);
  await expect(label(page)).toHaveText('spotify, 3m');
  await chart(page).scrollIntoViewIfNeeded();
  await expect(drawn(page)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});

test('the chart has its points, labels and base where the picture had them, in any filter', {
  tag: '@long',
}, async ({ page }) => {
  // The line so far and the dashed one to where the period is not over share a point.
  const middles = (selector: string) =>
    page.locator(selector).evaluateAll((marks) => {
      const boxes = marks.map((mark) => mark.getBoundingClientRect());
      const points = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
      return [...new Map(points.map((point) => [point.join(), point])).values()];
    });
  for (const time of ['week', 'month', '3m']) {
    await page.goto(`/analytics/${heardId}?platform=spotify&time=${time}`);
    await expect(drawn(page)).toBeVisible();
    for (const [picture, library] of [
      ['.chart-picture circle', '.apexcharts-series-markers .apexcharts-marker'],
      ['.chart-picture g text', '.apexcharts-datalabel:not(:empty)'],
    ] as const) {
      const [before, after] = [await middles(picture), await middles(library)];
      expect(after).toHaveLength(before.length);
      for (const [at, [x = 0, y = 0]] of before.entries()) {
        expect(Math.abs(x - (after[at]?.[0] ?? 0)), `${time} ${library} ${at}`).toBeLessThan(3);
        expect(Math.abs(y - (after[at]?.[1] ?? 0)), `${time} ${library} ${at}`).toBeLessThan(3);
      }
    }
  }
});

test('the chart follows the theme', { tag: ['@once', '@long'] }, async ({ page }) => {
  await page.goto(address);
  const line = page.locator('.apexcharts-area-series path[stroke-width="2.5"]').first();
  await expect(line).toHaveAttribute('stroke', /rgba\(33, ?56, ?212|#2138d4/i);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(line).toHaveAttribute('stroke', /rgba\(147, ?164, ?255|#93a4ff/i);
});

test('sources, how far they go and known delays are named for every platform', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.locator('dt')).toHaveText([
    'Spotify',
    'Apple Music',
    'Amazon Music',
    'spndat',
  ]);
  await expect(sources.getByText(/^Known delay: /)).toHaveCount(4);
  await expect(sources.getByText(/\w from the artist or label$/).first()).toBeVisible();
  await expect(sources.getByText(/^Last import \d+ \w+ \d{4}$/).first()).toBeVisible();
});

test('axe finds nothing on the chart, on the filter, and where there is no data', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${address}?platform=spotify&time=month`);
  await expect(drawn(page)).toBeVisible();
  await expectAccessible(page, 'analytics with the chart');
  await chart(page).focus();
  await page.keyboard.press('End');
  await expect(tooltip(page)).toBeVisible();
  await expectAccessible(page, 'analytics with a tooltip');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page, 'Select Options');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page has the picture and the table of all platforms and the week', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto(`${address}?platform=spotify`);
    await expect(label(page)).toHaveText('All platforms, week');
    await expect(page.locator('.chart-picture circle').first()).toBeVisible();
    expect(await rowsOf(page)).toHaveLength(7);
    await expect(page.getByText(/The Filter needs JavaScript/)).toBeVisible();
  });
});

test('[R-ANA-08] a DAT newer than the ledger has its analytics, with data or without, signed out', async ({
  page,
  ownSite,
  consoleGuard,
}) => {
  consoleGuard.expect(/404/);
  await page.goto(`${ownSite.url}/analytics/dat-just-out`);
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();

  await release(ownSite, [aRelease('dat-just-out'), aRelease('dat-unheard')]);
  await ownSite.firestore.doc(`${docs.analyticsSummaries}/summary_2`).set({
    'dat-just-out': {
      spotify: { dates: { [dayAgo(3)]: 1200, [dayAgo(2)]: { streams: 1500, downloads: 3 } } },
    },
    'dat-other': { spotify: { dates: { [dayAgo(1)]: 7 } } },
  });
  await ownSite.write(live.streamStats('dat-just-out'), { daily: { [dayAgo(2)]: 40 } });

  await page.goto(`${ownSite.url}/analytics/dat-just-out`);
  const title = page.getByRole('heading', { level: 1, name: 'The song dat-just-out' });
  await expect(title).toBeVisible();
  await expect(label(page)).toHaveText('All platforms, week');
  const rows = await rowsOf(page);
  expect(rows.slice(-2).map(([, streams]) => streams)).toEqual(['1,200*, not complete', '1,540']);
  expect(rows.slice(-2).map(([, , downloads]) => downloads)).toEqual(['–', '3']);
  await expect(table(page).locator('tfoot td').first()).toHaveText('2,740');
  await choose(page, 'spndat');
  await expect(table(page).locator('tfoot td').first()).toHaveText('40');
  await expect(drawn(page)).toBeVisible();

  await page.goto(`${ownSite.url}/analytics/dat-unheard`);
  await expect(page.getByText('No data yet', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'analytics without data');
});
