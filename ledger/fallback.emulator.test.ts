import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPublicData } from '@datchain/functions/stores/public-data.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { aStoredAsset, manyAssets, storedData } from './testing/stored-world.ts';

const stack = testStack();
const site = ledgerSite(storedData(manyAssets(3)), stack);
const firestore = new Firestore({ projectId: stack.projectId });
// Other tests of this run use other pages of the summaries.
const page97 = firestore.doc(`${docs.assetsSummaries}/p97`);
const fresh = aStoredAsset(0, {
  id: 'after-the-rebuild',
  SongName: 'After the rebuild',
  creatorUsername: 'latecomer',
});

const hidden = aStoredAsset(1, {
  id: 'hidden-work',
  creatorUsername: 'silenced',
  userId: 'maker-1',
  creatorId: 'maker-1',
  takenDown: { at: 1, reason: 'A claim of rights' },
  editions: [
    {
      edition: 1,
      price: 18,
      isForSale: false,
      royalties: 2.5,
      currentOwnerId: 'fan-3',
      username: 'Keeper',
    },
  ],
});

const preview = {
  file: 'after-the-rebuild-01234567.mp3',
  bytes: 192_653,
  seconds: 12,
  start: 7,
  songSeconds: 24,
  peaks: 'z'.repeat(96),
};

const summary = firestore.doc(`${docs.analyticsSummaries}/summary_97`);

/** The server also knows which works are in the books, and who has which name. */
const known = {
  [docs.release(fresh.id)]: { summaryPage: 'p97', artistId: 'maker-0' },
  [docs.datGuard(fresh.id)]: { creatorUid: 'maker-0' },
  [docs.datGuard('dat-0')]: { creatorUid: 'maker-9', editions: Array(7).fill({}) },
  [docs.username('latecomer')]: { uid: 'maker-0' },
  [docs.username('listener')]: { uid: 'fan-0' },
  [docs.publicProfile('fan-0')]: { username: 'Listener' },
  [docs.wallet('fan-0')]: { ownedDats: [{ id: 'dat-0', edition: 3, sold: false }] },
  [docs.username('onlooker')]: { uid: 'fan-1' },
  [docs.publicProfile('fan-1')]: { username: 'Onlooker' },
  [docs.wallet('fan-1')]: { ownedDats: [{ id: 'dat-0', edition: 4, sold: true }] },
  [docs.release(hidden.id)]: { summaryPage: 'p97', artistId: 'maker-1' },
  [docs.username('silenced')]: { uid: 'maker-1' },
  [docs.username('keeper')]: { uid: 'fan-3' },
  [docs.publicProfile('fan-3')]: { username: 'Keeper' },
  [docs.wallet('fan-3')]: { ownedDats: [{ id: hidden.id, edition: 1, sold: false }] },
  [docs.username('shy')]: { uid: 'fan-2' },
  [docs.publicProfile('fan-2')]: { username: 'Shy' },
  [docs.publicLogPerson('fan-2')]: { person: '7', isUnnamed: true },
  [docs.wallet('fan-2')]: { ownedDats: [{ id: 'dat-0', edition: 5, sold: false }] },
};

beforeAll(async () => {
  await page97.set({ assets: [fresh, hidden] });
  for (const [path, data] of Object.entries(known)) await firestore.doc(path).set(data);
  await stack.killFunctions();
  await stack.startFunctions({ SITE_URL: site.origin() });
});
afterAll(async () => {
  await page97.delete();
  await summary.delete();
  await Promise.all(Object.keys(known).map((path) => firestore.doc(path).delete()));
  await firestore.terminate();
});

async function answerOf(path: string) {
  const { status, headers } = await fetch(`${site.origin()}${path}`);
  return { status, type: headers.get('content-type'), cached: headers.get('cache-control') };
}

test.each([
  '/viewdat/after-the-rebuild',
  '/analytics/after-the-rebuild',
  '/certificate/after-the-rebuild',
  '/certificate/after-the-rebuild/7',
  '/certificate/dat-0/7',
  '/profile/Latecomer',
  '/profile/latecomer/2',
  '/profile/listener',
  '/profile/keeper',
  '/profile/silenced',
])('[R-VIEW-10] %s has no file in the site and answers 200', async (path) => {
  expect(await answerOf(path)).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
    cached: 'no-cache',
  });
});

