import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setEditionForSale } from '@datchain/shared/contracts/calls/editions.ts';
import { processPayout } from '@datchain/shared/contracts/calls/payouts.ts';
import { listTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import { codeOfStatus } from '@datchain/testing/pure/rule-tables.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALL_TIMEOUT_MILLIS, type CallContext, callFunction } from './call.ts';

const greet = {
  name: 'greet',
  input: v.object({ who: v.string() }),
  output: v.object({ text: v.string() }),
};

type Seen = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  isGone: boolean;
};
type Reply = { status?: number; body?: string; silent?: boolean };

let server: Server;
let origin = '';
let seen: Seen[] = [];
let reply: Reply = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: JSON.parse(body), isGone: false };
      seen.push(one);
      response.on('close', () => {
        one.isGone = !response.writableFinished;
      });
      if (!reply.silent) response.writeHead(reply.status ?? 200).end(reply.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
  reply = { body: JSON.stringify({ data: { text: 'hello' } }) };
});

const context: CallContext = {
  urlOf: (name) => `${origin}/${name}`,
  idToken: async () => 'id-token',
};

const call = (changed: Partial<CallContext> = {}) =>
  callFunction({ ...context, ...changed }, greet, { who: 'fan' });

const failing = (changed: Partial<CallContext> = {}) =>
  call(changed).then(
    () => 'answered',
    (error) => ({ code: error.code, message: error.message }),
  );

describe('the request', () => {
  test('[R-CAL-01] a call is a POST with the data and the bearer token, and no other token headers', async () => {
    await call();
    const [request] = seen;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('/greet');
    expect(request?.body).toEqual({ data: { who: 'fan' } });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers.authorization).toBe('Bearer id-token');
    expect(request?.headers).not.toHaveProperty('firebase-instance-id-token');
    expect(request?.headers).not.toHaveProperty('x-firebase-appcheck');
  });

  test('[R-CAL-01] messaging and app-check tokens travel as headers when there are any', async () => {
    await call({
      messagingToken: async () => 'messaging-token',
      appCheckToken: async () => 'app-check-token',
    });
    expect(seen[0]?.headers['firebase-instance-id-token']).toBe('messaging-token');
    expect(seen[0]?.headers['x-firebase-appcheck']).toBe('app-check-token');
  });

  test('[R-CAL-01] a source that has no token sends no header', async () => {
    const none = async () => undefined;
    await call({ idToken: none, messagingToken: none, appCheckToken: none });
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
    expect(seen[0]?.headers).not.toHaveProperty('firebase-instance-id-token');
    expect(seen[0]?.headers).not.toHaveProperty('x-firebase-appcheck');
  });
});

