import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPublicData } from '@datchain/functions/stores/public-data.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { bundleLive } from '@datchain/testing/ui/bundle-live.ts';
import { launchChromium } from '@datchain/testing/ui/find-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getDatabase } from 'firebase-admin/database';
import { type DocumentData, getFirestore } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

/**
 * What stands in the databases in their stored spelling (R-DB-01 to R-DB-07), as the portal's own
 * screens show it to the user whose it is: the whole portal in a browser, on the databases under
 * their rules. Paths and fields are written out here, so that a reader and its writer cannot agree
 * on another spelling.
 */
const { projectId, addresses } = testStack();
const databaseURL = process.env.DATABASE_URL ?? '';
const admin = initializeApp({ projectId, databaseURL }, 'stored-values');
const firestore = getFirestore(admin);
const database = getDatabase(admin);

const password = 'demo-password';
const patiently = { timeout: 10_000 };

let browser: Browser;
let site: Server;
let page: Page;
let uid = '';
let email = '';
const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

/** What was in the documents that belong to no one in particular. */
const before = new Map<string, DocumentData | undefined>();

async function setDocument(path: string, data: DocumentData): Promise<void> {
  const document = firestore.doc(path);
  if (!before.has(path)) before.set(path, (await document.get()).data());
  await document.set(data);
}

const setValue = (path: string, value: unknown): Promise<void> => database.ref(path).set(value);

beforeAll(async () => {
  const script = await bundleLive('../../portal/src/main.tsx');
  const { auth, firestore: documents, functions, storage } = addresses;
  const local = { auth, firestore: documents, functions, storage };
  const configuration = { apiKey: 'demo', projectId, databaseURL, local };
  const html =
    '<!doctype html><title>Portal</title><div id="root"></div><script src="/live.js"></script>';
  const files: Record<string, readonly [type: string, body: string]> = {
    '/live.js': ['text/javascript', script],
    '/__/firebase/init.json': ['application/json', JSON.stringify(configuration)],
    '/dats-index.json': ['application/json', '{}'],
  };
  site = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/html; charset=utf-8', html];
    response.setHeader('content-type', type).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  for (const [path, data] of before) {
    await (data ? firestore.doc(path).set(data) : firestore.doc(path).delete());
  }
  await deleteApp(admin);
});

beforeEach(async () => {
  email = `reader-${crypto.randomUUID()}@dats.test`;
  ({ uid } = await getAuth(admin).createUser({ email, password, emailVerified: true }));
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
});

afterEach(() => page.context().close());

