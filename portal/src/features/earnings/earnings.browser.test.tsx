import { readFile } from 'node:fs/promises';
import { axeFaults } from '@datchain/shared/ui/testing/axe-faults.ts';
import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { figure, rowsOf } from '../../testing/read-page.ts';

const portal = portalSite();

const year = new Date().getUTCFullYear();
const month = `${year}-01`;
const streams = { month, kind: 'streams', datId: 'bus', sharePpm: 50_000 };
const lines = {
  a: { ...streams, platform: 'spotify', streamMicros: 4_000, count: 38_450, micros: 384_498 },
  b: { ...streams, platform: 'apple_music', streamMicros: 7_000, count: 9_320, micros: 163_099 },
  c: {
    ...{ month, kind: 'resale', datId: 'marble', edition: 15, priceCents: 18_000 },
    ...{ sharePpm: 750_000, count: 1, micros: 135_000_000 },
  },
};
const user = { uid: 'fan', email: 'fan@dats.test' };
const stored = {
  user,
  live: {
    'users/fan/summary': {
      earnedCreditsByDate: { [`${month}-20`]: { total: 1_355.47597, spent: 640 } },
    },
  },
  documents: {
    ...Object.fromEntries(
      Object.entries(lines).map(([id, line]) => [`users/fan/earnings/${id}`, line]),
    ),
    'users/fan/earnings/then': { ...lines.c, month: `${year - 1}-12` },
    'assetsSummary/main': {
      assets: [
        { id: 'bus', SongName: 'Night Bus to Lagos', creatorId: 'ada' },
        { id: 'marble', SongName: 'Marble Season', creatorId: 'ada' },
      ],
    },
  },
} satisfies Given;

describe('the statement', () => {
  test('[N-EXP-03] is by month and work, with the sum of each line, and its total is what the lines add up to', async () => {
    const { page } = await portal.open('/wallet/earnings', stored);
    await expect(figure(page, `Earned in ${year}`)).toHaveText('$135.548');
    const table = page.getByRole('table', { name: `Streams, January ${year}` });
    await expect
      .poll(() => rowsOf(table))
      .toEqual([
        ['Night Bus to Lagos', '47,770', '$219.04', '$10.952', '5%', '$0.548', ''],
        ['Spotify, $0.004 a stream', '38,450', '$153.80', '$7.69', '5%', '$0.385', '–'],
        ['Apple Music, $0.007 a stream', '9,320', '$65.24', '$3.262', '5%', '$0.163', '–'],
      ]);
    const sold = page.getByRole('table', { name: `Editions you sold, January ${year}` });
    await expect
      .poll(() => rowsOf(sold))
      .toEqual([['Marble Season #15', '75% of $180.00', '$135.00', '–']]);
    await expect(page.getByText(`December ${year - 1}`)).toHaveCount(0);
    await page.getByLabel('Statement for').selectOption(String(year - 1));
    await expect(figure(page, `Earned in ${year - 1}`)).toHaveText('$135.00');
  });

  test('[N-EXP-03] is kept as a table for a month or a year, to the micro', async () => {
    const { page } = await portal.open('/wallet/earnings', stored);
    await page.getByLabel('Statement for').selectOption(month);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`datchain-earnings-${month}.csv`);
    const text = await readFile(await download.path(), 'utf8');
    const amounts = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').at(-1));
    expect(amounts.toSorted()).toEqual(['0.163099', '0.384498', '135.00']);
  });

  test('[N-EXP-03] on paper it is the sheet alone, in its own typeface', async () => {
    const { page } = await portal.open('/wallet/earnings', stored);
    const sheet = page.locator('.statement-sheet');
    await expect(sheet).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(sheet).toBeVisible();
    await expect(sheet).toContainText(`Earned in ${year}$135.548`);
    await expect(page.getByRole('heading', { name: 'Earnings', exact: true })).toBeHidden();
    expect(await sheet.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(
      /^Besley/,
    );
    await page.emulateMedia({ media: null });
  });

  test('[N-EXP-03] who earned nothing is told what will be here; axe finds nothing, on a dark phone', async () => {
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const };
    const { page, change } = await portal.open('/wallet/earnings', { user, options });
    await expect(page.getByText('Nothing earned yet.')).toBeVisible();
    await change({ documents: stored.documents });
    await expect(page.getByRole('table', { name: `Streams, January ${year}` })).toBeVisible();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(360);
    expect(await axeFaults(page)).toEqual([]);
  });
});
