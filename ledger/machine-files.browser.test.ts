import {
  datFileSchema,
  datsFileSchema,
  marketFileSchema,
} from '@datchain/shared/contracts/public-export.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import sharp from 'sharp';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { manyAssets, storedAt, storedData } from './testing/stored-world.ts';

const preview = {
  file: 'dat-0-01234567.mp3',
  bytes: 480_653,
  seconds: 30,
  start: 64,
  songSeconds: 222.4,
  peaks: 'z'.repeat(96),
};
const [first, second, third, fourth, ...others] = manyAssets(12);
const facts = {
  isrc: 'GBXNQ2600417',
  isExplicit: true,
  pLine: '2026 North Quay Records',
  cLine: '2025 Marlow & the <b>Tides</b>',
};
const stored = storedData([
  {
    ...first,
    SongName: 'Salt & <b>Wires</b>',
    ArtistName: '=cmd()',
    genres: ['rnb_soul', 'indie'],
    preview,
    editions: first?.editions.map((edition) =>
      edition.edition === 1 ? { ...edition, isForSale: true, price: 18 } : edition,
    ),
  },
  { ...second, releaseTimestamp: null, ArtistName: '', creatorUsername: '', SoldOut: true },
  { ...third, recordingFacts: facts },
  { ...fourth, takenDown: { at: storedAt, reason: 'A claim of rights' } },
  ...others,
]);
const history = [
  { at: storedAt, kind: 'sold', edition: 2, priceCents: 2_500, from: 'artist0', to: '' },
] as const;
const site = ledgerSite({ ...stored, histories: { 'dat-0': history } });

const ask = (path: string) => fetch(site.origin() + path);
const json = async (path: string): Promise<unknown> => (await ask(path)).json();
const text = async (path: string): Promise<string> => (await ask(path)).text();

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value ?? '');

