import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listTokens, processPayout, setEditionForSale } from '@datchain/shared/contracts/calls.ts';
import { codeOfStatus } from '@datchain/shared/testing/rule-tables.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALL_TIMEOUT_MILLIS, type CallContext, callFunction } from './call.ts';

const greet = {
  name: 'greet',
  input: v.object({ who: v.string() }),
  output: v.object({ text: v.string() }),
};

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: unknown };
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
      seen.push({ method, url, headers, body: JSON.parse(body) });
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

describe('what is sent', () => {
  test('[R-CAL-01] a POST with the data and the bearer token, and no other token headers', async () => {
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

describe('what comes back', () => {
  test.each(['data', 'result'])('[R-CAL-11] the answer is read from %s', async (field) => {
    reply = { body: JSON.stringify({ [field]: { text: 'hello' } }) };
    expect(await call()).toEqual({ text: 'hello' });
  });

  test.each(codeOfStatus)('[R-CAL-02] status %i is %s', async (status, code) => {
    reply = { status, body: '' };
    expect(await failing()).toMatchObject({ code });
  });

  test.each(['', '[]', '"text"', 'null', '<html>'])(
    '[R-CAL-13] the body %j is no JSON object',
    async (body) => {
      reply = { body };
      expect(await failing()).toMatchObject({
        message: 'Response is not valid JSON object.',
      });
    },
  );

  test('[R-CAL-13] an object without data says so', async () => {
    reply = { body: '{"other":1}' };
    expect(await failing()).toMatchObject({ message: 'Response is missing data field.' });
  });

  test('an answer of another shape than agreed has no message of its own', async () => {
    reply = { body: JSON.stringify({ data: { text: 7 } }) };
    expect(await failing()).toEqual({ code: 'internal', message: '' });
  });

  const odd = [{}, null, [], 'done', 7, { transferId: null, listingId: null, ok: 1 }].map(
    (data) => ({
      data,
    }),
  );

  test.each(odd)(
    '[N-MON-15] a payout that was made is no failure when it answers $data',
    async ({ data }) => {
      reply = { body: JSON.stringify({ data }) };
      const input = { payoutAmount: 25, source: 'credits' as const };
      expect(await callFunction(context, processPayout, input)).toEqual({ transferId: '' });
      reply = { body: JSON.stringify({ data: { transferId: 'tr_1', status: 'paid' } }) };
      expect(await callFunction(context, processPayout, input)).toEqual({ transferId: 'tr_1' });
    },
  );

  test.each(odd)(
    '[N-MON-15] what is offered for sale is no failure when it answers $data',
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

  test('a server that cannot be reached has no message of its own', async () => {
    expect(await failing({ urlOf: () => 'http://127.0.0.1:1/greet' })).toEqual({
      code: 'unavailable',
      message: '',
    });
  });

  test('[N-EXP-09] a session that has expired fails without the words of the library', async () => {
    const expired = Object.assign(new Error('Firebase: Error (auth/user-token-expired).'), {
      ...{ name: 'FirebaseError', code: 'auth/user-token-expired' },
    });
    expect(await failing({ idToken: () => Promise.reject(expired) })).toEqual({
      code: 'unavailable',
      message: '',
    });
    expect(seen).toEqual([]);
  });

  test('[R-CAL-12] an error in the body gives its own status and message, nothing appended', async () => {
    const error = { status: 'FAILED_PRECONDITION', message: 'Finish or cancel first.' };
    reply = { status: 400, body: JSON.stringify({ error }) };
    expect(await failing()).toEqual({
      code: 'failed-precondition',
      message: 'Finish or cancel first.',
    });
  });

  test('[R-CAL-12] an error in the body of a successful answer counts too', async () => {
    reply = { body: JSON.stringify({ error: { status: 'NOT_FOUND', message: 'Gone' } }) };
    expect(await failing()).toEqual({ code: 'not-found', message: 'Gone' });
  });
});

describe('when no answer comes', () => {
  test('[R-CAL-14] the default timeout is 70 seconds', () => {
    expect(CALL_TIMEOUT_MILLIS).toBe(70_000);
  });

  test('[R-CAL-14] after the timeout the call fails with deadline-exceeded', async () => {
    reply = { silent: true };
    expect(await failing({ timeoutMillis: 50 })).toMatchObject({ code: 'deadline-exceeded' });
  });

  test('[R-CAL-14] a token that never arrives counts against the same timeout', async () => {
    const idToken = () => new Promise<undefined>(() => {});
    expect(await failing({ idToken, timeoutMillis: 50 })).toMatchObject({
      code: 'deadline-exceeded',
    });
    expect(seen).toEqual([]);
  });
});
