import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AppCheckServer,
  startAppCheck,
} from '@datchain/firebase-emulators/app-check/server.ts';
import { bundleLive } from '@datchain/testing/ui/bundle-live.ts';
import { closeAll, keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type {} from '../testing/calls-page.ts';

/**
 * Runs the portal's own code in a browser, with an emulator of App Check and a server that records
 * headers.
 */
const projectId = 'demo-calls';
const appId = '1:1234567890:web:demo';
const debugToken = 'registered';

let asked: IncomingHttpHeaders[] = [];
let configuration: Record<string, unknown> = {};
let browser: Browser;
let site: Server;
let standIn: AppCheckServer;
const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

beforeAll(async () => {
  const script = await bundleLive('../../portal/src/lib/testing/calls-page.ts');
  standIn = await startAppCheck({ port: 0, projectId, appIds: [appId], debugTokens: [debugToken] });
  site = createServer((request, response) => {
    const files: Record<string, readonly [type: string, body: string]> = {
      '/': ['text/html', '<!doctype html><title>Calls</title><script src="/live.js"></script>'],
      '/live.js': ['text/javascript', script],
      '/favicon.ico': ['image/x-icon', ''],
      '/__/firebase/init.json': ['application/json', JSON.stringify(configuration)],
    };
    const [type, file] = files[request.url ?? ''] ?? [];
    if (file === undefined) asked.push(request.headers);
    response.setHeader('content-type', type ?? 'application/json');
    response.end(file ?? '{"data":{"listingId":"one"}}');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await keptChromium();
});

afterAll(async () => {
  await closeAll(browser);
  site?.closeAllConnections();
  site?.close();
  await standIn?.close();
});

let page: Page;
afterEach(() => page.context().close());

async function askOn(appCheck?: { url: string; debugToken: string }, times = 1) {
  asked = [];
  configuration = {
    apiKey: 'demo-api-key',
    appId,
    projectId,
    databaseURL: `${origin()}?ns=${projectId}`,
    local: { functions: origin(), firestore: origin(), ...(appCheck && { appCheck }) },
  };
  page = await browser.newPage();
  const exchanges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(':exchangeDebugToken')) exchanges.push(request.method());
  });
  await page.goto(origin());
  for (let time = 0; time < times; time++) {
    expect(await page.evaluate(() => window.calls.ask())).toEqual({ listingId: 'one' });
  }
  return { tokens: asked.map((headers) => headers['x-firebase-appcheck']), exchanges };
}

const url = () => `http://127.0.0.1:${standIn.port}`;

test('[R-CAL-01] calls carry the token that App Check gave, asked for once', async () => {
  const { tokens, exchanges } = await askOn({ url: url(), debugToken }, 3);
  expect(exchanges.filter((method) => method === 'POST')).toHaveLength(1);
  expect(new Set(tokens).size).toBe(1);
  const [, claims = ''] = tokens[0]?.toString().split('.') ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    sub: appId,
    aud: ['projects/1234567890', `projects/${projectId}`],
  });
});

test('a call is sent without a token when App Check gives none', async () => {
  const { tokens } = await askOn({ url: url(), debugToken: 'another' });
  expect(tokens).toEqual([undefined]);
});

test('App Check is not asked where it is not configured', async () => {
  const { tokens, exchanges } = await askOn();
  expect({ tokens, exchanges }).toEqual({ tokens: [undefined], exchanges: [] });
});
