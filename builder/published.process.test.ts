import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { leaksIn, type PublishedText, publishedTexts } from '../ledger/testing/published.ts';
import { manyAssets, storedAt, storedBlocks, storedData } from '../ledger/testing/stored-world.ts';
import { rebuildSite } from './rebuild.ts';

vi.setConfig({ hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'published-test-'));
const siteDir = join(folder, 'site');

/** Storage with everyone's picture but one. */
const storage = createServer(({ url = '' }, response) => {
  if (url.includes(uids['maker-1'] ?? '')) response.writeHead(404).end();
  else response.end(photograph);
});
let photograph: Buffer;

afterAll(async () => {
  await new Promise((closed) => storage.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

const uids: Record<string, string> = {
  'maker-0': 'u5Pq0ZrT1bWkEoXcVn8MdLs2JaHy',
  'maker-1': 'B7hKf3QmWx9TzYc1RvNp4SgLd6Ej',
  'maker-2': 'k2VtYw8RbQn5XfLz0PcMh7GsJd3A',
  'maker-3': 'Zx4NvB6mQw1ErTy9UiOp3AsDf8Gh',
  'maker-4': 'h8JkL2qWe5RtYu1IoPa7SdFg4HzX',
  'fan-1': 'cV9bN3mKl6JhGf0DsAqWe2RtYu5I',
};
const seller = 'M1nB4vC7xZ0lK3jH6gF9dS2aPoIu';
const email = 'ada.lovelace@post.example';
const accountId = 'acct_1PqXyZ2eZvKYlo2C';

const hostOf = () => `127.0.0.1:${(storage.address() as AddressInfo).port}`;
const pictureOf = (uid: string) =>
  `http://${hostOf()}/v0/b/demo-dats.appspot.com/o/profile_pictures%2F${uid}?alt=media&token=t`;

/** The fixtures with realistic uids for people, and with fields that must never be published. */
const worldOf = () =>
  manyAssets(5).map((asset, index) => {
    const text = JSON.stringify({ ...asset, creatorProfileURL: pictureOf(asset.creatorId) });
    const named = Object.entries(uids).reduce(
      (all, [name, uid]) => all.replaceAll(name, uid),
      text,
    );
    const row = JSON.parse(named);
    const editions = row.editions.map((edition: { currentOwnerId: string }) => ({
      ...edition,
      profileImageUrl: pictureOf(edition.currentOwnerId),
      email,
      stripeAccountId: accountId,
    }));
    const takenDown = index === 3 ? { at: storedAt, reason: 'A claim of rights' } : null;
    return { ...row, editions, takenDown, email, paymentIntent: 'pi_3PqXyZ2eZvKYlo2C0aBcDeFg' };
  });

const secrets = { known: [...Object.values(uids), seller, email, accountId] };
let texts: PublishedText[] = [];

beforeAll(async () => {
  const plain = { width: 300, height: 200, channels: 3, background: '#2138d4' } as const;
  photograph = await sharp({ create: plain }).png().toBuffer();
  await new Promise<void>((ready) => storage.listen(0, '127.0.0.1', ready));
  const stored = storedData(worldOf());
  const sold = { at: storedAt, kind: 'sold', edition: 2, priceCents: 2_500 } as const;
  await rebuildSite({
    siteDir,
    log: () => {},
    portalDir: join(folder, 'no-portal'),
    env: { GOOGLE_CLOUD_PROJECT: 'demo-dats', FIREBASE_STORAGE_EMULATOR_HOST: hostOf() },
    read: async () => ({
      ...stored,
      tokenBlocks: { ...storedBlocks, 36: { ...storedBlocks[36], walletId: seller } },
      histories: { 'dat-0': [{ ...sold, from: 'artist0', to: 'lenafjeldstad' }] },
    }),
  });
  texts = publishedTexts(siteDir);
});

const textOf = (name: string): string => texts.find((each) => each.name === name)?.text ?? '';

test('no e-mail, Stripe id or uid is in any file of a built site', () => {
  expect(texts.flatMap((each) => leaksIn(each, secrets))).toEqual([]);
});

test('the search for secrets covers pages, data for scripts, and exports', () => {
  const names = texts.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'index.html',
      'home.html',
      'dats.html',
      'dats-index.json',
      'feed.xml',
      'sitemap.xml',
      'viewdat/dat-0.html',
      'viewdat/dat-3.html',
      'analytics/dat-0.html',
      'profile/artist0.html',
      'profile/artist0/feed.xml',
      'data/v1/dats/dat-0.json',
      'data/v1/dats.json',
      'data/v1/editions.csv',
      'build.json',
      'build-rows.json',
    ]),
  );
  // The searched files are of this world and name its owners.
  expect(textOf('viewdat/dat-0.html')).toContain('"isWithCreator":true');
  expect(textOf('viewdat/dat-0.html')).toContain('@lenafjeldstad');
  expect(textOf('viewdat/dat-0.html')).toMatch(/src="\/portraits\/[0-9a-f]{16}\.webp"/);
  expect(textOf('home.html')).toContain('"id":"36"');
});

test.each([
  ['a uid', `<script>{"ownerId":"${uids['fan-1']}"}</script>`, uids['fan-1']],
  [
    'a uid in the address of a picture',
    `<img src="/o/profile_pictures%2F${seller}?alt=media">`,
    seller,
  ],
  ['an e-mail address', '<p>write to bo@mail.example.org</p>', 'bo@mail.example.org'],
  ['an e-mail address in a link', '"/x?to=bo%40mail.example.org"', 'bo%40mail.example.org'],
  ['an account at Stripe', '{"a":"acct_1AbCdEfGhIjKlMnO"}', 'acct_1AbCdEfGhIjKlMnO'],
  ['a session at Stripe', 'cs_test_a1B2c3D4e5F6g7H8', 'cs_test_a1B2c3D4e5F6g7H8'],
])('the search for secrets finds %s in a file', (_what, text, found) => {
  const leaks = leaksIn({ name: 'page.html', text: `<main>${text}</main>` }, secrets);
  expect(leaks).toEqual([`page.html: ${found}`]);
});

test('the search for secrets names a file with a uid', () => {
  const name = 'viewdat/dat-0.html';
  const text = readFileSync(join(siteDir, name), 'utf8').replace('"isWithCreator"', `"${seller}"`);
  expect(leaksIn({ name, text }, secrets)).toEqual([`${name}: ${seller}`]);
});
