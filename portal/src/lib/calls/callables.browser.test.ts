import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Auth, startAuth } from '@datchain/stack/auth.ts';
import { freePorts } from '@datchain/stack/ports.ts';
import { bundleLive } from '@datchain/testing/ui/bundle-live.ts';
import { closeAll, keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type {} from '../testing/calls-page.ts';

/**
 * The portal's own code in a browser, and in place of the functions a server that is told what to
 * answer.
 */
const projectId = 'demo-calls';
const functions = `/${projectId}/us-central1/`;

interface Asked {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

let asked: Asked[] = [];
/** Without a reply the server never answers. */
let reply: { status: number; body: string } | undefined;

let browser: Browser;
let auth: Auth;
let site: Server;
let page: Page;
const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const authUrl = () => `http://127.0.0.1:${auth.port}`;

beforeAll(async () => {
  const [script, ports] = await Promise.all([
    bundleLive('../../portal/src/lib/testing/calls-page.ts'),
    freePorts(),
  ]);
  auth = await startAuth({ port: ports.auth, projectId });
  const noList = { fields: { users: { arrayValue: {} } } };
  site = createServer((request, response) => {
    const path = request.url ?? '';
    const files: Record<string, readonly [type: string, body: string]> = {
      '/': ['text/html', '<!doctype html><title>Calls</title><script src="/live.js"></script>'],
      '/live.js': ['text/javascript', script],
      '/favicon.ico': ['image/x-icon', ''],
      '/__/firebase/init.json': ['application/json', JSON.stringify(configuration())],
    };
    const [type, file] = files[path] ?? [];
    // What every page reads of whoever is signed in: the allow list, and what is new at the bell.
    const reads = { '/portalAllowedUsers/': noList, '/settings?': {}, ':runQuery': [] };
    const read = Object.entries(reads).find(([part]) => path.includes(part))?.[1];
    response.setHeader('content-type', type ?? 'application/json');
    if (file !== undefined || read !== undefined) {
      response.end(file ?? JSON.stringify(read));
      return;
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, headers } = request;
      asked.push({ method, path, headers, body: JSON.parse(body) });
      if (reply) response.writeHead(reply.status).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await keptChromium();
});

const configuration = () => ({
  apiKey: 'demo-api-key',
  projectId,
  databaseURL: `${origin()}?ns=${projectId}`,
  local: { auth: authUrl(), firestore: origin(), functions: origin() },
});

afterAll(async () => {
  await closeAll(browser);
  site?.closeAllConnections();
  site?.close();
  await auth?.close();
});

beforeEach(async () => {
  asked = [];
  reply = undefined;
  page = await browser.newPage();
  await page.goto(origin());
});

afterEach(() => page.context().close());

const ask = () => page.evaluate(() => window.calls.ask());

const answered = { status: 200, body: '{"data":{"listingId":"one"}}' };
const tokenHeaders = ['authorization', 'firebase-instance-id-token', 'x-firebase-appcheck'];

test('[R-CAL-01] a call is a POST of {data} as JSON, without any token when there is none', async () => {
  reply = answered;
  expect(await ask()).toEqual({ listingId: 'one' });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    method: 'POST',
    path: `${functions}listDatChainTokens`,
    body: { data: { blockId: '50', qty: 30 } },
  });
  expect(asked[0]?.body).toEqual({ data: { blockId: '50', qty: 30 } });
  expect(asked[0]?.headers['content-type']).toMatch(/^application\/json/);
  for (const name of tokenHeaders) expect(asked[0]?.headers).not.toHaveProperty(name);
});

test('[R-CAL-01] a signed-in user’s call carries the token that the sign-in gave, and no other', async () => {
  const email = 'fan@dats.test';
  const password = 'demo-password';
  const signUp = `${authUrl()}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`;
  const made = await fetch(signUp, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  const { localId } = await made.json();
  await page.evaluate(([address, secret]) => window.calls.signIn(address, secret), [
    email,
    password,
  ] as const);

  reply = answered;
  expect(await ask()).toEqual({ listingId: 'one' });
  const { headers } = asked[0] ?? { headers: {} as IncomingHttpHeaders };
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  expect(scheme).toBe('Bearer');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ sub: localId, email, aud: projectId });
  for (const name of tokenHeaders.slice(1)) expect(headers).not.toHaveProperty(name);
});
