import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Deployment, deploySite } from '../deploy-site.ts';
import { deployedFileOf } from './deployed.ts';
import { HostingApi } from './hosting-api.ts';
import { type HostingApiStandIn, projectId, startHostingApi } from './testing/hosting-api.ts';

type Site = Readonly<Record<string, string>>;

let hosting: HostingApiStandIn;
let folder: string;
let siteDir: string;
let said: string[];

beforeEach(async () => {
  hosting = await startHostingApi();
  folder = mkdtempSync(join(tmpdir(), 'datchain-deploy-'));
  siteDir = join(folder, 'site');
  said = [];
});

afterEach(async () => {
  await hosting.close();
  rmSync(folder, { recursive: true, force: true });
});

function build(site: Site): void {
  rmSync(siteDir, { recursive: true, force: true });
  mkdirSync(siteDir);
  for (const [path, content] of Object.entries(site)) {
    mkdirSync(dirname(join(siteDir, path)), { recursive: true });
    writeFileSync(join(siteDir, path), content);
  }
}

const built = (): Map<string, string> =>
  new Map(
    listFiles(`${siteDir}/`)
      .filter((path) => !path.startsWith('.'))
      .map((path) => [`/${path}`, readFileSync(join(siteDir, path), 'utf8')]),
  );

const config = { cleanUrls: true, rewrites: [{ glob: '/wallet', path: '/portal/index.html' }] };
const wholes = () => said.filter((line) => line === 'whole').length;

const deploy = (change: Partial<Deployment> = {}) =>
  deploySite({
    api: new HostingApi({ projectId, token: async () => hosting.token, origin: hosting.url }),
    siteDir,
    settings: '{"cleanUrls":true}',
    deployWhole: async () => {
      said.push('whole');
      hosting.deploy(built(), config);
    },
    now: 1_000,
    log: (line) => said.push(line),
    ...change,
  });

const site = { 'index.html': 'one', 'viewdat/a.html': 'two', 'data/v1/dats.json': '[]' };

