import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goodPictures } from '@datchain/functions/pictures/testing/pictures.ts';
import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import {
  LONGEST_ABOUT,
  MOST_LINKS,
  readProfileLink,
} from '@datchain/shared/domain/profile-texts.ts';
import { canBeSeen, cleanLine, cleanLines } from '@datchain/shared/domain/public-text.ts';
import { contributorTagLength } from '@datchain/shared/domain/release/contributors.ts';
import { checkUsername } from '@datchain/shared/domain/username.ts';
import { hostileTexts } from '@datchain/testing/pure/hostile-texts.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStoredAsset, storedAt, storedData } from '../ledger/testing/stored-world.ts';
import { rebuildSite } from './rebuild.ts';

// Anybody may bring these names, texts and pictures. A bad one affects only its own page.

const folder = mkdtempSync(join(tmpdir(), 'what-people-bring-'));
const BUCKET = 'demo-dats.appspot.com';

const faults = ['gone', 'empty', 'a page', 'a drawing', 'half', 'too many pixels', 'too long'];

/** An uploaded picture; `fault` says why it cannot be shown. */
interface Brought {
  readonly form: string;
  readonly width: number;
  readonly height: number;
  /** Noisy dots per thousand: 1,000 makes a picture incompressible. */
  readonly noise: number;
  readonly alpha: boolean;
  readonly fault: string | undefined;
}

const side = fc.oneof(fc.constantFrom(1, 2, 900, 2_000), fc.integer({ min: 1, max: 1_600 }));
const picture: fc.Arbitrary<Brought> = fc.record({
  form: fc.oneof(
    fc.constantFrom('png', 'jpeg', 'webp'),
    fc.constantFrom(...Object.keys(goodPictures)),
  ),
  width: side,
  height: side,
  noise: fc.constantFrom(0, 20, 300, 1_000),
  alpha: fc.boolean(),
  fault: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('half', 'half', ...faults) },
  ),
});

function dotsOf({ width, height, noise, alpha }: Brought) {
  const channels = alpha ? 4 : 3;
  const dots = Buffer.alloc(width * height * channels, 0x60);
  let state = width * 31 + height + 1;
  for (let at = 0; at < dots.length; at++) {
    state = (state * 48_271) % 2_147_483_647;
    if (state % 1_000 < noise) dots[at] = state >> 7;
  }
  return sharp(dots, { raw: { width, height, channels } });
}

async function wholePicture(brought: Brought): Promise<Buffer> {
  const { form } = brought;
  const good = goodPictures[form];
  if (good) return good();
  const drawn = dotsOf(brought);
  if (form === 'png') return drawn.png({ compressionLevel: 1 }).toBuffer();
  return form === 'jpeg'
    ? drawn.jpeg({ quality: 95 }).toBuffer()
    : drawn.webp({ quality: 95, effort: 0 }).toBuffer();
}

async function bytesOf(brought: Brought): Promise<Buffer | undefined> {
  switch (brought.fault) {
    case 'gone':
      return undefined;
    case 'empty':
      return Buffer.alloc(0);
    case 'a page':
      return Buffer.from('<html><script>alert(1)</script>');
    case 'a drawing':
      return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    case 'half': {
      const whole = await wholePicture(brought);
      return whole.subarray(0, whole.length >> 1);
    }
    case 'too many pixels': {
      const large = await sharp({
        create: { width: 9, height: 9, channels: 3, background: '#123' },
      })
        .png()
        .toBuffer();
      large.writeUInt32BE(9_000, 16);
      large.writeUInt32BE(7_000, 20);
      return large;
    }
    case 'too long':
      return Buffer.concat([await wholePicture(brought), Buffer.alloc(21 * 1024 * 1024)]);
    default:
      return wholePicture(brought);
  }
}

const storage = createServer(async ({ url = '' }, response) => {
  const token = new URL(url, 'http://x').searchParams.get('token') ?? '';
  const bytes = await bytesOf(JSON.parse(Buffer.from(token, 'base64url').toString()));
  response.writeHead(bytes ? 200 : 404).end(bytes);
});

