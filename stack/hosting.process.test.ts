import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostingConfig } from '@datchain/shared/contracts/hosting-config.ts';
import { type InitConfig, wrongInConfig } from '@datchain/shared/contracts/init-config.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoProjectId, listAddresses } from './environment.ts';
import { type Hosting, startHosting } from './hosting.ts';
import { freePorts, type Ports } from './ports.ts';

const configFile = fileURLToPath(new URL('../firebase.json', import.meta.url));

const secondsKept = (cacheControl: string | null): number => {
  if (cacheControl === 'no-cache' || cacheControl === 'no-store') return 0;
  const [, seconds = 'Infinity'] = /max-age=(\d+)/.exec(cacheControl ?? '') ?? [];
  return Number(seconds);
};

let folder: string;
let ports: Ports;
let hosting: Hosting;
let functions: Server;

function writeSite(name: string, title: string): string {
  const dir = join(folder, name);
  const files = {
    '404.html': 'no such page',
    'about.html': title,
    'viewdat/one.html': 'prebuilt one',
    'viewdat-fallback.html': 'made in the browser',
    'certificate/one.html': 'certificates of one',
    'embed.html': 'the player for other sites',
    'portal/index.html': 'the portal',
    'portal/assets/app.js': 'export {};',
    '_astro/page.css': 'a{}',
    'data/v1/log/one.jsonl': '{"seq":1}\n',
    'data/v1/no-lines.jsonl': '',
    'data/v1/tlog/checkpoint': 'signed',
    'data/v1/tlog/policy': 'quorum none',
    'data/v1/tlog/tile/0/000': 'hashes',
    'data/v1/tlog/tile/0/x001/234': 'hashes',
    'data/v1/tlog/tile/entries/001.p/7': 'entries',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-hosting-'));
  writeSite('v1', 'first');
  symlinkSync('v1', join(folder, 'site'));
  mkdirSync(join(folder, 'v1/sleeves'));
  writeFileSync(join(folder, 'v1/sleeves/one.webp'), 'picture');
  writeFileSync(join(folder, 'secret'), 'secret');
  ports = await freePorts();
  functions = createServer(({ url }, response) => {
    response.writeHead(404).end(url);
  });
  await new Promise<void>((resolve) => functions.listen(ports.functions, '127.0.0.1', resolve));
  hosting = await startHosting({
    projectId: demoProjectId,
    ports,
    addresses: listAddresses(ports),
    siteDir: join(folder, 'site'),
    configFile,
  });
});

