import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { foldedStreams } from './testing/folded-streams.ts';
import { harbourLights } from './testing/harbour-lights.ts';
import { ledgerSite } from './testing/ledger-site.ts';
import { aStoredAsset, storedData } from './testing/stored-world.ts';

const patiently = { timeout: 10_000 };

const stillWithItsCreator = aStoredAsset(3).editions.map((edition) => ({
  ...edition,
  currentOwnerId: 'maker-3',
}));

/** Stored works, not in the order of their dates; one has no date. */
const assets = [
  aStoredAsset(1, { id: 'dat-undated', SongName: 'No Date', releaseTimestamp: null }),
  aStoredAsset(2, {
    id: 'dat-quiet',
    SongName: 'Quiet Water',
    releaseTimestamp: Date.UTC(2026, 10, 12),
  }),
  harbourLights,
  aStoredAsset(3, {
    id: 'dat-old',
    SongName: 'Old Stones',
    releaseTimestamp: Date.UTC(2026, 9, 1),
    editions: stillWithItsCreator,
  }),
];

const streams = foldedStreams({
  today: '2026-11-20',
  summary: {
    'dat-harbour': {
      spotify: {
        dates: { '2026-11-01': 1_000_000, '2026-11-02': { streams: 234_000, downloads: 9 } },
      },
    },
  },
  stats: { 'dat-harbour': { daily: { '2026-11-03': 567 } } },
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const widthsOf = (pictures: Locator): Promise<number[]> =>
  pictures.evaluateAll((images) =>
    Promise.all(
      (images as HTMLImageElement[]).map(async (image) => {
        image.loading = 'eager';
        await image.decode();
        return image.naturalWidth;
      }),
    ),
  );

async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  return dialog;
}

/** Profile pictures are published without the uid that is in their own address. */
const portrait = /^\/portraits\/[0-9a-f]{16}\.webp$/;

describe('a ledger with works', () => {
  const site = ledgerSite({ ...storedData(assets), streams });

  test('[R-DAT-01] [R-DAT-02] [N-BUY-03] the cards, newest first, show artwork that loads, song, artist, creator, lowest price and Total Streams', async () => {
    const page = await site.open('/dats');
    const cards = page.locator('.dat-card');
    const texts = (await cards.allInnerTexts()).map(oneLine);
    const rail = String.raw`(\d+)/20 \1 of 20 editions for sale`;
    const price = String.raw`From \$25\.00`;
    expect(texts).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${rail}, 1 from an owner Harbour Lights Mira Vale @miravale Tier Platinum Available for ownership 17.3595% From \\$100\\.00 Total Streams 1,234,567$`,
          'i',
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^${rail} Quiet Water Artist 2 @artist2 ${price} Total Streams – No data yet$`,
          'i',
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^${rail} Old Stones Artist 3 @artist3 ${price} Total Streams – No data yet$`,
          'i',
        ),
      ),
      expect.stringMatching(
        new RegExp(`^${rail} No Date Artist 1 @artist1 ${price} Total Streams – No data yet$`, 'i'),
      ),
    ]);
    const widths = await widthsOf(cards.locator('img'));
    expect(widths).toHaveLength(4);
    expect(Math.min(...widths)).toBeGreaterThan(0);
    const addresses = await cards
      .locator('img')
      .evaluateAll((images) =>
        (images as HTMLImageElement[]).map(({ currentSrc }) => new URL(currentSrc).pathname),
      );
    const shown = ['dat-harbour', 'dat-quiet', 'dat-old', 'dat-undated'];
    expect(addresses).toEqual(
      shown.map((id) =>
        expect.stringMatching(new RegExp(`^/sleeves/${id}-[0-9a-f]{8}(-450)?\\.webp$`)),
      ),
    );
  });

  test('[R-DAT-03] a press on a card opens its DAT', async () => {
    const page = await site.open('/dats');
    await page
      .locator('.dat-card')
      .nth(1)
      .click({ position: { x: 30, y: 30 } });
    await page.waitForURL('**/viewdat/dat-quiet');
    expect(await page.locator('h1').innerText()).toBe('Quiet Water');
  });

  test('[R-DAT-02] a release newer than the page comes first, and a listed work is not shown twice', async () => {
    await site.write('newestReleases', [
      aStoredAsset(0, {
        id: 'dat-brand-new',
        SongName: 'Brand new',
        ArtworkURL: '/share/site.jpg',
        releaseTimestamp: Date.UTC(2027, 0, 1),
      }),
      harbourLights,
    ]);
    const page = await site.open('/dats');
    await page.getByRole('link', { name: 'Brand new' }).waitFor();
    expect(await page.locator('.dat-card h3').allInnerTexts()).toEqual([
      'Brand new',
      'Harbour Lights',
      'Quiet Water',
      'Old Stones',
      'No Date',
    ]);
    await site.write('newestReleases', null);
  });

  test('[R-DAT-04] a filter without a match says that there is nothing to display', async () => {
    const page = await site.open('/dats');
    expect(await page.getByText('No assets to display.').count()).toBe(0);
    await page.goto(`${site.origin()}/dats?q=no-such-song`);
    await page.getByText('No assets to display.', { exact: true }).waitFor();
    await page.locator('.dat-card').first().waitFor({ state: 'hidden' });
  });

  test('[R-VIEW-01] [R-VIEW-07] a DAT has its artwork, Collection, Holders, and Analytics that leads to its analytics', async () => {
    const page = await site.open('/viewdat/dat-harbour');
    const [width = 0] = await widthsOf(
      page.getByRole('img', { name: 'Artwork of Harbour Lights' }),
    );
    expect(width).toBeGreaterThan(0);
    for (const name of ['Collection', 'Holders']) {
      const dialog = await openDialog(page, name);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    await page.waitForURL('**/analytics/dat-harbour');
    expect(await page.locator('h1').innerText()).toBe('Harbour Lights');
    expect(oneLine(await page.locator('.sources-totals').innerText())).toBe(
      'Total Streams: 1,234,567',
    );
  });

  test('[R-VIEW-02] the creator has a picture, and leads to the profile of that username', async () => {
    const page = await site.open('/viewdat/dat-harbour');
    const links = page.locator('main').getByRole('link', { name: '@miravale' });
    const creator = links.filter({ has: page.locator('img') });
    const [width = 0] = await widthsOf(creator.locator('img'));
    expect(width).toBeGreaterThan(0);
    expect(await creator.locator('img').getAttribute('src')).toMatch(portrait);
    await creator.click();
    await page.waitForURL('**/profile/miravale');
    expect(await page.locator('h1').innerText()).toBe('Mira Vale');
    expect(await page.getByRole('link', { name: 'Harbour Lights' }).count()).toBe(1);
  });

  test('[N-PPL-06] a holder’s page shows the numbers they hold and their offers, but no price they paid', async () => {
    const page = await site.open('/profile/vera', { javaScriptEnabled: false });
    expect(await page.locator('h1').innerText()).toBe('vera');
    expect(await page.getByRole('heading', { name: 'Collection' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Harbour Lights' }).count()).toBe(1);
    const text = oneLine(await page.locator('main').innerText());
    expect(text).toContain('#2; #3, for sale, $180.00');
    expect(text).not.toContain('Follow');
  });

  test('[R-VIEW-03] [R-VIEW-04] [N-BUY-01] [N-BUY-02] [N-BUY-03] a DAT shows its facts, and its credits by category, without any script', async () => {
    const page = await site.open('/viewdat/dat-harbour', { javaScriptEnabled: false });
    expect(await page.locator('h1').innerText()).toBe('Harbour Lights');
    expect(await page.locator('.artist').innerText()).toBe('Mira Vale');
    // The creator sells editions 1 and 6 to 10 at 2.5% each and 11 at 1.2345%; an owner sells 3 at 1.125%.
    expect((await page.locator('#dat-share').innerText()).replace(/\s*\n\s*/g, '\n')).toContain(
      '8 of 20 for sale, from $100.00\n17.3595% available for ownership\n',
    );
    expect(await page.locator('.edition-key li').allInnerTexts()).toEqual([
      '7 from the creator',
      '1 from an owner',
      '12 owned, not for sale',
    ]);
    const facts = await page
      .locator('main dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('dt')?.textContent,
          [...row.querySelectorAll('dd')].map((value) => value.textContent),
        ]),
      );
    expect(Object.fromEntries(facts)).toMatchObject({
      Tier: ['Platinum'],
      Chain: ['datchain.com'],
      'Artist features': ['@artist2', 'Bola Adeyemi'],
      Producers: ['Priya Menon'],
      Songwriters: ['Ada Okonjo', 'Joe Castellanos'],
      'Record labels': ['North Quay Records'],
      Genres: ['R&B/Soul', 'Rap'],
    });
  });

  test('[R-VIEW-05] [R-DAT-06] Collection lists editions 1 to 20 once each, with price and royalty or SOLD, and choosing one selects it', async () => {
    const page = await site.open('/viewdat/dat-harbour');
    const dialog = await openDialog(page, 'Collection');
    const rows = dialog.getByRole('listitem');
    expect((await rows.allInnerTexts()).map(oneLine)).toEqual([
      'DAT #1 - $100.00 2.5% royalty',
      'DAT #2 - $100.00 SOLD',
      'DAT #3 - $180.00 1.125% royalty',
      'DAT #4 - $100.00 SOLD',
      'DAT #5 - $33.30 SOLD',
      'DAT #6 - $100.00 2.5% royalty',
      'DAT #7 - $100.00 2.5% royalty',
      'DAT #8 - $100.00 2.5% royalty',
      'DAT #9 - $100.00 2.5% royalty',
      'DAT #10 - $100.00 2.5% royalty',
      'DAT #11 - $100.00 1.2345% royalty',
      'DAT #12 - $100.00 SOLD',
      'DAT #13 - $100.00 SOLD',
      'DAT #14 - $100.00 SOLD',
      'DAT #15 - $100.00 SOLD',
      'DAT #16 - $100.00 SOLD',
      'DAT #17 - $100.00 SOLD',
      'DAT #18 - $100.00 SOLD',
      'DAT #19 - $100.00 SOLD',
      'DAT #20 - $100.00 SOLD',
    ]);

    const chosen = () => dialog.locator('.edition-chosen').innerText();
    const radio = (number: number) =>
      dialog.getByRole('radio', { name: new RegExp(`^DAT #${number} `) });
    expect(await chosen()).toBe('Choose an edition');
    expect(await dialog.getByRole('button', { name: 'Buy DAT' }).isDisabled()).toBe(true);

    await rows.nth(10).click();
    await expect.poll(chosen, patiently).toBe('DAT #11 - $100.00');
    expect(await radio(11).isChecked()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Buy DAT #11' }).isEnabled()).toBe(true);

    await rows.nth(2).click();
    await expect.poll(chosen, patiently).toBe('DAT #3 - $180.00');
    expect(await radio(11).isChecked()).toBe(false);

    await rows.nth(1).click({ force: true });
    expect(await radio(3).isChecked()).toBe(true);
    expect(await chosen()).toBe('DAT #3 - $180.00');
  });

  test('[N-BUY-04] the button, a row of an edition for sale and its mark on the rail lead to buying that edition, without any script', async () => {
    const page = await site.open('/viewdat/dat-harbour', { javaScriptEnabled: false });
    const hrefsOf = (selector: string) =>
      page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const forSale = [1, 3, 6, 7, 8, 9, 10, 11].map((number) => `/buy/dat-harbour/${number}`);
    expect(await hrefsOf('.edition-rail-page > a')).toEqual(forSale);
    expect(await hrefsOf('.edition-table .edition-buy')).toEqual(forSale);
    expect(await hrefsOf('.dat-buy a')).toEqual([
      await page.getByRole('link', { name: /^Buy DAT #\d+$/ }).getAttribute('href'),
    ]);
    // The whole row is the link, except for the link to the certificate.
    const owner = page
      .getByRole('row', { name: /^#6, certificate/ })
      .locator('td')
      .first();
    await owner.scrollIntoViewIfNeeded();
    const pressed = await owner.evaluate((cell) => {
      const { x, y } = cell.getBoundingClientRect();
      return document.elementFromPoint(x + 2, y + 2)?.getAttribute('href');
    });
    expect(pressed).toBe('/buy/dat-harbour/6');
  });

  test('[R-VIEW-06] Holders lists the editions that are not the creator’s, with holder, picture, number and percent', async () => {
    const page = await site.open('/viewdat/dat-harbour');
    const rows = (await openDialog(page, 'Holders')).getByRole('listitem');
    expect((await rows.allInnerTexts()).map(oneLine)).toEqual([
      '@vera 2, 1.125%',
      '@vera 3, 1.125%',
      '@noor 5, 0.1234%',
      '@noor 12, 2.1%',
    ]);
    const pictures = rows.locator('img');
    expect(Math.min(...(await widthsOf(pictures)))).toBeGreaterThan(0);
    const addresses = await pictures.evaluateAll((images) =>
      images.map((image) => image.getAttribute('src')),
    );
    const [vera, , noor] = addresses;
    expect(addresses).toEqual([vera, vera, noor, noor]);
    for (const address of [vera, noor]) expect(address).toMatch(portrait);
    expect(vera).not.toBe(noor);
  });

  test('[R-VIEW-06] a DAT whose editions are all with their creator has no current holders', async () => {
    const page = await site.open('/viewdat/dat-old');
    const dialog = await openDialog(page, 'Holders');
    expect(await dialog.locator('#holder-rows').innerText()).toBe('There are no current holders');
  });

  test('[R-VIEW-09] a profile link with source=app sends the browser to the app; without it the page stays', async () => {
    const page = await site.open('/about');
    await page.route('**/documents/assetsSummary**', (route) => route.fulfill({ json: {} }));
    const left: string[] = [];
    const devtools = await page.context().newCDPSession(page);
    devtools.on('Page.frameRequestedNavigation', ({ url }) => left.push(url));
    await devtools.send('Page.enable');
    for (const query of ['', '?source=app']) {
      await page.goto(`${site.origin()}/mydat/profile/maker-1${query}`, { waitUntil: 'commit' });
      await page.getByText('This person has not released a DAT.').waitFor();
    }
    expect(left).toEqual(['datsapp://profile/maker-1']);
  });
});

describe('a ledger whose summary cannot be read', () => {
  const unreadable = { id: 'main', value: { assets: 'nonsense' }, changedAt: 0 };
  const site = ledgerSite({ ...storedData([]), summaries: [unreadable] });

  test('[R-DAT-04] [R-DAT-05] an unreadable summary is reported in the log, and /dats says that there is nothing to display', async () => {
    expect(site.rebuildLog()).toContain('Left out: assetsSummary/main: has no list of assets.');
    const page = await site.open('/dats');
    await page.getByText('No assets to display.', { exact: true }).waitFor();
    expect(await page.locator('.dat-card').count()).toBe(0);
    expect(await page.locator('h1').innerText()).toBe('DATS');
  });

  test('[R-DAT-05] newest releases that cannot be loaded are logged by the page, whose other parts still work', async () => {
    const page = await site.open('/about');
    await site.stopDatabase();
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('The newest releases cannot be read'),
    );
    await page.goto(`${site.origin()}/dats`);
    await logged;
    site.forgive(/The newest releases cannot be read|ERR_CONNECTION_REFUSED/);
    expect(await page.getByText('No assets to display.', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Buy tokens' }).click();
    await page.waitForURL('**/home');
    site.forgive(/ERR_CONNECTION_REFUSED/);
    await site.startDatabase();
  });
});
