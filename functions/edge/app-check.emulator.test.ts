import { callPath } from '@datchain/shared/contracts/call-path.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { appCheckDebugToken, demoAppId } from '@datchain/stack/environment.ts';
import { calls, findCallRow, valuesToTry } from '@datchain/testing/server/every-call.ts';
import { aKey, claimsIn, type Key, signed } from '@datchain/testing/server/id-tokens.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { type Production, startProduction } from '@datchain/testing/server/production.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const m = market();

async function send(url: string, data: unknown, authorization: string, appCheck?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization,
      ...(appCheck === undefined ? {} : { 'x-firebase-appcheck': appCheck }),
    },
    body: JSON.stringify({ data }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const notFromHere = {
  status: 400,
  body: {
    error: {
      status: 'FAILED_PRECONDITION',
      message:
        'We could not verify that this came from our own site. Reload the page and try again.',
    },
  },
};
const inputRefused = { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } };

async function exchange(debugToken: string, appId = demoAppId, projectId = m.projectId) {
  const path = `/v1/projects/${projectId}/apps/${appId}:exchangeDebugToken`;
  const response = await fetch(`${m.addresses.appCheck}${path}`, {
    method: 'POST',
    body: JSON.stringify({ debug_token: debugToken }),
  });
  const body = (await response.json()) as { token: string };
  return { status: response.status, body };
}

const now = () => Math.floor(Date.now() / 1000);
const claimsOf = (change: Record<string, unknown> = {}) => ({
  sub: demoAppId,
  aud: ['projects/1234567890', `projects/${m.projectId}`],
  iss: 'https://firebaseappcheck.googleapis.com/1234567890',
  iat: now() - 60,
  exp: now() + 3_540,
  ...change,
});

/** Made once, because generating a key is slow. */
const stranger = aKey('stranger');

const badTokens = (known: Key): Readonly<Record<string, string | undefined>> => ({
  none: undefined,
  'signed by a stranger under a known name': signed(claimsOf(), { ...stranger, kid: known.kid }),
  'an empty one': '',
  'a word': 'nonsense',
  'three letters': 'a.b.c',
  expired: signed(claimsOf({ iat: now() - 7_200, exp: now() - 3_600 }), known),
  "another project's": signed(claimsOf({ aud: ['projects/1', 'projects/demo-other'] }), known),
  'of another issuer': signed(claimsOf({ iss: 'https://securetoken.google.com/x' }), known),
  'of no app': signed(claimsOf({ sub: '' }), known),
  'signed by a stranger': signed(claimsOf(), stranger),
});

async function expectRefused(
  name: string,
  url: string,
  authorizationOf: (fan: Fan) => string,
  tokens: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { fan, input } = await findCallRow(name).prepare();
  const before = await traces(fan.uid);
  await Promise.all(
    valuesToTry(name, Object.entries(tokens), 2).map(async ([what, token]) => {
      expect(
        await send(`${url}/${callPath(name)}`, input, authorizationOf(fan), token),
        what,
      ).toEqual(notFromHere);
    }),
  );
  expect(await traces(fan.uid)).toEqual(before);
}

describe('in production, with APP_CHECK=enforce', () => {
  const key = aKey('key-of-today');
  const appCheckKey = aKey('app-check');
  const authorizationOf = ({ token }: Fan) => `Bearer ${signed(claimsIn(token), key)}`;
  let production: Production;

  beforeAll(async () => {
    production = await startProduction({
      projectId: m.projectId,
      key,
      appCheckKey,
      authUrl: m.addresses.auth,
      env: { APP_CHECK: 'enforce' },
    });
    production.google.serveKeys(true);
  });
  afterAll(() => production.close());

  test.each(calls)(
    '%s is refused without a valid App Check token and accepted with one',
    async (name) => {
      await expectRefused(name, production.url, authorizationOf, badTokens(appCheckKey));
      const authorization = authorizationOf(await m.signUp());
      const good = signed(claimsOf(), appCheckKey);
      expect(
        await send(`${production.url}/${callPath(name)}`, 'no input', authorization, good),
      ).toMatchObject(inputRefused);
    },
  );

  test('a signed-out caller is asked to log in first', async () => {
    const answer = await send(`${production.url}/calls/claimRewardTokens`, {}, '');
    expect(answer).toMatchObject({
      status: 401,
      body: { error: { message: 'Please log in first.' } },
    });
  });
});

describe('on the local stack', () => {
  const url = `${m.addresses.functions}/${m.projectId}/${functionsRegion}`;
  const authorizationOf = ({ token }: Fan) => `Bearer ${token}`;
  const switchTo = async (mode: string) => {
    await m.killFunctions();
    await m.startFunctions({ APP_CHECK: mode });
  };
  afterAll(() => switchTo('off'));

  test('the emulator gives a token for the registered debug token, and to our app only', async () => {
    expect(await exchange(appCheckDebugToken)).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), ttl: '3600s' },
    });
    const refused = { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } };
    expect(await exchange('another-debug-token')).toMatchObject(refused);
    expect(await exchange('')).toMatchObject(refused);
    expect(await exchange(appCheckDebugToken, '1:1234567890:web:other')).toMatchObject(refused);
    expect(await exchange(appCheckDebugToken, demoAppId, 'demo-other')).toMatchObject(refused);
  });

  test('APP_CHECK=enforce requires a token that the emulator signed', async () => {
    await switchTo('enforce');
    const { body } = await exchange(appCheckDebugToken);
    const [header = '', claims, signature] = body.token.split('.');
    const known = { ...aKey('x'), kid: JSON.parse(atob(header)).kid };
    await expectRefused('purchaseEdition', url, authorizationOf, {
      ...badTokens(known),
      'changed after it was signed': [header, `${claims}x`, signature].join('.'),
    });
    const fan = await m.signUp();
    const answer = await send(
      `${url}/calls/claimRewardTokens`,
      0,
      authorizationOf(fan),
      body.token,
    );
    expect(answer).toMatchObject(inputRefused);
  });

  test('APP_CHECK=observe and APP_CHECK=off accept a call without a valid token', async () => {
    for (const mode of ['observe', 'off']) {
      await switchTo(mode);
      for (const token of [undefined, 'nonsense']) {
        const fan = await m.signUp();
        const answer = await send(`${url}/calls/claimRewardTokens`, 0, authorizationOf(fan), token);
        expect(answer, mode).toMatchObject(inputRefused);
      }
    }
  });
});
