import { docs } from '@datchain/shared/contracts/paths.ts';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStack } from '../emulators/stack/testing/stack.ts';
import { readPublicData } from '../functions/stores/public-data.ts';
import { ledgerSite } from './testing/ledger-site.ts';
import { aStoredAsset, manyAssets, storedData } from './testing/stored-world.ts';

const stack = testStack();
const site = ledgerSite(storedData(manyAssets(3)), () => stack.addresses.firestore);
const firestore = new Firestore({ projectId: stack.projectId });
// A page of the summaries of its own: other tests of this run have theirs.
const page97 = firestore.doc(`${docs.assetsSummaries}/p97`);
const fresh = aStoredAsset(0, {
  id: 'after-the-rebuild',
  SongName: 'After the rebuild',
  creatorUsername: 'latecomer',
});

beforeAll(() => page97.set({ assets: [fresh] }));
afterAll(async () => {
  await page97.delete();
  await firestore.terminate();
});

test('[R-VIEW-10] a DAT released after the last rebuild opens at its address', async () => {
  const page = await site.open('/viewdat/after-the-rebuild');
  await page.getByRole('heading', { name: 'After the rebuild', level: 1 }).waitFor();
  expect(await page.locator('main').innerText()).toContain('15% available for ownership');
  expect(await page.title()).toBe('After the rebuild by Artist 0 - datchain');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await page.getByRole('button', { name: 'Collection' }).click();
  expect(await page.getByRole('dialog').locator('li').count()).toBe(20);
});

test('[R-VIEW-10] so do its analytics, its creator and, from the app, the creator by id', async () => {
  for (const [path, title] of [
    ['/analytics/after-the-rebuild', 'After the rebuild'],
    ['/profile/Latecomer', 'Artist 0'],
    ['/mydat/profile/maker-0', 'Artist 0'],
  ] as const) {
    const page = await site.open(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
});

test.each([
  ['/viewdat/no-such-dat', 'There is no DAT at this address.'],
  ['/analytics/no-such-dat', 'There is no DAT at this address.'],
  ['/profile/nobody', 'Nobody of this name has released a DAT.'],
])('%s says that it was not found', async (path, text) => {
  const page = await site.open(path);
  await page.getByText(text).waitFor();
  expect(await page.title()).toBe('Not found - datchain');
});

test('the rebuild reads every page of the summaries and the live values', async () => {
  const { FIRESTORE_EMULATOR_HOST: firestoreHost, DATABASE_URL: databaseURL = '' } = process.env;
  const { projectId } = stack;
  const { summaries } = await readPublicData({ projectId, databaseURL, firestoreHost });
  const own = summaries.find(({ id }) => id === 'p97');
  expect(own?.value).toEqual({ assets: [fresh] });
  expect(own?.changedAt).toBeGreaterThan(Date.UTC(2026, 0, 1));
});
