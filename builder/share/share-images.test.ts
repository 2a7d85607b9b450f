import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import { SiteTree } from '../site-tree.ts';
import { cardText, shareImageHref, writeShareImages } from './share-images.ts';

const folder = mkdtempSync(join(tmpdir(), 'share-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const red = { create: { width: 300, height: 300, channels: 3, background: '#e2452c' } } as const;
const sleeve = await sharp(red).webp().toBuffer();

const dat = (index: number, changes = {}): Dat =>
  readAsset(
    aStoredAsset(index, { ArtworkURL: `/sleeves/dat-${index}.webp`, ...changes }),
    '',
  ) as Dat;
const cacheDir = join(folder, 'cache');
let sites = 0;

function siteWithSleeves(): SiteTree {
  sites += 1;
  const site = SiteTree.empty(join(folder, `site-${sites}`));
  site.write('sleeves/dat-0.webp', sleeve);
  site.write('secret.webp', sleeve);
  site.write('sleeves/broken.webp', 'no picture');
  return site;
}

const give = (site: SiteTree, dats: readonly Dat[]) =>
  writeShareImages(
    site,
    dats.map((each) => ({ ...each, image: shareImageHref(each) })),
    cacheDir,
    (datId) => cardText(dats.find(({ id }) => id === datId) as Dat),
  );

async function write(dats: readonly Dat[]) {
  const site = siteWithSleeves();
  const drawn = await give(site, dats);
  const fileOf = (id: string) =>
    join(site.dir, shareImageHref(dats.find((one) => one.id === id) as Dat));
  return { drawn, fileOf, own: readFileSync(join(site.dir, 'share/site.jpg')) };
}

test('a picture for sharing is drawn once, and again when its words change', async () => {
  const first = await write([dat(0)]);
  expect(first.drawn).toBe(1);
  const { data, info } = await sharp(first.fileOf('dat-0'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  // The artwork is at the left, uncut.
  expect(data[0]).toBeGreaterThan(200);
  expect(data[1]).toBeLessThan(100);
  expect((await write([dat(0)])).drawn).toBe(0);
  expect((await write([dat(0, { SongName: 'Another' })])).drawn).toBe(1);
});

test('rebuilds at once share every picture, and leave no partial files', async () => {
  const dats = Array.from({ length: 6 }, (_, index) => dat(0, { SongName: `At once ${index}` }));
  const each = dats.map((one, index) => ({ ...one, id: `dat-0-${index}` }));
  const sites = await Promise.all([write(each), write(each), write(each)]);
  const firsts = sites.flatMap(({ fileOf }) => each.map(({ id }) => statSync(fileOf(id)).ino));
  expect(new Set(firsts).size).toBe(each.length);
  expect(readdirSync(join(cacheDir, 'share')).filter((file) => file.endsWith('.part'))).toEqual([]);
});

test.each([
  ['no artwork', ''],
  ['a missing file as artwork', '/sleeves/gone.webp'],
  ['a text file as artwork', '/sleeves/broken.webp'],
  ['an artwork path out of the folder', '/sleeves/../secret.webp'],
  ['an encoded path out of the folder', '/sleeves/%2e%2e/secret.webp'],
  ['artwork on another host', 'http://127.0.0.1:9/a.webp'],
  ['a local file as artwork', 'file:///etc/passwd'],
])('a work with %s is shared with the picture of the site', async (_, ArtworkURL) => {
  const { drawn, fileOf, own } = await write([dat(0, { ArtworkURL })]);
  expect(drawn).toBe(0);
  expect(readFileSync(fileOf('dat-0')).equals(own)).toBe(true);
});

test('a card is drawn even if its typeface lacks the script of the names', async () => {
  const { drawn, fileOf } = await write([dat(0, { SongName: 'مرحبا 🎧', ArtistName: '東京' })]);
  expect(drawn).toBe(1);
  expect(existsSync(fileOf('dat-0'))).toBe(true);
  expect(readdirSync(join(cacheDir, 'share')).some((file) => file.endsWith('.part'))).toBe(false);
});

test('a site keeps its pictures, draws missing ones again, and deletes those of works that are gone', async () => {
  const site = siteWithSleeves();
  const name = { SongName: `Kept ${sites}` };
  const kept = dat(0, name);
  const [second, elsewhere, gone] = [
    dat(1, name),
    dat(2, { ...name, ArtworkURL: 'https://pictures.example/a.webp' }),
    dat(3, name),
  ];
  const fileOf = (of: Dat) => join(site.dir, shareImageHref(of));
  const bytesOf = (of: Dat) => readFileSync(fileOf(of));
  expect(await give(site, [kept, second, elsewhere, gone])).toBe(1);
  const before = statSync(fileOf(kept)).ino;
  const own = readFileSync(join(site.dir, 'share/site.jpg'));
  const isOwn = () => [kept, second, elsewhere].map((of) => bytesOf(of).equals(own));
  expect([...isOwn(), bytesOf(gone).equals(own)]).toEqual([false, true, true, true]);

  expect(await give(site, [kept, second, elsewhere, gone])).toBe(0);
  expect(isOwn()).toEqual([false, true, true]);

  site.write('sleeves/dat-1.webp', sleeve);
  expect(await give(site, [kept, second, elsewhere])).toBe(1);
  expect(isOwn()).toEqual([false, false, true]);
  expect(statSync(fileOf(kept)).ino).toBe(before);
  expect(readFileSync(join(site.dir, 'share/site.jpg')).equals(own)).toBe(true);
  expect(existsSync(fileOf(gone))).toBe(false);
  expect(readdirSync(join(site.dir, 'share'))).toHaveLength(4);
});

test('pictures that a site has are kept when the cache is lost', async () => {
  const site = siteWithSleeves();
  const one = dat(0, { SongName: `Lost ${sites}` });
  expect(await give(site, [one])).toBe(1);
  rmSync(cacheDir, { recursive: true });
  expect(await give(site, [one])).toBe(0);
  expect(existsSync(join(site.dir, shareImageHref(one)))).toBe(true);
});

test('a copied stand-in picture is replaced by a drawn one when the artwork arrives', async () => {
  const site = siteWithSleeves();
  const one = dat(1, { SongName: `Copied ${sites}` });
  await give(site, [one]);
  const file = shareImageHref(one).slice(1);
  site.write(file, readFileSync(join(site.dir, file)));
  site.write('sleeves/dat-1.webp', sleeve);
  expect(await give(site, [one])).toBe(1);
});