beforeAll(() => new Promise<void>((ready) => storage.listen(0, '127.0.0.1', ready)));
afterAll(async () => {
  await new Promise((closed) => storage.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

const storageHost = () => `127.0.0.1:${(storage.address() as AddressInfo).port}`;
function addressOf(path: string, brought: Brought): string {
  const token = Buffer.from(JSON.stringify(brought)).toString('base64url');
  const place = `/v0/b/${BUCKET}/o/${encodeURIComponent(path)}`;
  return `http://${storageHost()}${place}?alt=media&token=${token}`;
}

const username = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,49}$/),
    fc.constantFrom(
      '0',
      '_',
      'html',
      'x.html.y',
      'Index.a',
      'constructor',
      '__proto',
      'a'.repeat(50),
    ),
  )
  .filter((name) => checkUsername(name) === undefined);

/** Incompressible text of characters with three bytes each. */
const dense = fc.string({
  unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
  maxLength: 400,
  minLength: 100,
});

const textOf = (longest: number) =>
  fc
    .oneof(
      fc.string({ minLength: 1, maxLength: longest }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: longest }),
      dense,
      fc.constantFrom(
        ...hostileTexts,
        '\u202eojnokO adA',
        'مرحبا بالعالم',
        '👩‍🎤'.repeat(9),
        '&amp;',
      ),
    )
    .map((text) => [...text].slice(0, longest).join(''))
    .filter((text) => canBeSeen(cleanLine(text)));

const credits = fc.array(textOf(contributorTagLength), { maxLength: 10 });

/** More credits than a release can have: only the work's own page exceeds its budget. */
const tooMuch = Array.from({ length: 300 }, (_none, index) =>
  Array.from({ length: 40 }, (_sign, at) =>
    String.fromCharCode(0x4e00 + (((index * 40 + at) * 48_271) % 20_000)),
  ).join(''),
);

interface Person {
  readonly username: string;
  readonly picture: Brought;
  readonly about: string;
  readonly links: readonly string[];
}

interface Work {
  readonly name: string;
  readonly artistName: string;
  readonly cover: Brought;
  readonly credits: readonly string[];
  readonly fault: 'too heavy' | 'taken down' | undefined;
  readonly reason: string;
}

interface World {
  readonly people: readonly Person[];
  readonly works: readonly Work[];
}

const PEOPLE = 4;
const WORKS = 8;

const world: fc.Arbitrary<World> = fc.record({
  people: fc.uniqueArray(
    fc.record({
      username,
      picture,
      about: textOf(LONGEST_ABOUT),
      links: fc.uniqueArray(
        fc
          .webUrl({ validSchemes: ['https'], withQueryParameters: true })
          .filter((link) => readProfileLink(link) !== undefined),
        { maxLength: MOST_LINKS },
      ),
    }),
    {
      minLength: PEOPLE,
      maxLength: PEOPLE,
      selector: (person) => person.username.toLowerCase(),
    },
  ),
  works: fc.array(
    fc.record({
      name: textOf(120),
      artistName: textOf(120),
      cover: picture,
      credits,
      fault: fc.constantFrom(
        'too heavy' as const,
        'taken down' as const,
        ...[0, 0, 0, 0].map(() => undefined),
      ),
      reason: textOf(300),
    }),
    { minLength: WORKS, maxLength: WORKS },
  ),
});

const portraitOf = (people: readonly Person[], at: number) => {
  const person = people[at % people.length]!;
  return {
    ...person,
    address: addressOf(`profile_pictures/person-${at % people.length}`, person.picture),
  };
};

function rowOf({ people }: World, work: Work, at: number): StoredAsset {
  const [creator, owner] = [portraitOf(people, at), portraitOf(people, at + 1)];
  const tags = work.fault === 'too heavy' ? tooMuch : work.credits;
  return aStoredAsset(at, {
    SongName: work.name,
    ArtistName: work.artistName,
    ArtworkURL: addressOf(`dat_artwork/${at}`, work.cover),
    creatorUsername: creator.username,
    creatorProfileURL: creator.address,
    editions: aStoredAsset(at).editions.map((edition) => ({
      ...edition,
      username: owner.username,
      profileImageUrl: owner.address,
    })),
    producers: tags.map((tag, index) => ({ id: `p${index}`, tag })),
    artistFeatures: [],
    ...(work.fault === 'taken down' ? { takenDown: { at: storedAt, reason: work.reason } } : {}),
  });
}

