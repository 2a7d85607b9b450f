import { randomUUID } from 'node:crypto';
import { callPath } from '@datchain/shared/contracts/call-path.ts';
import { reportPath } from '@datchain/shared/contracts/report-request.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { aKey, claimsIn, signed } from '@datchain/testing/server/id-tokens.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { postFrom } from '@datchain/testing/server/post-from.ts';
import { type Production, startProduction } from '@datchain/testing/server/production.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const m = market();
const key = aKey('key-of-today');
let production: Production;

beforeAll(async () => {
  production = await startProduction({ projectId: m.projectId, key, authUrl: m.addresses.auth });
  production.google.serveKeys(true);
});
afterAll(() => production.close());

async function send(url: string, headers: Record<string, string>, body = '{"data":"nonsense"}') {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return {
    status: answer.status,
    wait: answer.headers.get('retry-after'),
    text: await answer.text(),
  };
}

type Server = (name: string, fan: Fan) => ReturnType<typeof send>;

const ofTheStack: Server = (name, { token }) =>
  send(`${m.addresses.functions}/${m.projectId}/${functionsRegion}/${callPath(name)}`, {
    authorization: `Bearer ${token}`,
  });
const ofProduction: Server = (name, { token }) =>
  send(`${production.url}/${callPath(name)}`, {
    authorization: `Bearer ${signed(claimsIn(token), key)}`,
  });

const sentence = 'Too many requests. Try again in a minute.';

function expectTooMany({ status, wait, text }: Awaited<ReturnType<typeof send>>): void {
  expect(status, text).toBe(429);
  expect(JSON.parse(text)).toEqual({ error: { status: 'RESOURCE_EXHAUSTED', message: sentence } });
  expect(Number(wait)).toBeGreaterThanOrEqual(1);
  expect(Number(wait)).toBeLessThanOrEqual(60);
}

describe('[M-56] 60 of 70 calls within a minute are accepted', () => {
  test.each<[string, readonly Server[]]>([
    ['one server process', [ofTheStack]],
    ['two server processes', [ofTheStack, ofProduction]],
  ])(
    'the other calls to %s are refused with the time to wait, and nobody else waits',
    async (_what, servers) => {
      const [fan, other] = [await m.signUp(), await m.signUp()];
      const answers = await Promise.all(
        Array.from({ length: 70 }, (_, n) => {
          const server = servers[n % servers.length] as Server;
          return server('claimRewardTokens', fan);
        }),
      );
      const refused = answers.filter(({ status }) => status !== 400);
      expect(refused).toHaveLength(10);
      refused.forEach(expectTooMany);
      for (const server of servers) {
        expectTooMany(await server('claimRewardTokens', fan));
        expect(await server('claimRewardTokens', other)).toMatchObject({ status: 400 });
      }
    },
  );
});

describe('an anonymous caller from one address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.1, ${address}` });
  const tooMany = (url: string, headers: Record<string, string>, body?: string) =>
    Promise.all(Array.from({ length: 61 }, () => send(url, headers, body)));

  test('must wait after 60 calls in a minute; others need not, nor do signed-in users at the same address', async () => {
    const url = `${production.url}/calls/claimRewardTokens`;
    const answers = await tooMany(url, from('203.0.113.7'));
    const late = answers.filter(({ status }) => status !== 401);
    expect(late).toHaveLength(1);
    late.forEach(expectTooMany);
    expect(await send(url, from('203.0.113.8'))).toMatchObject({ status: 401, wait: null });
    const authorization = `Bearer ${signed(claimsIn((await m.signUp()).token), key)}`;
    expect(await send(url, { ...from('203.0.113.7'), authorization })).toMatchObject({
      status: 400,
    });
  });

  test('must wait after 60 forged webhooks in a minute', async () => {
    const url = `${production.url}/stripeWebhook`;
    const answers = await tooMany(url, from('203.0.113.7'), '{}');
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(answers.filter(({ status, wait }) => status === 429 && Number(wait) > 0)).toHaveLength(
      1,
    );
    expect(await send(url, from('203.0.113.8'), '{}')).toMatchObject({ status: 400 });
  });
});

describe('[N-PPL-19] reports are limited by the address of their sender', () => {
  const report = {
    key: randomUUID(),
    datId: 'no-such-work',
    about: 'rights',
    text: 'A sample of ours.',
    from: 'North Quay Records',
    email: 'rights@northquay.example',
  };
  const reportFrom = async (from: string, url: string, headers: Record<string, string> = {}) =>
    (await postFrom(from, url, report, headers)).status;
  const behindHosting = `${m.addresses.hosting}${reportPath}`;
  const atTheFunction = `${m.addresses.functions}/${m.projectId}/${functionsRegion}/site/reports`;
  const forged = (n: number) => ({
    'x-forwarded-for': `192.0.2.${n}, 66.249.93.4`,
    'fastly-client-ip': `192.0.2.${n}`,
    'x-real-ip': `192.0.2.${n}`,
    forwarded: `for=192.0.2.${n}`,
  });

  test.each([
    ['behind Hosting', behindHosting, '127.0.0.11', '127.0.0.12'],
    ['at the function itself', atTheFunction, '127.0.0.21', '127.0.0.22'],
  ])(
    '%s each visitor has a limit of their own, and forged headers gain nothing',
    async (_where, url, one, other) => {
      const taken = await Promise.all([1, 2, 3, 4, 5].map((n) => reportFrom(one, url, forged(n))));
      expect(taken).toEqual([404, 404, 404, 404, 404]);
      expect(await reportFrom(one, url)).toBe(429);
      expect(await reportFrom(one, url, forged(6))).toBe(429);
      expect(await reportFrom(other, url)).toBe(404);
      expect(await reportFrom(other, url, { 'x-forwarded-for': one })).toBe(404);
    },
  );

  test('a visitor has one limit for both addresses', async () => {
    const visitor = '127.0.0.31';
    const ways = [behindHosting, atTheFunction, behindHosting, atTheFunction, behindHosting];
    for (const url of ways) expect(await reportFrom(visitor, url)).toBe(404);
    expect(await reportFrom(visitor, atTheFunction)).toBe(429);
    expect(await reportFrom(visitor, behindHosting)).toBe(429);
  });
});
