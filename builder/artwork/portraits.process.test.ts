import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import { listFiles } from '../fingerprint.ts';
import { SiteTree } from '../site-tree.ts';
import { placePictures, preparePictures } from './prepare-pictures.ts';
import { artworkStorage } from './storage-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'portraits-test-'));
const creator = 'u5Pq0ZrT1bWkEoXcVn8MdLs2JaHy';
const owner = 'B7hKf3QmWx9TzYc1RvNp4SgLd6Ej';
const gone = 'k2VtYw8RbQn5XfLz0PcMh7GsJd3A';
const asked: string[] = [];
let photograph: Buffer;
const storage = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (url.includes(gone)) response.writeHead(404).end();
  else response.end(photograph);
});

beforeAll(async () => {
  const plain = { width: 600, height: 400, channels: 3, background: '#2138d4' } as const;
  photograph = await sharp({ create: plain }).png().toBuffer();
  await new Promise<void>((ready) => storage.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  await new Promise((closed) => storage.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

const hostOf = () => `127.0.0.1:${(storage.address() as AddressInfo).port}`;
const pictureOf = (uid: string, bucket = 'demo-dats.appspot.com') =>
  `http://${hostOf()}/v0/b/${bucket}/o/profile_pictures%2F${uid}?alt=media&token=t`;

const [edition] = aStoredAsset().editions;
const datWith = (creatorProfileURL: string, ownerUrl: string, index = 0): Dat =>
  readAsset(
    aStoredAsset(index, {
      ArtworkURL: '',
      creatorProfileURL,
      editions: [{ ...edition, profileImageUrl: ownerUrl }],
    }),
    '',
  ) as Dat;

async function prepare(dats: readonly Dat[]) {
  const env = { FIREBASE_STORAGE_EMULATOR_HOST: hostOf(), GOOGLE_CLOUD_PROJECT: 'demo-dats' };
  const cacheDir = join(folder, 'cache');
  const prepared = await preparePictures(dats, { storage: artworkStorage(env), cacheDir });
  const siteDir = mkdtempSync(join(folder, 'site-'));
  const pictures = dats.flatMap(({ id }) => prepared.picturesOf(id));
  placePictures(SiteTree.empty(siteDir), cacheDir, pictures);
  const shown = prepared.dats.map(({ creatorImageUrl, editions }) => [
    creatorImageUrl,
    ...editions.map(({ ownerImageUrl }) => ownerImageUrl),
  ]);
  return { shown, siteDir, problems: prepared.problems };
}

test('pictures of creators and owners become small files of the site, without a uid in the address', async () => {
  const dats = [
    datWith(pictureOf(creator), pictureOf(owner)),
    datWith(pictureOf(owner), 'https://pictures.example/lena.webp', 1),
  ];
  const { shown, siteDir, problems } = await prepare(dats);
  const [[first, second], [third, fourth]] = shown as [[string, string], [string, string]];
  expect(problems).toEqual([]);
  expect(first).toMatch(/^\/portraits\/[0-9a-f]{16}\.webp$/);
  expect([third, fourth]).toEqual([second, 'https://pictures.example/lena.webp']);
  expect(listFiles(siteDir).sort()).toEqual([first, second].map((path) => path.slice(1)).sort());
  const { format, width, height } = await sharp(join(siteDir, first)).metadata();
  expect([format, width, height]).toEqual(['webp', 192, 192]);
  expect(asked).toHaveLength(2);
  await prepare(dats);
  expect(asked).toHaveLength(2);
});

test('a profile picture that is missing, in another bucket or at a path of this site is not shown', async () => {
  const { shown, problems } = await prepare([
    datWith(pictureOf(gone), pictureOf(owner, 'strangers.appspot.com')),
    datWith('/portraits/somebody.webp', '', 1),
  ]);
  expect(shown).toEqual([
    ['', ''],
    ['', ''],
  ]);
  expect(problems).toEqual([
    {
      what: 'profile picture of @artist0',
      problem: `cannot be used: ${hostOf()} answered 404`,
    },
  ]);
});