const dataOf = (brought: World): PublicData => ({
  ...storedData(brought.works.map((work, at) => rowOf(brought, work, at))),
  people: Object.fromEntries(
    brought.people.map(({ username: name, about, links }) => [
      name.toLowerCase(),
      {
        about: cleanLines(about),
        links: links.flatMap((link) => readProfileLink(link) ?? []),
        followers: 3,
      },
    ]),
  ),
});

const wrongIn = ({ people, works }: World): string[] => [
  ...people
    .filter((person) => person.picture.fault)
    .map((person) => `profile picture of @${person.username}`),
  ...works.flatMap(({ cover, fault }, at) => [
    ...(cover.fault && fault !== 'taken down' ? [`artwork of dat-${at}`] : []),
    ...(fault === 'too heavy' ? [`viewdat/dat-${at}.html`] : []),
  ]),
];

let sites = 0;

test('[N-INP-01] with any usernames, texts and pictures the site is published, and exactly the faulty parts are left out and reported', {
  timeout: scale(120_000, 7_200_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(world, world, async (first, second) => {
      sites += 1;
      const siteDir = join(folder, `site-${sites}`);
      const page = (file: string) => readFileSync(join(siteDir, file), 'utf8');
      for (const brought of [first, second]) {
        const { published, leftOut } = await rebuildSite({
          siteDir,
          log: () => {},
          read: async () => dataOf(brought),
          portalDir: join(folder, 'no-portal'),
          picturesDir: join(folder, 'pictures'),
          env: {
            ...process.env,
            FIREBASE_STORAGE_EMULATOR_HOST: storageHost(),
            GOOGLE_CLOUD_PROJECT: 'demo-dats',
          },
        });
        expect(published).toBe(true);
        expect(leftOut.map(({ what }) => what).sort()).toEqual(wrongIn(brought).sort());

        const lists = page('dats.html');
        for (const [at, { name, cover, fault }] of brought.works.entries()) {
          const file = `viewdat/dat-${at}.html`;
          const record = JSON.parse(page(`data/v1/dats/dat-${at}.json`));
          expect(JSON.stringify(record)).toContain(JSON.stringify(cleanLine(name)));
          expect([file, lists.includes(`/viewdat/dat-${at}"`)]).toEqual([
            file,
            fault !== 'taken down',
          ]);
          for (const other of ['analytics', 'certificate']) {
            expect([other, existsSync(join(siteDir, `${other}/dat-${at}.html`))]).toEqual([
              other,
              true,
            ]);
          }
          if (fault === 'too heavy') continue;
          const sleeve = new RegExp(`/sleeves/dat-${at}-[0-9a-f]{8}(?:-450)?\\.webp`).exec(
            page(file),
          );
          const isShown = !cover.fault && fault !== 'taken down';
          expect([file, cover, sleeve !== null]).toEqual([file, cover, isShown]);
          if (sleeve) expect(existsSync(join(siteDir, sleeve[0]))).toBe(true);
        }
        for (const person of brought.people) {
          const own = brought.works.filter((_work, at) => brought.people[at % PEOPLE] === person);
          if (own.every(({ fault }) => fault === 'taken down')) continue;
          const file = `profile/${person.username}.html`;
          const portrait = /\/portraits\/[0-9a-f]{16}\.webp/.exec(page(file));
          expect([file, person.picture, portrait !== null]).toEqual([
            file,
            person.picture,
            !person.picture.fault,
          ]);
          if (portrait) expect(existsSync(join(siteDir, portrait[0]))).toBe(true);
        }
      }
      rmSync(siteDir, { recursive: true, force: true });
    }),
    tries(3, 100),
  );
});