async function signIn(): Promise<void> {
  await page.goto(`${origin()}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
}

/** Opens one of the four totals of the wallet. */
const openTotal = (name: string) => page.getByRole('button', { name }).click();

/** The value beside a term, on whatever screen is open. */
const fact = (term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(term, { exact: true }) })
    .locator('dd');

const shows = (term: string, text: string) =>
  expect.poll(() => fact(term).innerText(), patiently).toBe(text);

test('[R-DB-02] credit totals are decimal strings: whatever else is written in them does not count', async () => {
  await setValue(`users/${uid}/summary`, {
    currentCreditsStrings: { totalCredits: '$1,200.50 credits' },
    earnedCreditsStrings: { totalCredits: ' 40 ' },
  });
  await signIn();
  await page.goto(`${origin()}/wallet`);
  await openTotal('Value per datchain token');
  await page.getByText('The pool and your credits').click();
  // 1,200.5 purchased and 40 earned; whole credits are shown.
  await shows('Your credits', '1,240');

  await setValue(`users/${uid}/summary/earnedCreditsStrings/totalCredits`, 'x1,000.75y');
  await shows('Your credits', '2,201');
  // A tenth of the earned ones, in dollars: 1,000.75 credits of ten cents each.
  await expect
    .poll(
      () => page.locator('.metric', { hasText: 'Earnings' }).locator('dd.figure-large').innerText(),
      patiently,
    )
    .toBe('$100.075');
});

test('[R-DB-03] of a utility wallet the owned total is the sum of qty over its blocks', async () => {
  await setValue(`datchainwallets/${uid}`, {
    36: { price: 0.36, qty: 100 },
    50: { price: '0.50', qty: '20' },
    100: { price: 1, qty: 3 },
    43: { price: 0.43, qty: 0 },
  });
  await signIn();
  await page.goto(`${origin()}/wallet`);
  await page.getByRole('button', { name: /list/i }).first().click();
  await page.getByText('You own 123. The oldest are listed first.').waitFor();
});

test('[R-DB-07] TimeToPayout/config.days says how long earnings wait', async () => {
  await setDocument('TimeToPayout/config', { days: 9 });
  await signIn();
  await page.goto(`${origin()}/wallet`);
  await openTotal('Earnings');
  await page
    .getByText('Earnings can be cashed out 9 days after the day they were earned, from 00:00 UTC.')
    .waitFor();
});

test('[R-DB-07] streamStats/{id}.totalEarnings, earnings/{id}.totalEarnings and its sales say what a work brought', async () => {
  const known = `dat-${crypto.randomUUID()}`;
  const withoutStats = `dat-${crypto.randomUUID()}`;
  await setValue(`streamStats/${known}/totalEarnings`, 7.5);
  for (const id of [known, withoutStats]) {
    await setValue(`earnings/${id}`, { totalEarnings: 150, sales: { totalEarnings: 130 } });
  }
  const owned = { edition: 4, earnings: 1.25, sold: false, isForSale: false, royalties: 2.5 };
  await firestore.doc(`users/${uid}/wallet/main`).set({
    balance: 0,
    ownedDats: [known, withoutStats].map((id) => ({ id, ...owned })),
  });
  await signIn();
  await page.goto(`${origin()}/wallet/dat/${known}`);
  await shows('5% of the $7.50 that platforms paid', '$0.375');
  await shows('Sales of editions', '$130.000');
  await shows('Estimate: 5% of streams, and sales', '$130.375');

  await page.goto(`${origin()}/wallet/dat/${withoutStats}`);
  // What the total has beyond the sales.
  await shows('5% of the $20.00 that platforms paid', '$1.00');
  await shows('Estimate: 5% of streams, and sales', '$131.00');
});

test('[R-DB-07] portalAllowedUsers/allowedUsers.users says who may release, musicSummaries/summary_1.posts what there is to release', async () => {
  await setDocument('portalAllowedUsers/allowedUsers', { users: ['somebody-else'] });
  await setDocument('musicSummaries/summary_1', {
    posts: [
      {
        SongName: 'Harbour Bell',
        albumName: 'Singles',
        ArtistName: 'Odette Varga',
        contentId: 'content-1',
        userId: 'artist-1',
      },
      {
        name: 'Harbour Avenue',
        albumName: 'Offcuts',
        artistName: 'Kestrel',
        id: 'content-2',
        artistId: 'artist-2',
      },
      { albumName: 'Harbour without a song' },
    ],
  });
  await signIn();
  await page.goto(`${origin()}/release`);
  await page.getByText('This account is not on the release list.').waitFor();
  // The bar has no entry that its user does not see.
  const entry = page.locator('.top-bar').getByText('RELEASE', { exact: true });
  expect(await entry.count()).toBe(0);

  await setDocument('portalAllowedUsers/allowedUsers', { users: ['somebody-else', uid] });
  await page.reload();
  await entry.waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Search Existing Release' }).click();
  await page.getByRole('button', { name: 'Search releases' }).click();
  const popup = page.getByRole('dialog', { name: 'Search existing releases' });
  await popup.getByLabel('Song, artist or album').fill('harbour');
  const rows = popup.getByRole('listitem');
  await expect
    .poll(async () => (await rows.allTextContents()).sort(), patiently)
    .toEqual(['Harbour AvenueKestrelOffcuts', 'Harbour BellOdette VargaSingles']);
});

test('[R-DB-07] analyticsSummaries/summary_1 and the days, weeks and months of streamStats/{id} are the figures of a work', async () => {
  const id = `dat-${crypto.randomUUID()}`;
  await setDocument('analyticsSummaries/summary_1', {
    [id]: {
      spotify: { dates: { '2026-11-14': 7, '2026-11-15': { streams: 8, downloads: 2 } } },
      apple_music: { dates: { '2026-11-15': 5 } },
      amazon_music: { dates: { '2026-11-15': { streams: 6 } } },
    },
  });
  await setValue(`streamStats/${id}`, {
    daily: { '2026-11-15': 3 },
    weekly: { '2026-W46': 11 },
    monthly: { '2026-10': 40 },
    totalEarnings: 7.5,
  });
  const copy = await copied();
  const { streams } = await readPublicData(copy, Date.UTC(2026, 10, 20));
  await copy.close();
  const figures = streams.byDat[id];
  // 15 on Spotify, 5, 6, and of the chain's own 40 in October and 3 in November.
  expect(figures?.totalStreams).toBe(69);
  expect(figures?.earningsUsd).toBe(7.5);
  const week = (streamed: number | null, last: number) => [...Array(5).fill(null), streamed, last];
  const { spotify, apple_music, amazon_music, spndat } = figures?.platforms ?? {};
  expect(spotify?.series.week).toEqual({
    last: '2026-11-15',
    streams: week(7, 8),
    downloads: week(null, 2),
  });
  expect(apple_music?.series.week?.streams).toEqual(week(null, 5));
  expect(amazon_music?.series.week?.streams).toEqual(week(null, 6));
  expect(spndat?.series.week?.streams).toEqual(week(null, 3));
  // The week as it is stored, not the sum of the one day that is known.
  expect(spndat?.series.month).toEqual({ last: '2026-W46', streams: [null, null, null, 11] });
  expect(spndat?.series['3m']?.streams).toEqual([null, 40, 3]);
});
