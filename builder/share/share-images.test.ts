import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import { SiteTree } from '../site-tree.ts';
import { shareImage, shareImageHref, writeShareImages } from './share-images.ts';

const folder = mkdtempSync(join(tmpdir(), 'share-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const red = { create: { width: 300, height: 300, channels: 3, background: '#e2452c' } } as const;
const pictures = join(folder, 'sleeves');
mkdirSync(pictures);
writeFileSync(join(pictures, 'dat-0.webp'), await sharp(red).webp().toBuffer());
writeFileSync(join(folder, 'secret.webp'), await sharp(red).webp().toBuffer());
writeFileSync(join(pictures, 'broken.webp'), 'no picture');

const dat = (index: number, changes = {}): Dat =>
  readAsset(
    aStoredAsset(index, { ArtworkURL: `/sleeves/dat-${index}.webp`, ...changes }),
    '',
  ) as Dat;
const options = {
  sleevesDir: pictures,
  cacheDir: join(folder, 'cache'),
};
let sites = 0;

/** Gives a site the pictures of these DATS. */
const give = (site: SiteTree, dats: readonly Dat[], standIns?: readonly string[]) =>
  writeShareImages(
    site,
    dats.map((each) => ({ ...each, image: hrefOf(each) })),
    {
      ...{ ...options, standIns },
      textOf: (datId) => shareImage(dats.find(({ id }) => id === datId) as Dat).text,
    },
  );

const hrefOf = (of: Dat): string => shareImageHref(shareImage(of));

async function write(dats: readonly Dat[]) {
  sites += 1;
  const site = join(folder, `site-${sites}`);
  const { drawn } = await give(SiteTree.empty(site), dats);
  const fileOf = (id: string) => join(site, hrefOf(dats.find((one) => one.id === id) as Dat));
  return { drawn, fileOf, own: readFileSync(join(site, 'share/site.jpg')) };
}

test('a picture is drawn once, and again when the words change', async () => {
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

test('of rebuilds at once each has every picture, and none of another is replaced', async () => {
  const dats = Array.from({ length: 6 }, (_, index) => dat(0, { SongName: `At once ${index}` }));
  const each = dats.map((one, index) => ({ ...one, id: `dat-0-${index}` }));
  const sites = await Promise.all([write(each), write(each), write(each)]);
  const firsts = sites.flatMap(({ fileOf }) => each.map(({ id }) => statSync(fileOf(id)).ino));
  expect(new Set(firsts).size).toBe(each.length);
  expect(readdirSync(options.cacheDir).filter((file) => file.endsWith('.part'))).toEqual([]);
});

test.each([
  ['no artwork', ''],
  ['a file that is not there', '/sleeves/gone.webp'],
  ['a file that is no picture', '/sleeves/broken.webp'],
  ['a way out of the folder', '/sleeves/../secret.webp'],
  ['an encoded way out', '/sleeves/%2e%2e/secret.webp'],
  ['a stranger’s host', 'http://127.0.0.1:9/a.webp'],
  ['no address', 'file:///etc/passwd'],
])('with %s it is the picture of the site', async (_, ArtworkURL) => {
  const { drawn, fileOf, own } = await write([dat(0, { ArtworkURL })]);
  expect(drawn).toBe(0);
  expect(readFileSync(fileOf('dat-0')).equals(own)).toBe(true);
});

test('a name in a script that the face does not have leaves its line out', async () => {
  const { drawn, fileOf } = await write([dat(0, { SongName: 'مرحبا 🎧', ArtistName: '東京' })]);
  expect(drawn).toBe(1);
  expect(existsSync(fileOf('dat-0'))).toBe(true);
  expect(readdirSync(options.cacheDir).some((file) => file.endsWith('.part'))).toBe(false);
});

test.each([
  ['which of them stand in is known', (standIns: readonly string[]) => standIns],
  ['it is not', () => undefined],
])(
  'a site that has pictures keeps them, tries again what it stood in for, and loses those of others: %s',
  async (_, knownOf) => {
    const index = sites;
    sites += 1;
    const dir = join(folder, `kept-${index}`);
    const site = SiteTree.empty(dir);
    const [first, second, gone] = [0, 1, 2].map((at) =>
      dat(at, { SongName: `Kept ${index}`, ArtworkURL: `/sleeves/kept-${index}-${at}.webp` }),
    ) as [Dat, Dat, Dat];
    const kept = { ...first, artworkUrl: '/sleeves/dat-0.webp' };
    const given = await give(site, [kept, second, gone]);
    const fileOf = (of: Dat) => join(dir, hrefOf(of));
    expect(given.drawn).toBe(1);
    expect([...given.standIns].sort()).toEqual([second, gone].map((of) => basename(hrefOf(of))));
    const before = statSync(fileOf(kept)).ino;
    const own = readFileSync(join(dir, 'share/site.jpg'));
    expect(readFileSync(fileOf(second)).equals(own)).toBe(true);
    expect(await give(site, [kept, second, gone], knownOf(given.standIns))).toEqual({
      drawn: 0,
      standIns: given.standIns,
    });
    writeFileSync(join(pictures, `kept-${index}-1.webp`), await sharp(red).webp().toBuffer());
    const again = await give(site, [kept, second], knownOf(given.standIns));
    expect(again).toEqual({ drawn: 1, standIns: [] });
    expect(statSync(fileOf(kept)).ino).toBe(before);
    expect(readFileSync(fileOf(second)).equals(own)).toBe(false);
    expect(readFileSync(join(dir, 'share/site.jpg')).equals(own)).toBe(true);
    expect(readdirSync(join(dir, 'share'))).toHaveLength(3);
  },
);
