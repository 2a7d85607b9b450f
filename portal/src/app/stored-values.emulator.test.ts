import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { bundleLive } from '@datchain/testing/ui/bundle-live.ts';
import { launchChromium } from '@datchain/testing/ui/find-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getDatabase } from 'firebase-admin/database';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

/**
 * Shows stored values of the databases (R-DB-02, R-DB-03, R-DB-07) on the portal's own screens, as
 * the user to whom they belong. The whole portal runs in a browser, on the databases under their
 * rules. Paths and fields are written out here, so that a reader and its writer cannot agree on
 * another spelling.
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

const openTotal = (name: string) => page.getByRole('button', { name }).click();

const fact = (term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(term, { exact: true }) })
    .locator('dd');

const shows = (term: string, text: string) =>
  expect.poll(() => fact(term).innerText(), patiently).toBe(text);

test('[R-DB-02] credit totals are decimal strings: other characters in them do not count', async () => {
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

test('[R-DB-03] the owned total of a utility wallet is the sum of qty over its blocks', async () => {
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
  await firestore.doc('TimeToPayout/config').set({ days: 9 });
  await signIn();
  await page.goto(`${origin()}/wallet`);
  await openTotal('Earnings');
  await page
    .getByText('Earnings can be cashed out 9 days after the day they were earned, from 00:00 UTC.')
    .waitFor();
});