test('[N-BUY-01] [N-BUY-03] every JSON file keeps to its published schema, for readers from any website', async () => {
  const dats = v.parse(datsFileSchema, await json('/data/v1/dats.json'));
  expect(dats.dats.map(({ id }) => id).sort()).toEqual(
    Array.from({ length: 12 }, (_, at) => `dat-${at}`).sort(),
  );
  const newest = dats.dats.find(({ id }) => id === 'dat-0');
  expect(newest).toMatchObject({
    song: 'Salt & <b>Wires</b>',
    editionCount: 20,
    editionsForSale: 7,
    lowestPriceCents: 1_800,
    availableSharePpm: 175_000,
    totalStreams: null,
    genres: ['rnb_soul', 'indie'],
  });
  expect(dats.dats.find(({ id }) => id === 'dat-1')).toMatchObject({
    artist: null,
    creator: null,
    releasedAt: null,
  });
  expect(newest).toMatchObject({ isrc: null, isExplicit: false, pLine: null, cLine: null });
  const one = v.parse(datFileSchema, await json('/data/v1/dats/dat-0.json'));
  expect(one.editions).toHaveLength(20);
  expect(one.editions[1]).toMatchObject({ number: 2, isForSale: false, owner: 'lenafjeldstad' });
  expect(one.history).toEqual([{ ...history[0], at: '2026-11-20T10:42:00.000Z', to: null }]);
  const market = v.parse(marketFileSchema, await json('/data/v1/market.json'));
  expect(market.blocks.map(({ id }) => id)).toEqual(['36', '37', '100']);
  const answer = await ask('/data/v1/dats.json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

test('[N-FCT-02] the facts of a recording are on its page and its card, in the exports and for search engines', async () => {
  const { dats } = v.parse(datsFileSchema, await json('/data/v1/dats.json'));
  expect(dats.find(({ id }) => id === 'dat-2')).toMatchObject(facts);
  expect(await json('/data/v1/dats/dat-2.json')).toMatchObject(facts);
  const csv = (await text('/data/v1/dats.csv')).split('\r\n');
  expect(csv[0]).toMatch(/,isrc,isExplicit,pLine,cLine(,|$)/);
  expect(csv.find((row) => row.startsWith('dat-2,'))).toContain(
    `,${facts.isrc},true,${facts.pLine},${facts.cLine}`,
  );
  const page = await site.open('/viewdat/dat-2');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Song 2\s+Explicit$/i);
  const credits = page.getByRole('region', { name: 'Credits' });
  expect(await credits.getByText('ISRC GBXNQ2600417').isVisible()).toBe(true);
  expect(await credits.locator('.credits-rights > span').allInnerTexts()).toEqual([
    '℗ 2026 North Quay Records',
    '© 2025 Marlow & the <b>Tides</b>',
  ]);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({
    isrcCode: facts.isrc,
    copyrightYear: 2026,
    copyrightNotice: `℗ ${facts.pLine} © ${facts.cLine}`,
    isFamilyFriendly: false,
  });
  const list = await site.open('/dats');
  const explicit = list.locator('.dat-card', { has: list.getByText('Explicit', { exact: true }) });
  expect(await explicit.getByRole('heading').allInnerTexts()).toEqual([
    expect.stringMatching(/^Song 2\s+Explicit$/),
  ]);
  const plain = await site.open('/viewdat/dat-4');
  expect(await plain.getByText(/ISRC|Explicit|℗/).count()).toBe(0);
  const hidden = await plain.locator('script[type="application/ld+json"]').textContent();
  expect(hidden).not.toMatch(/isrc|copyright|isFamilyFriendly/);
});

test('the schema names each JSON file and describes its fields', async () => {
  const { version, files } = (await json('/data/v1/schema.json')) as {
    version: number;
    files: Record<string, { properties: Record<string, unknown> }>;
  };
  expect(version).toBe(1);
  expect(Object.keys(files)).toEqual(['dats.json', 'dats/{id}.json', 'market.json']);
  expect(Object.keys(files['dats/{id}.json']?.properties ?? {})).toEqual(
    expect.arrayContaining(['song', 'editions', 'history', 'streams']),
  );
});

test('[N-BUY-01] CSV files have a line for each work or edition, and no cell that a spreadsheet would run', async () => {
  const dats = (await text('/data/v1/dats.csv')).trimEnd().split('\r\n');
  expect(dats).toHaveLength(13);
  expect(dats.find((row) => row.startsWith('dat-0,'))).toContain(",'=cmd(),");
  const editions = (await text('/data/v1/editions.csv')).trimEnd().split('\r\n');
  expect(editions).toHaveLength(1 + 12 * 20);
  expect(editions[1]).toBe('dat-0,1,1800,true,25000,lenafjeldstad,false');
});

test('feeds list the releases, newest first, one for all and one for each creator', async () => {
  const all = await text('/feed.xml');
  const titles = elements(all, 'title');
  expect(titles[0]).toBe('New DATS - datchain');
  // A DAT without a release time is not news, nor is one that was taken down.
  expect(titles).toHaveLength(1 + 10);
  expect(titles[1]).toBe('Salt &amp; &lt;b&gt;Wires&lt;/b&gt; by =cmd()');
  const own = await text('/profile/artist2/feed.xml');
  expect(elements(own, 'link').slice(1)).toEqual([
    'https://datchain.com/viewdat/dat-2',
    'https://datchain.com/viewdat/dat-9',
  ]);
});

test('robots find the sitemap, and every address in it is a page for search engines', async () => {
  expect(await text('/robots.txt')).toContain('Sitemap: https://datchain.com/sitemap.xml');
  const files = elements(await text('/sitemap.xml'), 'loc');
  expect(files).toEqual(['https://datchain.com/sitemap/1.xml']);
  const pages = elements(await text('/sitemap/1.xml'), 'loc');
  expect(pages.length).toBeGreaterThan(24);
  for (const page of pages) {
    const answer = await ask(new URL(page).pathname);
    const html = await answer.text();
    expect(answer.status, page).toBe(200);
    expect(html, page).toContain(`<link rel="canonical" href="${page}">`);
    expect(html, page).not.toContain('noindex');
  }
});

test('a shared DAT has a picture of 1200 by 630 and structured data with its offers', async () => {
  const page = await site.open('/viewdat/dat-0');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  const picture = await ask(new URL(image ?? '').pathname);
  const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(data).toMatchObject({
    '@type': 'MusicRecording',
    name: 'Salt & <b>Wires</b>',
    url: 'https://datchain.com/viewdat/dat-0',
    genre: ['R&B/Soul', 'Indie'],
  });
  expect(data.offers).toHaveLength(7);
  expect(data.offers[0]).toMatchObject({ name: 'DAT #1', price: '18.00', priceCurrency: 'USD' });
});

async function sharedAs(path: string): Promise<Record<string, string>> {
  const answer = await ask(path);
  expect(answer.status, path).toBe(200);
  const [head = ''] = (await answer.text()).split('<body');
  const tags = head.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content]));
}

test('a shared certificate shows its DAT, also to readers that run no script', async () => {
  const shared = await sharedAs('/certificate/dat-2?edition=7');
  expect(shared['og:title']).toBe('Edition certificate of Song 2 by Artist 2 - datchain');
  expect(shared['og:description']).toMatch(/^Who holds a numbered edition of Song 2 by Artist 2,/);
  expect(shared['twitter:card']).toBe('summary_large_image');
  const dat = await sharedAs('/viewdat/dat-2');
  expect(shared['og:image']).toBe(dat['og:image']);
  expect(shared['og:image']).not.toBe((await sharedAs('/home'))['og:image']);
  const picture = await ask(new URL(shared['og:image'] ?? '').pathname);
  const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
  // Neither the DAT's address nor one without the edition replaces the shared one.
  expect(shared['og:url']).toBeUndefined();
  expect(shared.robots).toBe('noindex');
});

