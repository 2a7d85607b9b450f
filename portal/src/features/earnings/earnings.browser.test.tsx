import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { WHEN_CREDITED } from '@datchain/shared/domain/share-words.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { figure, readRows } from '../../testing/read-page.ts';

const portal = portalSite();

const year = new Date().getUTCFullYear();
const month = `${year}-01`;
const streams = { month, kind: 'streams', datId: 'bus', sharePpm: 50_000 };
const lines = {
  a: { ...streams, platform: 'spotify', streamMicros: 4_000, count: 38_450, micros: 384_498 },
  b: { ...streams, platform: 'apple_music', streamMicros: 7_000, count: 9_320, micros: 163_099 },
  c: {
    month,
    kind: 'resale',
    datId: 'marble',
    edition: 15,
    priceCents: 18_000,
    sharePpm: 750_000,
    count: 1,
    micros: 135_000_000,
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

/** Presses 'Download PDF' and reads the file with another program than the one that wrote it. */
async function savedPdf(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const bytes = await readFile(await download.path());
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const read = await Promise.all(
    Array.from({ length: file.numPages }, async (_, at) => {
      const sheet = await file.getPage(at + 1);
      const { items } = await sheet.getTextContent();
      const words = items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str] : []));
      return words;
    }),
  );
  const { info } = await file.getMetadata();
  return {
    name: download.suggestedFilename(),
    title: (info as { Title: string }).Title,
    pages: read,
    spoken: actualTexts(bytes),
  };
}

function actualTexts(bytes: Buffer): string[] {
  const file = bytes.toString('latin1');
  const streams = [...file.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: begin }) => {
    const from = index + begin.length;
    try {
      return [inflateSync(bytes.subarray(from)).toString('latin1')];
    } catch {
      return [];
    }
  });
  return streams.flatMap((content) =>
    [...content.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, text = '']) => {
      const raw = Buffer.from(
        text.replace(
          /\\(.)/gs,
          (_, letter) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[letter as 'n'] ?? letter,
        ),
        'latin1',
      );
      // The text is UTF-16, big-endian.
      return raw.subarray(2).swap16().toString('utf16le');
    }),
  );
}

