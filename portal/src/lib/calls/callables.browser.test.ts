import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Auth, startAuth } from '@datchain/emulators/stack/auth.ts';
import { freePorts } from '@datchain/emulators/stack/ports.ts';
import { codeOfStatus } from '@datchain/shared/testing/rule-tables.ts';
import { bundleLive } from '@datchain/shared/ui/testing/bundle-live.ts';
import { closeAll, keptChromium } from '@datchain/shared/ui/testing/kept-chromium.ts';
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
  /** The browser has given the request up. */
  isGone: boolean;
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
    bundleLive('../../../portal/src/lib/testing/calls-page.ts'),
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
      const one: Asked = { method, path, headers, body: JSON.parse(body), isGone: false };
      asked.push(one);
      response.on('close', () => {
        one.isGone = !response.writableFinished;
      });
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

/** Each status or body in turn, and what a screen gets of it. */
async function outcomes(replies: readonly { status: number; body: string }[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const one of replies) {
    reply = one;
    found.push(await ask());
  }
  expect(asked).toHaveLength(replies.length);
  return found;
}

const answered = { status: 200, body: '{"data":{"listingId":"one"}}' };
const tokenHeaders = ['authorization', 'firebase-instance-id-token', 'x-firebase-appcheck'];

test('[R-CAL-01] a call is a POST of {data} as JSON, without any token when there is none', async () => {
  reply = answered;
  expect(await ask()).toEqual({ answer: { listingId: 'one' } });
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
  expect(await ask()).toEqual({ answer: { listingId: 'one' } });
  const { headers } = asked[0] ?? { headers: {} as IncomingHttpHeaders };
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  expect(scheme).toBe('Bearer');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ sub: localId, email, aud: projectId });
  for (const name of tokenHeaders.slice(1)) expect(headers).not.toHaveProperty(name);
});

test('[R-CAL-01] messaging and app-check tokens travel as headers where there are any', async () => {
  reply = answered;
  await page.evaluate(() => window.calls.askWith('messaging-token', 'app-check-token'));
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/with-tokens/listDatChainTokens' });
  expect(asked[0]?.headers).toMatchObject({
    'firebase-instance-id-token': 'messaging-token',
    'x-firebase-appcheck': 'app-check-token',
  });
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

test('[R-CAL-02] each HTTP status has its code, whatever else the answer says', async () => {
  for (const body of ['', '<html>Bad gateway</html>', answered.body]) {
    asked = [];
    const found = await outcomes(codeOfStatus.map(([status]) => ({ status, body })));
    expect(found).toEqual(codeOfStatus.map(([, code]) => expect.objectContaining({ code })));
  }
});

test('[R-CAL-11] the answer is read from data, or from result', async () => {
  const bodies = [
    '{"data":{"listingId":"one"}}',
    '{"result":{"listingId":"two"}}',
    '{"result":{"listingId":"two"},"data":{"listingId":"one"}}',
  ];
  expect(await outcomes(bodies.map((body) => ({ status: 200, body })))).toEqual([
    { answer: { listingId: 'one' } },
    { answer: { listingId: 'two' } },
    { answer: { listingId: 'one' } },
  ]);
});

test('[R-CAL-12] an error in the body gives its own status and message in place of the HTTP one', async () => {
  const error = { status: 'FAILED_PRECONDITION', message: 'Finish or cancel first.' };
  const own = { code: 'failed-precondition', message: 'Finish or cancel first.' };
  const body = JSON.stringify({ error });
  const both = JSON.stringify({ error, data: { listingId: 'one' } });
  expect(
    await outcomes([
      { status: 400, body },
      { status: 500, body },
      { status: 200, body },
      { status: 200, body: both },
      { status: 403, body: '{"error":{"message":"Not yours"}}' },
      { status: 400, body: '{"error":{"status":"NOT_FOUND"}}' },
    ]),
  ).toEqual([
    own,
    own,
    own,
    own,
    // What the body does not say is as the status has it.
    { code: 'permission-denied', message: 'Not yours' },
    { code: 'not-found', message: 'not-found' },
  ]);
});

test('[R-CAL-13] what is not JSON object, or has no data, says so', async () => {
  const notObjects = ['', ' ', 'null', '7', '"text"', '[]', '[{"data":1}]', '<html>', '{"data":'];
  const without = ['{}', '{"other":1}', '{"Data":{"listingId":"one"}}'];
  const found = await outcomes([...notObjects, ...without].map((body) => ({ status: 200, body })));
  expect(found).toEqual([
    ...notObjects.map(() => ({ code: 'internal', message: 'Response is not valid JSON object.' })),
    ...without.map(() => ({ code: 'internal', message: 'Response is missing data field.' })),
  ]);
});

test('[R-CAL-14] after 70 s without an answer, and not before, the call ends with deadline-exceeded and its request is given up', async () => {
  // What the browser needs once is there before its time is stopped.
  reply = answered;
  await ask();
  asked = [];
  reply = undefined;

  const devtools = await page.context().newCDPSession(page);
  /** Lets so much of the browser's own time pass, at once. */
  const pass = async (millis: number) => {
    const passed = new Promise((resolve) => {
      devtools.once('Emulation.virtualTimeBudgetExpired', resolve);
    });
    await devtools.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: millis });
    await passed;
  };
  await devtools.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
  await page.evaluate(() => window.calls.begin());
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);

  await pass(69_900);
  expect(await page.evaluate(() => window.calls.begun)).toEqual({});
  expect(asked[0]?.isGone).toBe(false);

  await pass(200);
  const begun = await page.evaluate(() => window.calls.begun);
  expect(begun?.over).toEqual({ code: 'deadline-exceeded', message: 'deadline-exceeded' });
  expect(begun?.millis).toBeGreaterThanOrEqual(70_000);
  expect(begun?.millis).toBeLessThan(70_100);
  await expect.poll(() => asked[0]?.isGone, { timeout: 10_000 }).toBe(true);
});