test('the page of a DAT’s certificates works without script and links each edition', async () => {
  const page = await site.open('/certificate/dat-0', { javaScriptEnabled: false });
  await page.getByRole('heading', { level: 1, name: 'Salt & <b>Wires</b>' }).waitFor();
  expect(await page.getByRole('img', { name: /^Artwork of/ }).count()).toBe(1);
  const links = page.getByRole('link', { name: /^Certificate of edition \d+$/ });
  expect(await links.count()).toBe(20);
  expect(await links.nth(6).getAttribute('href')).toBe('/certificate/dat-0?edition=7');
});

test('the page Data names files that exist', async () => {
  const page = await site.open('/data');
  const links = await page
    .locator('.data-files a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) expect((await ask(link)).status, link).toBe(200);
});

/** Opens a player, which asks for the takedown of its work and finds none. */
async function openEmbed(address: string) {
  const page = await site.open('/robots.txt', { viewport: { width: 360, height: 160 } });
  await page.route('**/documents:batchGet?*', (route) => route.fulfill({ json: [{}] }));
  await page.goto(`${site.origin()}${address}`);
  return page;
}

test('[N-SND-10] the player for other sites shows the work, its price and a link to buy it, and stores nothing', async () => {
  const page = await openEmbed('/embed/dat-0');
  const song = page.getByRole('heading', { name: 'Salt & <b>Wires</b>' });
  await expect.poll(() => song.isVisible()).toBe(true);
  const play = page.getByRole('button', { name: 'Play preview of Salt & <b>Wires</b>' });
  expect(await play.getAttribute('data-preview')).toBe(`${preview.file}?alt=media`);
  expect(await page.getByText('From $18.00').isVisible()).toBe(true);
  const buy = page.getByRole('link', { name: 'Buy on datchain' });
  expect(await buy.getAttribute('href')).toBe('/buy/dat-0/1');
  expect(await buy.getAttribute('target')).toBe('_blank');
  expect(await page.locator('.edition-rail > .resale').count()).toBe(1);
  expect(await page.locator('.edition-rail > .primary').count()).toBe(6);
  expect(await axeFaults(page)).toEqual([]);
  const size = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  expect(size).toEqual([360, 160]);
  const kept = await page.evaluate(() => [localStorage.length, document.cookie]);
  expect(kept).toEqual([0, '']);
});

test('[N-SND-10] the player says that a work was taken down or cannot be read, and can try again', async () => {
  const down = await site.open('/embed/dat-3');
  await expect.poll(() => down.getByText('This work was taken down on').isVisible()).toBe(true);
  expect(await down.getByRole('link', { name: 'Why' }).getAttribute('href')).toBe('/viewdat/dat-3');
  expect(await down.getByRole('button', { name: /Play/ }).isVisible()).toBe(false);

  const page = await openEmbed('/about');
  await page.route('**/data/v1/dats/dat-0.json', (route) => route.fulfill({ status: 503 }), {
    times: 1,
  });
  await page.goto(`${site.origin()}/embed/dat-0?theme=light`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.poll(() => again.isVisible()).toBe(true);
  site.forgive(/503|The work cannot be read/);
  await again.click();
  await expect.poll(() => page.getByText('From $18.00').isVisible()).toBe(true);
  expect(await page.locator('html.always-light').count()).toBe(1);
});

test('[N-SND-10] a DAT’s page names the address of its player for other sites, and offers the player’s HTML', async () => {
  const html = await text('/viewdat/dat-0');
  expect(html).toContain(
    '<link rel="alternate" type="application/json+oembed" href="https://datchain.com/oembed?url=https%3A%2F%2Fdatchain.com%2Fviewdat%2Fdat-0">',
  );
  expect(await text('/viewdat/dat-3')).not.toContain('oembed');
  const page = await site.open('/viewdat/dat-0');
  await page.getByRole('button', { name: 'More Options' }).click();
  await page.getByText('Put a player on your own page').click();
  expect(await page.getByRole('textbox', { name: 'HTML' }).inputValue()).toBe(
    '<iframe src="https://datchain.com/embed/dat-0" title="Salt &amp; &lt;b&gt;Wires&lt;/b&gt; by =cmd(), on datchain" width="360" height="160" loading="lazy" style="border:0"></iframe>',
  );
});

test('[N-SND-06] without script the preview of a DAT opens as a file', async () => {
  const page = await site.open('/viewdat/dat-0', { javaScriptEnabled: false });
  const link = page.getByRole('link', { name: 'Preview of Salt & <b>Wires</b>' });
  expect(await link.isVisible()).toBe(true);
  expect(await link.getAttribute('href')).toMatch(/dat-0-01234567\.mp3\?alt=media$/);
  expect(await page.getByRole('button', { name: /Play preview/ }).isVisible()).toBe(false);
});