test.each([
  '/viewdat/nope',
  '/viewdat/nope/more',
  '/viewdat/after-the-rebuild/more',
  '/analytics/after-the-rebuild/7',
  '/viewdat/__proto__',
  '/viewdat/a%2Fb',
  '/viewdat/..%2F..%2Fusers%2Ffan-0',
  '/analytics/nope',
  '/certificate/nope?edition=7',
  '/certificate/after-the-rebuild/99',
  '/certificate/after-the-rebuild/0',
  '/certificate/after-the-rebuild/-1',
  '/certificate/after-the-rebuild/__proto__',
  '/certificate/after-the-rebuild/7/more',
  '/certificate/dat-0/8',
  '/profile/nobody',
  '/profile/onlooker',
  '/profile/shy',
  '/profile/fan-0',
  '/profile/__proto__',
])('[N-PPL-06] [R-VIEW-10] %s is no page and answers 404, which no cache keeps', async (path) => {
  expect(await answerOf(path)).toEqual({
    status: 404,
    type: 'text/html; charset=utf-8',
    cached: 'no-cache',
  });
});

test.each([
  ['keeper', '@Keeper', '@Keeper holds editions of works that were taken down. Nothing is shown.'],
  ['silenced', '@silenced', 'The works of @silenced were taken down. Nothing is shown.'],
])(
  '[N-PPL-06] the page of %s, whose only work was taken down, says so and is no error',
  async (name, heading, text) => {
    const page = await site.open(`/profile/${name}`);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(await page.locator('main').innerText()).toContain(text);
  },
);

test('[R-VIEW-10] a DAT released after the last rebuild opens at its address', async () => {
  const page = await site.open('/viewdat/after-the-rebuild');
  await page.getByRole('heading', { name: 'After the rebuild', level: 1 }).waitFor();
  expect(await page.locator('main').innerText()).toContain('15% available for ownership');
  expect(await page.title()).toBe('After the rebuild by Artist 0 - datchain');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await page.getByRole('button', { name: 'Collection' }).click();
  expect(await page.getByRole('dialog').locator('li').count()).toBe(20);
});

test('[N-SND-10] [N-FST-04] the player of a work released after the build shows preview, offers and a takedown; an unknown work is reported', async () => {
  const newest = firestore.doc(docs.assetsSummary);
  await newest.set({ assets: [{ ...fresh, preview }] });
  try {
    const page = await site.open('/embed/after-the-rebuild');
    await page.getByRole('heading', { name: 'After the rebuild' }).waitFor();
    const play = page.getByRole('button', { name: 'Play preview of After the rebuild' });
    expect(await play.getAttribute('data-preview')).toBe(`${preview.file}?alt=media`);
    expect(await page.getByText('0:12').isVisible()).toBe(true);
    expect(await page.locator('.edition-rail > .primary').count()).toBe(6);
    const buy = page.getByRole('link', { name: 'Buy on datchain' });
    expect(await buy.getAttribute('href')).toBe('/buy/after-the-rebuild/3');
    // This takedown is newer than everything else that the player reads (N-FST-04).
    const at = Date.UTC(2026, 10, 27);
    const takedown = { at, kind: 'taken-down', edition: null, priceCents: null };
    const history = firestore.doc(docs.datHistory('after-the-rebuild'));
    await history.set({ lines: [{ ...takedown, from: null, to: null, reason: 'A claim' }] });
    await page.reload();
    await page.getByText('This work was taken down on 27 Nov 2026.').waitFor();
    expect(await play.isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'Buy on datchain' }).isVisible()).toBe(false);
    await history.delete();
    await page.goto(`${site.origin()}/embed/no-such-dat`);
    await page.getByText('There is no such work on datchain.').waitFor();
    // The public data is asked first.
    site.forgive(/404/);
  } finally {
    await newest.delete();
  }
});

test('[R-ANA-08] the analytics of a work released after the build show the streams stored since', async () => {
  const day = utcDay(Date.now() - 2 * 86_400_000);
  await summary.set({ 'after-the-rebuild': { spotify: { dates: { [day]: 1234 } } } });
  await site.write('streamStats/after-the-rebuild', { daily: { [day]: 6 }, totalEarnings: 1.5 });
  const page = await site.open('/analytics/after-the-rebuild');
  await page.locator('tfoot').getByText('1,240').waitFor();
  expect(await page.getByText('Stream earnings: $1.50').count()).toBe(1);
});