describe('changes are deployed', () => {
  test('only a changed file is sent, and the other files and the settings stay', async () => {
    build({ ...site, '.hidden': 'not served' });
    await deploy();
    expect(said).toEqual([
      'Deploying all 3 files: this machine has no record of the live site.',
      'whole',
    ]);
    build({ 'index.html': 'other', 'viewdat/a.html': 'two', 'viewdat/b.html': 'three' });
    hosting.seen.splice(0);
    await deploy();
    expect(said.slice(2)).toEqual(['Deployed 2 of 3 files; 1 removed.']);
    expect(hosting.seen.filter((call) => call.includes('/upload/'))).toHaveLength(2);
    expect(hosting.live().files).toEqual(built());
    expect(hosting.live().config).toEqual(config);
    hosting.seen.splice(0);
    await deploy();
    expect(said.slice(3)).toEqual(['Nothing to deploy.']);
    expect(hosting.seen.every((call) => call.startsWith('GET '))).toBe(true);
  });

  test('thousands of changes are sent in several requests', async () => {
    build(site);
    await deploy();
    const many = Array.from({ length: 2_300 }, (_, at) => [`viewdat/${at}.html`, `${at % 50}`]);
    build({ ...site, ...Object.fromEntries(many) });
    hosting.seen.splice(0);
    await deploy();
    const populated = hosting.seen.filter((call) => call.endsWith(':populateFiles'));
    expect(populated).toHaveLength(3);
    // Files with the same content are sent once.
    expect(hosting.seen.filter((call) => call.includes('/upload/'))).toHaveLength(50);
    expect(hosting.live().files).toEqual(built());
    expect(wholes()).toBe(1);
  });

  test('any sequence of sites is live as built', async () => {
    const path = fc.constantFrom('dats.html', 'a/b.html', 'a/c d.html', 'ö.json', 'a/b/e.txt');
    const sites = fc.array(fc.dictionary(path, fc.constantFrom('', 'x', 'y', 'Ω\n')), {
      minLength: 2,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(sites, async (all) => {
        rmSync(deployedFileOf(siteDir), { force: true });
        const before = wholes();
        for (const each of all) {
          build({ 'index.html': 'one', ...each });
          await deploy();
          expect(hosting.live().files).toEqual(built());
          expect(hosting.live().config).toEqual(config);
        }
        expect(wholes() - before).toBe(1);
      }),
      tries(8, 300),
    );
  });
});

describe('the whole site is deployed', () => {
  test.each<[string, string, () => Partial<Deployment>]>([
    [
      'a full deployment was requested',
      'a full deployment was requested',
      () => ({ isWhole: true }),
    ],
    ['the settings have changed', 'the settings have changed', () => ({ settings: '{}' })],
    [
      'a day has passed',
      'the last full deployment is a day old',
      () => ({ now: 1_000 + DAY_MILLIS }),
    ],
    ['the clock was ahead', 'the last full deployment is a day old', () => ({ now: 0 })],
    [
      'another deployment came between',
      'something else is live',
      () => {
        hosting.deploy(new Map([['/index.html', 'by hand']]), {});
        return {};
      },
    ],
    [
      'the record of the last deployment is damaged',
      'this machine has no record of the live site',
      () => {
        writeFileSync(deployedFileOf(siteDir), '{"version":');
        return {};
      },
    ],
  ])('the whole site is deployed when %s', async (_when, reason, change) => {
    build(site);
    await deploy();
    said = [];
    build({ ...site, 'index.html': 'other' });
    await deploy(change());
    expect(said).toEqual([`Deploying all 3 files: ${reason}.`, 'whole']);
    expect(hosting.live().files).toEqual(built());
  });

  test('the whole site is deployed when Hosting counts different files, and the wrong version never goes live', async () => {
    build(site);
    await deploy();
    // The record now names a file that was never deployed.
    const record = JSON.parse(readFileSync(deployedFileOf(siteDir), 'utf8'));
    const files = record.files.filter(([path]: [string]) => path !== 'data/v1/dats.json');
    writeFileSync(deployedFileOf(siteDir), JSON.stringify({ ...record, files }));
    build({ 'index.html': 'other', 'viewdat/a.html': 'two' });
    said = [];
    await deploy();
    expect(said).toEqual([
      'The changes could not be deployed: the new version has 3 files, not 2. Deploying all 2 files.',
      'whole',
    ]);
    expect(hosting.live().files).toEqual(built());
    expect(hosting.versions()).toBe(2);
  });

  test("the whole site is deployed, now and next time, when Hosting's answer cannot be read", async () => {
    build(site);
    await deploy();
    build({ ...site, 'index.html': 'other' });
    said = [];
    hosting.failWhen(() => 'before');
    await deploy();
    expect(said).toEqual([
      expect.stringMatching(/^The changes could not be deployed: GET .* answered 503.* 3 files\.$/),
      'whole',
      expect.stringMatching(/^The next deployment sends all files: GET .* answered 503/),
    ]);
    hosting.failWhen(undefined);
    expect(hosting.live().files).toEqual(built());
    await deploy();
    expect(said.slice(3)).toEqual(['Deploying all 3 files: something else is live.', 'whole']);
  });

  test('the whole site is deployed again after an incomplete deployment', async () => {
    build(site);
    const deployWhole = async () => hosting.deploy(new Map([['/index.html', 'one']]), config);
    await deploy({ deployWhole });
    expect(said.at(-1)).toBe('The next deployment sends all files: 1 files are live, not 3.');
    await deploy();
    expect(said.slice(-2)).toEqual([
      'Deploying all 3 files: this machine has no record of the live site.',
      'whole',
    ]);
  });
});

test('a folder without a site is not deployed', async () => {
  build(site);
  await deploy();
  const { files } = hosting.live();
  build({ 'viewdat/a.html': 'two' });
  await expect(deploy()).rejects.toThrow(`There is no site in ${siteDir}.`);
  await expect(deploy({ isWhole: true })).rejects.toThrow('There is no site');
  expect(hosting.live().files).toEqual(files);
});

test('visitors see the complete old or new site, whichever request fails, before or after its effect', async () => {
  const other = { 'index.html': 'other', 'viewdat/b.html': 'three' };
  const deployWhole = async () => {
    throw new Error('not now');
  };
  const outcomes = new Set<string>();
  for (const when of ['before', 'after'] as const) {
    for (let failing = 0; ; failing++) {
      rmSync(deployedFileOf(siteDir), { force: true });
      build(site);
      await deploy();
      const old = built();
      build(other);
      let requests = 0;
      hosting.failWhen(() => (requests++ === failing ? when : undefined));
      const failed = await deploy({ deployWhole }).then(
        () => undefined,
        (error: Error) => error.message,
      );
      hosting.failWhen(undefined);
      const { files } = hosting.live();
      const isNew = files.get('/index.html') === 'other';
      expect(files).toEqual(isNew ? built() : old);
      outcomes.add(`${when}: ${failed ? 'failed' : 'done'}, ${isNew ? 'new' : 'old'}`);
      await deploy();
      expect(hosting.live().files).toEqual(built());
      if (requests <= failing) break;
    }
  }
  expect([...outcomes].sort()).toEqual([
    'after: done, new',
    'after: failed, new',
    'after: failed, old',
    'before: done, new',
    'before: failed, old',
  ]);
});
