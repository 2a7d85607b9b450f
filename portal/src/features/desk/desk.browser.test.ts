import { readFile } from 'node:fs/promises';
import { WHEN_CREDITED } from '@datchain/shared/domain/share-words.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { figure, readRows } from '../../testing/read-page.ts';

const portal = portalSite();

const year = new Date().getUTCFullYear();
const month = new Date().toISOString().slice(0, 7);
const monthName = new Intl.DateTimeFormat('en', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
}).format(Date.parse(`${month}-01`));
const user = { uid: 'ada', email: 'ada@dats.test' };

const edition = (number: number, owner: string | undefined) => ({
  edition: number,
  price: 25,
  royalties: 2.5,
  isForSale: owner === undefined,
  isWithCreator: owner === undefined,
  username: owner ?? 'adaokonjo',
});
const work = (id: string, SongName: string, creatorId: string, owners: (string | undefined)[]) => ({
  id,
  SongName,
  creatorId,
  creatorUsername: 'adaokonjo',
  tier: 'Silver',
  editions: owners.map((owner, at) => edition(at + 1, owner)),
});
const line = (datId: string, micros: number, rest: object) => ({
  month,
  datId,
  count: 1,
  micros,
  ...rest,
});
const sale = { edition: 1, priceCents: 2_500, sharePpm: 800_000 };
const lines = {
  a: line('bus', 20_000_000, { kind: 'first-sale', ...sale }),
  b: line('bus', 333_500, { kind: 'streams', platform: 'spotify' }),
  c: line('red', 333_500, { kind: 'streams', platform: 'spotify' }),
  d: line('red', 2_500_000, { kind: 'royalty', ...sale, sharePpm: 100_000 }),
  // Streams of somebody else's work, of which Ada holds an edition.
  e: line('marble', 9_000_000, { kind: 'streams', platform: 'spotify' }),
};
const given = {
  user,
  documents: {
    ...Object.fromEntries(
      Object.entries(lines).map(([id, stored]) => [`users/ada/earnings/${id}`, stored]),
    ),
    'users/ada/wallet/main': {
      created: [
        { datId: 'bus', earnedMicros: 20_333_500 },
        { datId: 'red', earnedMicros: 2_833_500 },
        { datId: 'marble', earnedMicros: 9_000_000 },
      ],
    },
    'assetsSummary/main': {
      assets: [
        work('bus', 'Night Bus to Lagos', 'ada', ['vinylvera', '', '', undefined]),
        work('red', 'Red Line', 'ada', ['vinylvera', 'okafor']),
        work('marble', 'Marble Season', 'ben', ['adaokonjo']),
      ],
    },
  },
  files: {
    bus: {
      streams: {
        spotify: {
          total: 60,
          upTo: '2026-11-14',
          month: null,
          '3m': null,
          week: { last: '2026-11-14', streams: [10, null, 20, 0, 5, null, 30], partial: [6] },
        },
        apple_music: {
          total: 7,
          upTo: '2026-11-13',
          month: null,
          '3m': null,
          week: { last: '2026-11-13', streams: [7] },
        },
      },
    },
  },
} satisfies Given;

const application = {
  state: 'none',
  username: 'fan',
  artistName: '',
  isArtist: false,
  sent: null,
  reason: null,
};
const withoutWorks = (state: string) =>
  portal.open('/desk', {
    user: { uid: 'fan', email: 'fan@dats.test' },
    documents: given.documents,
    calls: { getApplication: { result: { ...application, state } } },
  });