afterAll(async () => {
  await hosting.close();
  functions.closeAllConnections();
  functions.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${ports.hosting}${path}`, { redirect: 'manual', ...init });
const textOf = async (path: string) => (await get(path)).text();

describe('the site as Firebase Hosting serves it', () => {
  it('has addresses without .html and without a trailing slash', async () => {
    expect(await textOf('/about')).toBe('first');
    expect((await get('/about.html')).headers.get('location')).toBe('/about');
    expect((await get('/about/')).headers.get('location')).toBe('/about');
  });

  it.each(['/login', '/wallet', '/wallet/dat/x', '/tdc/block/b1', '/orders/o1', '/release'])(
    'answers %s with the portal',
    async (path) => {
      expect(await textOf(path)).toBe('the portal');
    },
  );

  const latePage = (path: string) => `/demo-dats/${functionsRegion}/site${path}`;

  it('prefers a prebuilt page, and asks a function about works and people without one', async () => {
    expect(await textOf('/viewdat/one')).toBe('prebuilt one');
    for (const path of ['/viewdat/newer?x=1', '/analytics/newer', '/profile/a%20b/2']) {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([404, latePage(path)]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    expect(await textOf('/viewdat-fallback')).toBe('made in the browser');
  });

  it('serves one page for all certificates of a DAT', async () => {
    expect(await textOf('/certificate/one')).toBe('certificates of one');
    expect(await textOf('/certificate/one?edition=7')).toBe('certificates of one');
    // Older prints have an address for each edition.
    expect(await textOf('/certificate/one/7')).toBe(latePage('/certificate/one/7'));
  });

  it('has an empty log for a DAT that is newer than the log, and for nothing else', async () => {
    const answer = async (path: string) => {
      const response = await get(path);
      return [response.status, await response.text()];
    };
    expect(await answer('/data/v1/log/one.jsonl')).toEqual([200, '{"seq":1}\n']);
    expect(await answer('/data/v1/log/newer.jsonl')).toEqual([200, '']);
    for (const path of ['log/newer.csv', 'log/a/newer.jsonl', 'days/2026-11-20.jsonl']) {
      expect(await answer(`/data/v1/${path}`)).toEqual([404, 'no such page']);
    }
  });

  it('serves the tree of the log with the type and caching that verifiers expect, and to any site', async () => {
    const answer = async (path: string) => {
      const { status, headers } = await get(`/data/v1/tlog/${path}`);
      const named = ['content-type', 'cache-control', 'access-control-allow-origin'];
      return [status, ...named.map((name) => headers.get(name))];
    };
    const text = [200, 'text/plain; charset=utf-8', 'no-cache', '*'];
    expect(await answer('checkpoint')).toEqual(text);
    expect(await answer('policy')).toEqual(text);
    const bytes = [200, 'application/octet-stream'];
    const kept = [...bytes, 'public, max-age=60', '*'];
    expect(await answer('tile/0/000')).toEqual(kept);
    expect(await answer('tile/0/x001/234')).toEqual(kept);
    expect(await answer('tile/entries/001.p/7')).toEqual(kept);
  });

  it.each([
    '/data/v1/tlog/tile/0/009',
    '/data/v1/tlog/tile/0/x009/000',
    '/data/v1/tlog/tile/entries/001.p/8',
    '/data/v1/tlog/tiles',
    '/data/v1/gone.json',
    '/portal/assets/gone.js',
    '/artwork/gone.webp',
  ])('[N-INP-14] lets nobody cache for more than a minute that %s is missing', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(404);
    expect(secondsKept(headers.get('cache-control'))).toBeLessThanOrEqual(60);
  });

  it('[N-INP-14] keeps every cache rule of the configuration at a minute or less, because it also applies to missing files', () => {
    const { hosting: config } = JSON.parse(readFileSync(configFile, 'utf8'));
    const rules = (config as HostingConfig).headers.flatMap(({ headers }) => headers);
    const caching = rules.filter(({ key }) => key === 'Cache-Control').map(({ value }) => value);
    expect(caching.length).toBeGreaterThan(1);
    for (const value of caching) expect(secondsKept(value), value).toBeLessThanOrEqual(60);
  });

  it('answers a missing file of the portal with 404, not with the portal', async () => {
    const missing = await get('/portal/assets/gone.js');
    expect([missing.status, await missing.text()]).toEqual([404, 'no such page']);
  });

  it.each(['/portal/assets/gone.js', '/_astro/gone.css', '/portal/assets/app.js.map', '/_astro/'])(
    'tells no browser to cache that %s is missing',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-cache']);
    },
  );

  it('answers missing pages with 404', async () => {
    const missing = await get('/nothing');
    expect([missing.status, await missing.text()]).toEqual([404, 'no such page']);
  });

  it('lets browsers cache hashed files permanently, and revalidate pages', async () => {
    const caching = async (path: string) => (await get(path)).headers.get('cache-control');
    const forGood = 'public, max-age=31536000, immutable';
    expect(await caching('/portal/assets/app.js')).toBe(forGood);
    expect(await caching('/_astro/page.css')).toBe(forGood);
    expect(await caching('/about')).toBe('no-cache');
    expect(await caching('/login')).toBe('no-cache');
  });

  it('sends the protective headers, also with an error', async () => {
    for (const path of ['/about', '/login', '/nothing']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBeTruthy();
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });

  it('[N-SND-10] lets other sites frame the player of a work, and no other page', async () => {
    const framedBy = async (path: string) =>
      /frame-ancestors ([^;]+)/.exec(
        (await get(path)).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await textOf('/embed/one')).toBe('the player for other sites');
    expect(await framedBy('/embed/one')).toBe('*');
    expect(await framedBy('/viewdat/one')).toBe("'none'");
    expect(await framedBy('/login')).toBe("'none'");
  });

  it('tells the pages where the local services are', async () => {
    const response = await get('/__/firebase/init.json');
    const config = (await response.json()) as InitConfig;
    expect(wrongInConfig(config)).toEqual([]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(config.projectId).toBe('demo-dats');
    expect(config.databaseURL).toBe(`http://127.0.0.1:${ports.database}?ns=demo-dats-default-rtdb`);
    expect(config.local?.functions).toBe(`http://127.0.0.1:${ports.functions}`);
    expect(config.local?.storage).toBe(`http://127.0.0.1:${ports.storage}`);
    expect(config.storageBucket).toBe('demo-dats.firebasestorage.app');
    const policy = (await get('/about')).headers.get('content-security-policy');
    expect(policy).toContain(`ws://127.0.0.1:${ports.database}`);
  });

  it('answers with the requested part of a file, or says that there is none', async () => {
    const part = async (path: string, range: string) => {
      const response = await get(path, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('/sleeves/one.webp', 'bytes=1-3')).toEqual([206, 'bytes 1-3/7', 'ict']);
    expect(await part('/sleeves/one.webp', 'bytes=-2')).toEqual([206, 'bytes 5-6/7', 're']);
    expect(await part('/about', 'bytes=0-1')).toEqual([206, 'bytes 0-1/5', 'fi']);
    expect(await part('/about', 'bytes=9-')).toEqual([416, 'bytes */5', '']);
    expect(await part('/about', 'lines=1-2')).toEqual([200, null, 'first']);
    expect(await part('/nothing', 'bytes=0-1')).toEqual([404, null, 'no such page']);
  });

  it.each(['/sleeves/../secret', '/sleeves/%2e%2e/secret', '/..%2fsecret', '/sleeves/..%5csecret'])(
    'serves nothing outside its folders: %s',
    async (path) => {
      // fetch would normalise the path before sending it.
      expect(await rawGet(path)).not.toContain('secret');
    },
  );

  it('refuses foreign host names that point to this machine', async () => {
    expect(await rawGet('/about', 'evil.example')).toContain('instead');
  });

  it('shows a swapped site from the next request on', async () => {
    expect(await textOf('/about')).toBe('first');
    const v2 = writeSite('v2', 'other');
    writeFileSync(join(v2, '_astro/newer.css'), 'b{}');
    rmSync(join(v2, '_astro/page.css'));
    symlinkSync('v2', join(folder, 'next'));
    renameSync(join(folder, 'next'), join(folder, 'site'));
    const response = await get('/about');
    expect(await response.text()).toBe('other');
    expect(response.headers.get('etag')).toBeTruthy();
    const caching = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await caching('/_astro/newer.css')).toContain('immutable');
    expect(await caching('/_astro/page.css')).toBe('no-cache');
  });
});

function rawGet(path: string, host = `127.0.0.1:${ports.hosting}`): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: ports.hosting, path, headers: { host } }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}