describe('the answer', () => {
  test.each([
    [{ data: { text: 'hello' } }],
    [{ result: { text: 'hello' } }],
    [{ result: { text: 'no' }, data: { text: 'hello' } }],
  ])('[R-CAL-11] the answer is read from data, or else from result: %j', async (body) => {
    reply = { body: JSON.stringify(body) };
    expect(await call()).toEqual({ text: 'hello' });
  });

  test.each(codeOfStatus)('[R-CAL-02] status %i is %s, whatever the body', async (status, code) => {
    for (const body of ['', '<html>Bad gateway</html>', '{"data":{"text":"hello"}}']) {
      reply = { status, body };
      expect(await failing()).toMatchObject({ code });
    }
  });

  test.each(['', ' ', '7', '[]', '[{"data":1}]', '"text"', 'null', '<html>', '{"data":'])(
    '[R-CAL-13] the body %j is reported as no JSON object',
    async (body) => {
      reply = { body };
      expect(await failing()).toMatchObject({
        message: 'Response is not valid JSON object.',
      });
    },
  );

  test.each(['{}', '{"other":1}', '{"Data":{}}'])(
    '[R-CAL-13] the body %s is reported as lacking data',
    async (body) => {
      reply = { body };
      expect(await failing()).toMatchObject({ message: 'Response is missing data field.' });
    },
  );

  test('an answer of an unexpected shape fails as internal, without a message', async () => {
    reply = { body: JSON.stringify({ data: { text: 7 } }) };
    expect(await failing()).toEqual({ code: 'internal', message: '' });
  });

  const odd = [{}, null, [], 'done', 7, { transferId: null, listingId: null, ok: 1 }].map(
    (data) => ({
      data,
    }),
  );

  test.each(odd)(
    '[N-MON-15] a payout counts as made even when its answer has the unexpected shape $data',
    async ({ data }) => {
      reply = { body: JSON.stringify({ data }) };
      const input = { payoutAmount: 25, source: 'credits' as const };
      expect(await callFunction(context, processPayout, input)).toEqual({ transferId: '' });
      reply = { body: JSON.stringify({ data: { transferId: 'tr_1', status: 'paid' } }) };
      expect(await callFunction(context, processPayout, input)).toEqual({ transferId: 'tr_1' });
    },
  );

  test.each(odd)(
    '[N-MON-15] an offer counts as made even when its answer has the unexpected shape $data',
    async ({ data }) => {
      reply = { body: JSON.stringify({ data }) };
      await callFunction(context, listTokens, { blockId: '50', qty: 10 });
      await callFunction(context, setEditionForSale, {
        datId: 'd',
        editionNumber: 1,
        newPrice: 40,
      });
      expect(seen.map(({ url }) => url)).toEqual(['/listDatChainTokens', '/setEditionForSaleCF']);
    },
  );

  test('[N-MON-15] a payout or an offer that was refused fails as before', async () => {
    reply = { status: 400, body: JSON.stringify({ error: { message: 'Not now' } }) };
    const payout = { payoutAmount: 25, source: 'credits' as const };
    await expect(callFunction(context, processPayout, payout)).rejects.toThrow('Not now');
    const listing = { blockId: '50', qty: 10 };
    await expect(callFunction(context, listTokens, listing)).rejects.toThrow('Not now');
  });

  test('a server that cannot be reached fails as unavailable, without a message', async () => {
    expect(await failing({ urlOf: () => 'http://127.0.0.1:1/greet' })).toEqual({
      code: 'unavailable',
      message: '',
    });
  });

  test('[N-EXP-09] an expired session fails without the library’s text', async () => {
    const expired = Object.assign(new Error('Firebase: Error (auth/user-token-expired).'), {
      name: 'FirebaseError',
      code: 'auth/user-token-expired',
    });
    expect(await failing({ idToken: () => Promise.reject(expired) })).toEqual({
      code: 'unavailable',
      message: '',
    });
    expect(seen).toEqual([]);
  });

  const refusal = { status: 'FAILED_PRECONDITION', message: 'Finish or cancel first.' };

  test.each([
    [400, { error: refusal }, 'failed-precondition', refusal.message],
    [500, { error: refusal }, 'failed-precondition', refusal.message],
    [200, { error: refusal }, 'failed-precondition', refusal.message],
    [200, { error: refusal, data: { text: 'hello' } }, 'failed-precondition', refusal.message],
    // Where the body lacks a status, the HTTP status decides the code.
    [403, { error: { message: 'Not yours' } }, 'permission-denied', 'Not yours'],
    [400, { error: { status: 'NOT_FOUND' } }, 'not-found', 'not-found'],
  ])(
    '[R-CAL-12] an answer with status %i and body %j fails with the error of its body',
    async (status, body, code, message) => {
      reply = { status, body: JSON.stringify(body) };
      expect(await failing()).toEqual({ code, message });
    },
  );
});

describe('a missing answer', () => {
  test('[R-CAL-14] the default timeout is 70 seconds', () => {
    expect(CALL_TIMEOUT_MILLIS).toBe(70_000);
  });

  test('[R-CAL-14] a call fails after the timeout, and its request is aborted', async () => {
    reply = { silent: true };
    expect(await failing({ timeoutMillis: 200 })).toEqual({
      code: 'deadline-exceeded',
      message: 'deadline-exceeded',
    });
    await expect.poll(() => seen[0]?.isGone).toBe(true);
  });

  test('[R-CAL-14] a token that never arrives counts against the same timeout', async () => {
    const idToken = () => new Promise<undefined>(() => {});
    expect(await failing({ idToken, timeoutMillis: 50 })).toMatchObject({
      code: 'deadline-exceeded',
    });
    expect(seen).toEqual([]);
  });
});