describe('the statement', () => {
  test('[N-EXP-03] [N-FIG-05] the statement lists months and works with the calculation of each line, and its total is their sum', async () => {
    const { page } = await portal.open('/wallet/earnings', stored);
    await expect(figure(page, `Earned in ${year}`)).toHaveText('$135.548');
    const table = page.getByRole('table', { name: `Streams, January ${year}` });
    await expect(page.getByText(WHEN_CREDITED).first()).toBeVisible();
    await expect
      .poll(() => readRows(table))
      .toEqual([
        ['Night Bus to Lagos', '47,770', '$219.040', '$10.952', '5%', '$0.548', ''],
        ['Spotify, $0.004 a stream', '38,450', '$153.800', '$7.690', '5%', '$0.384', '–'],
        ['Apple Music, $0.007 a stream', '9,320', '$65.240', '$3.262', '5%', '$0.163', '–'],
        ['Rounding', '', '', '', '', '$0.001', ''],
      ]);
    const sold = page.getByRole('table', { name: `Editions you sold, January ${year}` });
    await expect
      .poll(() => readRows(sold))
      .toEqual([['Marble Season #15', '75% of $180.00', '$135.000', '–']]);
    await expect(page.getByText(`December ${year - 1}`)).toHaveCount(0);
    await page.getByLabel('Statement for').selectOption(String(year - 1));
    await expect(figure(page, `Earned in ${year - 1}`)).toHaveText('$135.00');
  });

  test('[N-EXP-03] the statement of a month downloads as a CSV file, exact to the micro', async () => {
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

  test('[N-EXP-03] the statement downloads as a PDF file with all of its texts and figures', async () => {
    const { page } = await portal.open(`/wallet/earnings?period=${year}`, stored);
    const { name, pages, title } = await savedPdf(page);
    expect(name).toBe(`datchain-earnings-${year}.pdf`);
    expect(title).toBe(`Statement, ${year} – datchain`);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toEqual([
      'Statement',
      'datchain',
      'For',
      'fan@dats.test',
      'Period, UTC',
      expect.stringMatching(new RegExp(`^${year}, up to \\d+ \\w+ \\d{4}$`)),
      'Streams',
      'Counted',
      '5% shared',
      'Your share',
      'You earned',
      'Night Bus to Lagos',
      '47,770',
      '$10.952',
      '5%',
      '$0.548',
      'Other earnings',
      'How',
      'You earned',
      'Marble Season #15',
      'Editions you sold',
      '75% of $180.00',
      '$135.000',
      `Earned in ${year}`,
      '$135.548',
      'Streams × what a stream is worth × 5% × your share: datchain pays it; the artist gives up nothing.',
      expect.stringMatching(/^Reward tokens are not part of this statement\. /),
      'not a tax document.',
    ]);
  });

  test.each([
    [17, 1],
    [18, 1],
    [20, 1],
    [23, 2],
  ])(
    '[N-EXP-03] a statement of %i works has its notes on the page of its total, of %i pages in all',
    async (works, count) => {
      const documents = Array.from({ length: works }, (_, at) => [
        `users/fan/earnings/l${at}`,
        { ...streams, datId: `song-${at}`, platform: 'spotify', streamMicros: 4_000 },
      ]).map(([path, line]) => [path, { ...(line as object), count: 1_000, micros: 1_000_000 }]);
      const { page } = await portal.open(`/wallet/earnings?period=${month}`, {
        user,
        documents: Object.fromEntries(documents),
      });
      await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible();
      const { pages } = await savedPdf(page);
      expect(pages).toHaveLength(count);
      const last = pages.at(-1)?.join(' ');
      expect(last).toContain('Earned in January');
      expect(last).toContain('not a tax document.');
    },
  );

  test('[N-EXP-03] the PDF shows names of every script, and a long statement continues on further pages', async () => {
    const songs = [
      'Zażółć gęślą jaźń',
      '夜行バス',
      'أغنية الليل',
      'Ọjọ́ Àìkú',
      'रात की बस',
      'N​ight',
    ];
    const many = songs.flatMap((_, song) =>
      Array.from({ length: 8 }, (__, day) => ({
        ...streams,
        datId: `song-${song}`,
        platform: `p${day}`,
        streamMicros: 4_000,
        month: `${year}-0${day + 1}`,
        count: 1_000,
        micros: 1_000_000,
      })),
    );
    const { page } = await portal.open('/wallet/earnings', {
      user,
      documents: {
        ...Object.fromEntries(many.map((line, at) => [`users/fan/earnings/l${at}`, line])),
        'assetsSummary/main': {
          assets: songs.map((SongName, at) => ({ id: `song-${at}`, SongName, creatorId: 'ada' })),
        },
      },
    });
    await expect(figure(page, `Earned in ${year}`)).toHaveText('$48.00');
    const { pages, spoken } = await savedPdf(page);
    expect(pages.length).toBeGreaterThan(1);
    const words = pages.flat();
    expect(words.filter((word) => word === '$1.00')).toHaveLength(48);
    expect(words).toContain('$48.00');
    for (const [at, text] of pages.entries()) {
      expect(text.at(-1)).toBe(`Page ${at + 1} of ${pages.length}`);
    }
    // Its letters are in two files of the typeface, and so in several pieces.
    const pieces = words.join('').replaceAll(' ', '');
    expect(pieces.split('Zażółćgęśląjaźń')).toHaveLength(9);
    // The last page may have notes alone: the device's typefaces decide how high the names are.
    const withRows = pages.filter((text) => text.includes('$1.00'));
    expect(withRows.length).toBeGreaterThan(1);
    for (const text of withRows) expect(text).toContain('You earned');
    // The typeface of the file has no letters for these: they are pictures, with their text.
    for (const song of songs.slice(1, 5)) {
      expect(
        spoken.filter((text) => text === song),
        song,
      ).toHaveLength(8);
    }
  });

  test('[N-EXP-03] a PDF file that cannot be made is reported, and the next press tries again', async () => {
    const { page } = await portal.open('/wallet/earnings', stored);
    portal.expectComplaint(/ERR_FAILED|Failed to (load|fetch)/);
    await page.route('**/*.woff', (route) => route.abort());
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await expect(page.getByRole('alert')).toHaveText('The file could not be made. Try again.');
    await page.unroute('**/*.woff');
    expect((await savedPdf(page)).pages).toHaveLength(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('[N-EXP-03] the statement prints its sheet alone, in its own typeface', async () => {
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

  test('[N-EXP-03] a filtered statement adds up the chosen work or source, and the address, the printed sheet and the file name say which', async () => {
    const { page } = await portal.open(`/wallet/earnings?period=${year}&work=bus`, stored);
    const total = figure(page, `Earned in ${year}, filtered`);
    await expect(total).toHaveText('$0.548');
    await expect(page.getByRole('table', { name: `Streams, January ${year}` })).toBeVisible();
    await expect(page.getByRole('table', { name: /^Editions you sold/ })).toHaveCount(0);
    await expect(page.locator('.earnings-month .fact-total dd')).toHaveText('$0.548');

    await page.getByLabel('Work').selectOption('All works');
    await expect(figure(page, `Earned in ${year}`)).toHaveText('$135.548');
    await page.getByLabel('Source').selectOption('Sales');
    await expect(total).toHaveText('$135.00');
    await expect(page).toHaveURL(/\/wallet\/earnings\?source=sales$/);
    await page.getByLabel('Statement for').selectOption(String(year - 1));
    await expect(figure(page, `Earned in ${year - 1}, filtered`)).toHaveText('$135.00');
    await page.reload();
    await expect(page.getByLabel('Source')).toHaveValue('sales');
    await expect(figure(page, `Earned in ${year - 1}, filtered`)).toHaveText('$135.00');
    await expect(page.locator('.statement-sheet')).toContainText('OnlySales');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`datchain-earnings-${year - 1}-sales.csv`);

    await page.getByLabel('Source').selectOption('Streams and sales');
    await page.getByLabel('Work').selectOption('Marble Season');
    await page.getByLabel('Statement for').selectOption(String(year));
    await expect(total).toHaveText('$135.00');
    await page.evaluate(() => {
      history.replaceState(null, '', '?work=bus&source=sales');
    });
    await page.reload();
    await page.getByRole('button', { name: 'Show all works and sources' }).click();
    await expect(figure(page, `Earned in ${year}`)).toHaveText('$135.548');
  });

  test('[N-EXP-03] quick choices of work, source and period all count', async () => {
    const { page } = await portal.open('/wallet/earnings?work=bus', stored);
    await expect(figure(page, `Earned in ${year}, filtered`)).toHaveText('$0.548');
    await page.evaluate(
      (before) => {
        const choose = (label: string, value: string): void => {
          const select = document.querySelector<HTMLSelectElement>(`[aria-label="${label}"]`);
          if (!select) throw new Error(`There is no list "${label}".`);
          select.value = value;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        };
        choose('Work', '');
        choose('Source', 'streams');
        choose('Statement for', before);
      },
      String(year - 1),
    );
    await expect(page).toHaveURL(
      new RegExp(`/wallet/earnings\\?period=${year - 1}&source=streams$`),
    );
    await expect(page.getByRole('main')).toContainText(`No such earnings in ${year - 1}.`);
  });

  test('[N-EXP-03] a statement line links its lines of the public log, also on a phone', async () => {
    const at = `${month}-20T06:00:00.000Z`;
    const day = { at, kind: 'streams', datId: 'bus', platform: 'spotify' };
    const logs = {
      bus: [
        { ...day, seq: 7, day: `${month}-18`, sharedMicros: 2_000_000 },
        { ...day, seq: 9, day: `${month}-19`, sharedMicros: 5_690_000 },
      ],
      marble: [{ at, seq: 12, kind: 'resale', datId: 'marble', edition: 15, priceCents: 18_000 }],
    };
    for (const width of [360, 1280]) {
      const options = { viewport: { width, height: 740 } };
      const { page } = await portal.open('/wallet/earnings', { ...stored, logs, options });
      const links = page.getByRole('link', { name: /^(Line 12|2 lines)$/ });
      await expect(links).toHaveText(['2 lines', 'Line 12']);
      await expect(links.first()).toHaveAttribute('href', '/verify#lines-7,9');
      await expect(links.last()).toHaveAttribute('href', '/verify#line-12');
      for (const link of await links.all()) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await axeFaults(page)).toEqual([]);
    }
  });

  test('[N-EXP-03] the statement says "Nothing earned yet.", fills without a reload, and fits a dark phone', async () => {
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