describe('an artist’s desk', () => {
  test('[N-PPL-08] [N-FIG-05] the desk shows only own works, with the same sums by work and by month, and rounds each work once', async () => {
    const { page } = await portal.open('/desk', given);
    await expect(figure(page, 'Earned so far')).toHaveText('$23.167');
    await expect(figure(page, 'Sold so far')).toHaveText('5 of 6');
    const works = page.getByRole('table', { name: 'Works' });
    await expect(works).not.toContainText('Marble Season');
    await expect(works.locator('tfoot')).toHaveText(/\$20\.00\$2\.50\$0\.667\$23\.167$/);
    const months = page.getByRole('table', { name: 'Earnings by month' });
    await expect(page.getByText(WHEN_CREDITED)).toBeVisible();
    expect(await readRows(months)).toEqual([
      [`${monthName} so far`, '$20.00', '$2.50', '$0.667', '$23.167'],
    ]);
    // $20.3335 and $2.8335 are $23.167: no work lends the other its thousandth.
    const shown = (await readRows(works)).map((row) => row.slice(-2));
    expect(shown.toSorted()).toEqual([
      ['$0.334', '$2.834'],
      ['$0.334', '$20.334'],
      ['−$0.001', '−$0.001'],
    ]);
    await expect(works.getByRole('row', { name: 'Rounding' })).toHaveCount(1);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('[N-PPL-08] every figure names its period, and editions for sale name their owners', async () => {
    const assets = given.documents['assetsSummary/main'].assets.map((asset) =>
      asset.id === 'red'
        ? { ...asset, editions: asset.editions.map((own) => ({ ...own, isForSale: true })) }
        : asset,
    );
    const { page } = await portal.open('/desk', {
      ...given,
      documents: { ...given.documents, 'assetsSummary/main': { assets } },
    });
    const section = page.getByRole('region', { name: 'Works' });
    await expect(section).toContainText('For sale now: 1 edition of yours, 2 of other owners');
    await expect(section.getByRole('columnheader')).toHaveText([
      'Work',
      'Editions',
      'Sold so far',
      `Sales in ${year}`,
      `Royalties in ${year}`,
      `Stream earnings in ${year}`,
      `You earned in ${year}`,
    ]);
    await expect(page.getByLabel('Year')).toHaveValue(`${year}`);
  });

  test('[N-PPL-08] the streams table opens on the newest work that has streams', async () => {
    const { page } = await portal.open('/desk', {
      ...given,
      documents: {
        'assetsSummary/main': {
          assets: [
            { ...work('red', 'Red Line', 'ada', ['']), releaseTimestamp: 1_763_000_000_000 },
            { ...work('bus', 'Night Bus to Lagos', 'ada', ['']), releaseTimestamp: 1 },
          ],
        },
      },
      streams: { bus: 60 },
    });
    await expect(page.getByLabel('Work', { exact: true })).toHaveValue('bus');
    await expect(page.getByRole('table', { name: 'Streams of Night Bus to Lagos' })).toBeVisible();
  });

  test('[N-PPL-08] the desk names holders by their public names, and the unnamed together', async () => {
    const { page } = await portal.open('/desk', given);
    const holders = page.getByRole('table', { name: 'Who holds the most' });
    await expect
      .poll(() => readRows(holders))
      .toEqual([
        ['@vinylvera', '2', '2'],
        ['@okafor', '1', '1'],
        ['Unnamed', '1', '2'],
      ]);
  });

  test('[N-PPL-08] the desk shows streams by platform, with gaps instead of zeros', async () => {
    const { page } = await portal.open('/desk', given);
    await expect
      .poll(() => readRows(page.getByRole('table', { name: 'Streams of Night Bus to Lagos' })))
      .toEqual([
        ['14 Nov 2026', '30 so far', '–'],
        ['13 Nov 2026', '–', '7'],
        ['12 Nov 2026', '5', '–'],
        ['11 Nov 2026', '0', '–'],
        ['10 Nov 2026', '20', '–'],
        ['9 Nov 2026', '–', '–'],
        ['8 Nov 2026', '10', '–'],
      ]);
    await page.getByLabel('Work', { exact: true }).selectOption('Red Line');
    await expect(page.getByText('No streams reported yet.')).toBeVisible();
  });

  test('[N-PPL-08] [N-FIG-06] a work that the ledger has not built yet has the streams of its public page', async () => {
    const today = new Date();
    const day = (ago: number) =>
      new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const { page } = await portal.open('/desk', {
      ...given,
      documents: {
        ...given.documents,
        'analyticsSummaries/summary_1': { red: { spotify: { dates: { [day(3)]: 3_000 } } } },
      },
      live: { 'streamStats/red': { daily: { [day(2)]: 7 } } },
    });
    await page.getByLabel('Work', { exact: true }).selectOption('Red Line');
    const table = page.getByRole('table', { name: 'Streams of Red Line' });
    await expect(table.getByRole('columnheader')).toHaveText(['When', 'Spotify', 'spndat']);
    const figures = async () => (await readRows(table)).map((row) => row.slice(1));
    await expect.poll(figures).toContainEqual(['3,000', '–']);
    expect(await figures()).toContainEqual(['–', '7']);
    await expect(page.getByText('No streams reported yet.')).toHaveCount(0);
  });

  test('[N-FIG-03] the desk warns in one place of every own work not reported for 14 days, and of no other', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const { page } = await portal.open('/desk', {
      ...given,
      reported: {
        bus: { spotify: day(14), apple_music: day(13) },
        red: { spotify: day(14), amazon_music: day(46) },
        marble: { spotify: day(60) },
      },
    });
    const late = page.getByRole('region', { name: 'Late reports' });
    await expect(late.getByRole('listitem')).toHaveText([
      /^Amazon Music last reported Red Line on \d+ \w+ \d+, 46 days ago\.$/,
      /^Spotify last reported Night Bus to Lagos and Red Line on \d+ \w+ \d+, 14 days ago\.$/,
    ]);
    await expect(late).toContainText('Days that come late are still shared, up to two years back.');
    expect(await axeFaults(page)).toEqual([]);
  });

  test('[N-FIG-03] a warning about many late works shows their number and opens to their names', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const { page } = await portal.open('/desk', {
      ...given,
      documents: {
        'assetsSummary/main': { assets: ids.map((id) => work(id, `Song ${id}`, 'ada', [''])) },
      },
      reported: Object.fromEntries(ids.map((id) => [id, { spotify: '2026-01-02' }])),
      options: { viewport: { width: 320, height: 740 } },
    });
    const late = page.getByRole('region', { name: 'Late reports' });
    await expect(late.locator('summary')).toHaveText(
      /^Spotify last reported 4 works on 2 Jan 2026, [\d,]+ days ago\.$/,
    );
    await late.locator('summary').click();
    await expect(late).toContainText('Song a, Song b, Song c, and Song d');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('[N-PPL-08] the downloaded table has own works only, exact to the micro', async () => {
    const { page } = await portal.open('/desk', given);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`datchain-desk-${year}.csv`);
    const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
    const amounts = rows.map((row) => row.split(',').at(-1));
    expect(amounts.toSorted()).toEqual(['0.3335', '0.3335', '2.50', '20.00']);
  });

  test.each([
    [true, 'Release a work', '/release', 'Apply to release'],
    [false, 'Apply to release', '/desk/apply', 'Release a work'],
  ])(
    '[N-PPL-08] the desk offers to release if the artist may, otherwise to apply: %s',
    async (canRelease, label, href, other) => {
      const { page } = await portal.open('/desk', { ...given, canRelease });
      const link = page.getByRole('main').getByRole('link', { name: label });
      await expect(link).toHaveAttribute('href', href);
      await expect(page.getByRole('main').getByRole('link', { name: other })).toHaveCount(0);
    },
  );

  test('[N-PPL-08] the desk fits a phone, and axe finds nothing', async () => {
    const options = { viewport: { width: 320, height: 740 } };
    const { page } = await portal.open('/desk', { ...given, options });
    await expect(page.getByRole('table', { name: 'Works' })).toBeVisible();
    await expect(page.getByRole('table', { name: /^Streams of/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe('a desk without works', () => {
  test.each([
    ['none', 'make your own music', 'Apply to release', '/desk/apply'],
    ['waiting', 'We are listening.', 'See your application', '/desk/apply'],
    ['declined', 'Not yet.', 'See your application', '/desk/apply'],
    ['allowed', 'Nothing released yet.', 'Release a work', '/release'],
  ])(
    '[N-PPL-08] a desk without works names the next step: %s',
    async (state, text, label, href) => {
      const { page } = await withoutWorks(state);
      await expect(page.getByRole('main')).toContainText(text);
      const link = page.getByRole('main').getByRole('link', { name: label });
      await expect(link).toHaveAttribute('href', href);
      await expect(page.getByRole('table')).toHaveCount(0);
    },
  );

  test('[N-FST-04] a work that was taken down says so with the reason and the way to answer', async () => {
    const { page } = await portal.open('/desk', {
      ...given,
      documents: {
        ...given.documents,
        'assetsSummary/main': {
          assets: [
            {
              ...work('red', 'Red Line', 'ada', ['vinylvera', 'okafor']),
              takenDown: { at: Date.UTC(2026, 10, 27), reason: 'A sample is not cleared' },
            },
          ],
        },
      },
    });
    const row = page.getByRole('row').filter({ hasText: 'Red Line' }).first();
    await expect(row).toContainText(
      'Taken down on 27 Nov 2026. Reason: A sample is not cleared. Answer',
    );
    await expect(row.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', /^mailto:/);
    expect(await axeFaults(page)).toEqual([]);
  });
});