test('[R-VIEW-10] a work released after the build has analytics and a creator page, which the app also opens by the creator’s id', async () => {
  for (const [path, title] of [
    ['/analytics/after-the-rebuild', 'After the rebuild'],
    ['/profile/Latecomer', 'Artist 0'],
    ['/mydat/profile/maker-0', 'Artist 0'],
  ] as const) {
    const page = await site.open(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
});

test('certificates of a DAT released after the build open at once, at both kinds of address', async () => {
  const page = await site.open('/certificate/after-the-rebuild');
  await page.getByRole('link', { name: 'Certificate of edition 7' }).click();
  await page.locator('.certificate-number').getByText('7').waitFor();
  expect(await page.title()).toContain('edition 7 - datchain');
  const printed = await site.open('/certificate/after-the-rebuild/7');
  await printed.locator('.certificate-number').getByText('7').waitFor();
  await printed.waitForURL('**/certificate/after-the-rebuild?edition=7');
});

test.each([
  ['/certificate/no-such-dat?edition=7', 'There is no DAT at this address.'],
  ['/certificate/no-such-dat/7', 'There is no DAT at this address.'],
  ['/viewdat/no-such-dat', 'There is no DAT at this address.'],
  ['/analytics/no-such-dat', 'There is no DAT at this address.'],
  ['/profile/nobody', 'Nobody here by that name.'],
])('%s says that it was not found', async (path, text) => {
  const page = await site.open(path);
  await page.getByText(text).waitFor();
  // The address itself was not found.
  site.forgive(/404/);
  expect(await page.title()).toBe('Not found - datchain');
});

test('[R-ANA-06] the rebuild reads every page of the work summaries and of the stream summaries', async () => {
  // More documents than are read at once; other tests of this run use other ones.
  const more = ['93', '94', '95', '96'].map((n) =>
    firestore.doc(`${docs.analyticsSummaries}/summary_${n}`),
  );
  const entry = { apple_music: { dates: { '2026-11-19': 3 } } };
  for (const [at, each] of more.entries()) await each.set({ [`streamed-${at}`]: entry });
  await summary.set({ 'streamed-last': entry });

  const copy = await copied();
  const { summaries, streams } = await readPublicData(copy, Date.UTC(2026, 10, 20));
  await copy.close();
  await Promise.all(more.map((each) => each.delete()));
  const own = summaries.find(({ id }) => id === 'p97');
  expect(own?.value).toEqual({ assets: [fresh, hidden] });
  expect(own?.changedAt).toBeGreaterThan(Date.UTC(2026, 0, 1));
  for (const id of ['streamed-0', 'streamed-1', 'streamed-2', 'streamed-3', 'streamed-last']) {
    expect(streams.byDat[id]?.platforms.apple_music?.series.week?.last).toBe('2026-11-19');
  }
});

test('[N-INP-02] a page that was not confirmed as current for an hour says how old it is', async () => {
  const file = join(site.dir(), 'build.json');
  const built = readFileSync(file, 'utf8');
  const hours = (count: number) => Date.now() - count * HOUR_MILLIS;
  const builtAt = (time: number) => {
    // Versions share files, so that one is never written to.
    rmSync(file);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(built), time: new Date(time) }));
  };
  const age = firestore.doc(docs.siteAge);
  const noteOn = async (path: string) => {
    const page = await site.open(path);
    await page.waitForLoadState('networkidle');
    const note = page.locator('.page-age');
    return (await note.count()) > 0 ? note.textContent() : '';
  };
  const old = (text: string) =>
    `This page is ${text} old: what was sold or released since may be missing.`;
  expect(await noteOn('/dats')).toBe('');
  builtAt(hours(3.5));
  expect(await noteOn('/dats')).toBe(old('3 hours'));
  expect(await noteOn('/help')).toBe(old('3 hours'));
  await age.set({ currentAt: hours(2.1) });
  expect(await noteOn('/dats')).toBe(old('2 hours'));
  await age.set({ currentAt: hours(0.9) });
  expect(await noteOn('/dats')).toBe('');
  await age.delete();
  expect(await noteOn('/profile/nobody-of-that-name')).toBe('');
  site.forgive(/404/);
});
