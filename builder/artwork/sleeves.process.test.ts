import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import { listFiles } from '../fingerprint.ts';
import { SiteTree } from '../site-tree.ts';
import { sleeves } from './draw-picture.ts';
import { placePictures, preparePictures } from './prepare-pictures.ts';
import { artworkStorage } from './storage-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeves-test-'));
const asked: string[] = [];
const answers: Record<string, (response: ServerResponse) => void> = {};
const storage = createServer(({ url = '' }, response) => {
  const name = decodeURIComponent(/\/o\/dat_artwork%2F([^?]+)/.exec(url)?.[1] ?? '');
  asked.push(name);
  const answer = answers[name];
  if (answer) answer(response);
  else response.writeHead(404).end();
});

const wide = { create: { width: 2400, height: 1200, channels: 4, background: '#e2452c' } } as const;

beforeAll(async () => {
  const png = await sharp(wide).png().toBuffer();
  for (const name of ['red.png', 'other.png']) answers[name] = (response) => response.end(png);
  // The file says that the camera lay on its side.
  const turned = await sharp({ ...wide, create: { ...wide.create, channels: 3 } })
    .composite([
      {
        input: await sharp({ create: { ...wide.create, width: 1200, background: '#2138d4' } })
          .png()
          .toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  answers['turned.jpg'] = (response) => response.end(turned);
  answers['page.png'] = (response) => response.end('<html><script>alert(1)</script>');
  answers['drawing.png'] = (response) =>
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  answers['cut.png'] = (response) => response.end(png.subarray(0, 200));
  answers['huge.png'] = (response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
    };
    response.on('drain', pour);
    pour();
  };
  answers['moved.png'] = (response) => response.writeHead(302, { location: '/x' }).end();
  await new Promise<void>((ready) => storage.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  storage.closeAllConnections();
  await new Promise((closed) => storage.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

const bucket = 'demo-dats.appspot.com';
const hostOf = () => `127.0.0.1:${(storage.address() as AddressInfo).port}`;
const addressOf = (name: string, inBucket = bucket) =>
  `http://${hostOf()}/v0/b/${inBucket}/o/dat_artwork%2F${name}?alt=media&token=t`;

const dat = (index: number, ArtworkURL: string): Dat =>
  readAsset(aStoredAsset(index, { ArtworkURL, creatorProfileURL: '' }), '') as Dat;

let sites = 0;
async function prepare(dats: readonly Dat[], options: { patienceMillis?: number } = {}) {
  sites += 1;
  const siteDir = join(folder, `site-${sites}`);
  const env = { FIREBASE_STORAGE_EMULATOR_HOST: hostOf(), GOOGLE_CLOUD_PROJECT: 'demo-dats' };
  asked.length = 0;
  const cacheDir = join(folder, 'cache');
  const prepared = await preparePictures(dats, {
    storage: artworkStorage(env),
    cacheDir,
    ...options,
  });
  const pictures = dats.flatMap(({ id }) => prepared.picturesOf(id));
  placePictures(SiteTree.empty(siteDir), cacheDir, pictures);
  const [first] = prepared.dats;
  return { ...prepared, siteDir, address: first?.artworkUrl ?? '' };
}

test('an uploaded wide picture becomes two square sleeves of the site', async () => {
  const { address, siteDir, problems } = await prepare([dat(0, addressOf('red.png'))]);
  expect(address).toMatch(/^\/sleeves\/dat-0-[0-9a-f]{8}\.webp$/);
  expect(problems).toEqual([]);
  for (const [file, side] of [
    [address, 900],
    [address.replace('.webp', '-450.webp'), 450],
  ] as const) {
    const { format, width, height } = await sharp(join(siteDir, file)).metadata();
    expect([format, width, height]).toEqual(['webp', side, side]);
    expect(readFileSync(join(siteDir, file)).length).toBeLessThan(60_000);
  }
});

/** The heaviest picture there is: every dot has a colour of its own. */
function noise(side: number, channels: 1 | 3): Promise<Buffer> {
  const dots = randomBytes(side * side * channels);
  const raw = { width: side, height: side, channels } as const;
  // One channel of black and white has the hardest edges.
  const data = channels === 1 ? dots.map((dot) => (dot < 128 ? 0 : 255)) : dots;
  return sharp(data, { raw }).png().toBuffer();
}

test.each([
  ['of noise in all colours', () => noise(900, 3)],
  ['of noise in black and white', () => noise(900, 1)],
  ['of coarse noise in black and white', () => noise(225, 1)],
  ['of a few dots', () => noise(30, 3)],
  ['of one dot', () => noise(1, 3)],
])('[N-INP-01] a picture %s becomes sleeves within their budgets', async (what, make) => {
  const name = `${encodeURIComponent(what)}.png`;
  const png = await make();
  answers[`${what}.png`] = (response) => response.end(png);
  const { address, siteDir, problems } = await prepare([dat(0, addressOf(name))]);
  expect(problems).toEqual([]);
  for (const { suffix, side, budget } of sleeves.sizes) {
    const file = join(siteDir, address.replace('.webp', `${suffix}.webp`));
    expect(readFileSync(file).length).toBeLessThanOrEqual(budget);
    expect((await sharp(file).metadata()).width).toBe(side);
  }
});

test('artwork is fetched once, and every later site has the same bytes at the same address', async () => {
  const first = await prepare([dat(0, addressOf('red.png'))]);
  const again = await prepare([dat(0, addressOf('red.png'))]);
  expect(asked).toEqual([]);
  expect(again.address).toBe(first.address);
  const bytes = [first, again].map((site) => readFileSync(join(site.siteDir, site.address)));
  expect(bytes[0]?.equals(bytes[1] as Buffer)).toBe(true);
  const other = await prepare([dat(0, addressOf('other.png'))]);
  expect(other.address).not.toBe(first.address);
});

test('a photograph is turned the way its camera was held', async () => {
  const { address, siteDir } = await prepare([dat(0, addressOf('turned.jpg'))]);
  const { data, info } = await sharp(join(siteDir, address))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (row: number) => [
    ...data.subarray(row * info.width * info.channels).subarray(0, 3),
  ];
  // The left side of the file is the top of the turned picture.
  expect(colourAt(10)[2]).toBeGreaterThan(150);
  expect(colourAt(info.height - 10)[0]).toBeGreaterThan(150);
});

test.each(['page.png', 'drawing.png', 'cut.png'])(
  '%s is no picture, so it is reported, not shown and never fetched again',
  async (name) => {
    const { address, problems, siteDir } = await prepare([dat(0, addressOf(name))]);
    expect(address).toBe('');
    const problem = expect.stringMatching(/^cannot be used: (it is|Artwork must be) /);
    expect(problems).toEqual([{ what: 'artwork of dat-0', problem }]);
    expect(listFiles(join(siteDir, 'sleeves'))).toEqual([]);
    expect((await prepare([dat(0, addressOf(name))])).problems).toEqual(problems);
    expect(asked).toEqual([]);
  },
);

test.each([
  ['gone.png', 'answered 404'],
  ['huge.png', 'it has more than 20971520 bytes'],
  ['moved.png', 'cannot be reached'],
])(
  '%s cannot be fetched, so the work keeps its address and the next rebuild tries again',
  async (name, problem) => {
    const url = addressOf(name);
    const { address, problems } = await prepare([dat(0, url), dat(1, addressOf('red.png'))]);
    expect(address).toBe(url);
    expect(problems).toEqual([
      { what: 'artwork of dat-0', problem: expect.stringContaining(problem) },
    ]);
    await prepare([dat(0, url)]);
    expect(asked).toEqual([name]);
  },
);

test('a picture that does not come in time is tried again by the next rebuild', async () => {
  const url = addressOf('slow.png');
  answers['slow.png'] = () => {};
  const within = AbortSignal.timeout;
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => within(50));
  const { address, problems } = await prepare([dat(0, url)]);
  expect(timeout.mock.calls).toEqual([[20_000]]);
  timeout.mockRestore();
  expect(address).toBe(url);
  const problem = 'cannot be used: it did not come in time';
  expect(problems).toEqual([{ what: 'artwork of dat-0', problem }]);
  answers['slow.png'] = answers['red.png']!;
  expect((await prepare([dat(0, url)])).problems).toEqual([]);
});

test('a picture is fetched again when the cache has lost one of its sizes', async () => {
  const name = 'half.png';
  answers[name] = answers['red.png']!;
  const { picturesOf } = await prepare([dat(0, addressOf(name))]);
  for (const [, kept = ''] of picturesOf('dat-0')) {
    rmSync(join(folder, 'cache', kept));
    const { siteDir } = await prepare([dat(0, addressOf(name))]);
    expect([asked, listFiles(siteDir)]).toEqual([[name], expect.objectContaining({ length: 2 })]);
  }
});

test('a rebuild that has spent its time leaves new pictures to the next one', async () => {
  const url = addressOf('late.png');
  const { address, problems } = await prepare([dat(0, url)], { patienceMillis: -1 });
  expect(address).toBe(url);
  expect(problems).toEqual([{ what: '1 new pictures', problem: 'wait for the next rebuild' }]);
  expect(asked).toEqual([]);
});

test('[N-INP-01] a path of this site as artwork is reported and not shown, because the link would be dead', async () => {
  const { address, problems } = await prepare([dat(0, '/sleeves/dat-0.webp')]);
  expect([address, asked]).toEqual(['', []]);
  const problem = 'is not at /sleeves/dat-0.webp';
  expect(problems).toEqual([{ what: 'artwork of dat-0', problem }]);
});

test('[N-MON-08] an address with a uid in it is never shown as artwork, on any host', async () => {
  const uid = 'u5Pq0ZrT1bWkEoXcVn8MdLs2JaHy';
  for (const host of [hostOf(), 'pictures.example']) {
    const url = `http://${host}/v0/b/${bucket}/o/profile_pictures%2F${uid}?alt=media`;
    expect((await prepare([dat(0, url)])).address).toBe('');
  }
});

test('artwork that two works share is fetched once, and each has it under an address of its own', async () => {
  const url = addressOf('shared.png');
  answers['shared.png'] = answers['red.png']!;
  const { dats, siteDir } = await prepare([dat(0, url), dat(1, url)]);
  expect(asked).toEqual(['shared.png']);
  const files = dats.map(({ artworkUrl }) => readFileSync(join(siteDir, artworkUrl)));
  expect(dats[0]?.artworkUrl).not.toBe(dats[1]?.artworkUrl);
  expect(files[0]?.equals(files[1] as Buffer)).toBe(true);
});

test('shared artwork that is no picture is reported for both works', async () => {
  const url = addressOf('page.png');
  const { problems } = await prepare([dat(0, url), dat(1, url)]);
  expect(problems.map(({ what }) => what)).toEqual(['artwork of dat-0', 'artwork of dat-1']);
});

test('two rebuilds at once both have all sizes, and leave no partial files', async () => {
  const url = addressOf('at-once.png');
  answers['at-once.png'] = answers['red.png']!;
  const sites = await Promise.all([prepare([dat(0, url)]), prepare([dat(0, url)])]);
  for (const { siteDir } of sites) expect(listFiles(join(siteDir, 'sleeves'))).toHaveLength(2);
  expect(listFiles(join(folder, 'cache')).filter((file) => file.endsWith('.part'))).toEqual([]);
});

test('a site keeps the pictures that it has, and loses those that no work shows', async () => {
  const { siteDir, picturesOf } = await prepare(
    ['red.png', 'other.png'].map((name, at) => dat(at, addressOf(name))),
  );
  const site = SiteTree.empty(join(folder, 'kept'));
  const cacheDir = join(folder, 'cache');
  placePictures(site, cacheDir, [...picturesOf('dat-0'), ...picturesOf('dat-1')]);
  site.write('portraits/somebody.webp', 'picture');
  expect(listFiles(join(site.dir, 'sleeves'))).toEqual(listFiles(join(siteDir, 'sleeves')));
  const [[kept = ''] = []] = picturesOf('dat-0');
  const before = statSync(join(site.dir, kept)).ino;
  placePictures(site, join(folder, 'lost-cache'), picturesOf('dat-0'));
  expect(listFiles(site.dir)).toEqual(
    picturesOf('dat-0')
      .map(([file]) => file)
      .sort(),
  );
  expect(statSync(join(site.dir, kept)).ino).toBe(before);
});

test('an address of this machine with another port is read from the Storage of this stack', async () => {
  const first = await prepare([dat(0, addressOf('red.png'))]);
  const other = addressOf('red.png').replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9199');
  expect((await prepare([dat(0, other)])).address).toBe(first.address);
});

test.each([
  ['another bucket', () => addressOf('red.png', 'strangers.appspot.com')],
  ['another host', () => addressOf('red.png').replace('127.0.0.1', 'localhost')],
  ['another path of the storage', () => `http://${hostOf()}/upload/red.png`],
  ['a way out of the bucket', () => `http://${hostOf()}/v0/b/${bucket}/o/../../../secret`],
  ['a local file', () => 'file:///etc/passwd'],
])('nothing is fetched from %s, and the work keeps the address', async (_, url) => {
  const { address, problems } = await prepare([dat(0, url())]);
  expect([address, problems, asked]).toEqual([url(), [], []]);
});
