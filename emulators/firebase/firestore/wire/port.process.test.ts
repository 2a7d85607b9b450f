import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aToken } from '../../database/testing/clients.ts';
import { codes, Refusal } from '../contract.ts';
import { frame } from './grpc/frames.ts';
import { methods } from './messages/shapes.ts';
import { writeBinary } from './messages/write-binary.ts';
import type { Port } from './port.ts';
import { askGrpc } from './testing/raw-grpc.ts';
import { openRecorder, type Recorder } from './testing/recorder.ts';

const DATABASE = 'projects/demo-dats/databases/(default)';
const ROOT = `${DATABASE}/documents`;

let recorder: Recorder;
let port: Port;

beforeEach(async () => {
  ({ recorder, port } = await openRecorder());
});

afterEach(() => port.close());

async function rest(path: string, init: RequestInit = {}) {
  const response = await fetch(`${port.url}${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  rest(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  });

describe('gRPC', () => {
  test('a call returns its answer, or a refusal with its reason', async () => {
    recorder.answers.set('Commit', { commitTime: '2024-01-01T00:00:00.123456Z' });
    expect(await askGrpc(port.port, 'Commit', { database: DATABASE })).toEqual({
      answers: [{ commitTime: '2024-01-01T00:00:00.123456Z' }],
      status: '0',
      message: undefined,
    });
    recorder.answers.set('Commit', new Refusal(codes.NOT_FOUND, 'nö\n100%'));
    expect(await askGrpc(port.port, 'Commit', { database: DATABASE })).toEqual({
      answers: [],
      status: '5',
      message: 'n%C3%B6%0A100%25',
    });
  });

  test.each([
    ['Frobnicate', {}, {}, '12', 'Method not found'],
    ['Commit', {}, {}, '3', 'names no database'],
    ['Commit', {}, { bytes: Buffer.alloc(0) }, '3', 'takes one message'],
    [
      'Commit',
      {},
      { bytes: Buffer.concat([frame(new Uint8Array()), frame(new Uint8Array())]) },
      '3',
      'takes one message',
    ],
    ['Commit', {}, { bytes: frame(new Uint8Array()).subarray(0, 3) }, '3', 'not complete'],
    ['Commit', {}, { bytes: frame(Buffer.from([0xff])) }, '3', 'The bytes are no'],
    ['Commit', {}, { bytes: Buffer.from([1, 0, 0, 0, 0]) }, '12', 'Compression'],
    ['Commit', { database: 'projects/real/databases/d' }, {}, '7', 'real is not served'],
    ['Commit', { database: DATABASE }, { authorization: 'Bearer junk' }, '16', 'parse auth token'],
  ])('%s %j %j is answered with status %s', async (method, request, options, status, message) => {
    const outcome = await askGrpc(port.port, method, request, options);
    expect(outcome).toMatchObject({ answers: [], status });
    expect(outcome.message).toContain(message);
  });

  test("a call ends at its client's timeout", async () => {
    vi.spyOn(recorder, 'calls').mockImplementation(() => ({
      one: () => new Promise(() => {}),
      many: async () => [],
      open: () => ({ send: () => {}, close: () => {} }),
    }));
    const outcome = await askGrpc(port.port, 'Commit', { database: DATABASE }, { timeout: '20m' });
    expect(outcome.status).toBe('4');
  });

  test('a bug is answered with INTERNAL and printed', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    recorder.answers.set('Commit', new Error('oops'));
    expect(await askGrpc(port.port, 'Commit', { database: DATABASE })).toMatchObject({
      status: '13',
      message: 'The local Firestore failed: oops',
    });
    recorder.answers.set('Commit', { nonsense: 1 });
    expect((await askGrpc(port.port, 'Commit', { database: DATABASE })).status).toBe('13');
    expect(printed).toHaveBeenCalledTimes(2);
    printed.mockRestore();
  });

  test('a stream is closed when its client hangs up', async () => {
    const session = connectHttp2(port.url);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/google.firestore.v1.Firestore/Listen',
      'content-type': 'application/grpc',
    });
    stream.write(
      frame(writeBinary(methods.get('Listen')!.request, { database: DATABASE, removeTarget: 3 })),
    );
    await vi.waitFor(() => expect(recorder.streams).toHaveLength(1));
    expect(recorder.streams[0]).toMatchObject({
      method: 'Listen',
      received: [{ database: DATABASE, removeTarget: 3 }],
      isClosed: false,
    });
    session.destroy();
    await vi.waitFor(() => expect(recorder.streams[0]?.isClosed).toBe(true));
  });

  test('a long list of large answers arrives complete', async () => {
    const cursor = 'x'.repeat(1024 * 1024);
    recorder.answers.set(
      'RunQuery',
      Array.from({ length: 80 }, () => ({ transaction: cursor })),
    );
    const { answers, status } = await askGrpc(port.port, 'RunQuery', { parent: ROOT });
    expect([answers.length, status]).toEqual([80, '0']);
  });

  test('a listener that does not read is disconnected', async () => {
    const session = connectHttp2(port.url);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/google.firestore.v1.Firestore/Listen',
      'content-type': 'application/grpc',
    });
    stream.on('error', () => {});
    stream.write(frame(writeBinary(methods.get('Listen')!.request, { database: DATABASE })));
    await vi.waitFor(() => expect(recorder.streams).toHaveLength(1));
    const resumeToken = 'x'.repeat(4 * 1024 * 1024);
    const open = recorder.streams[0]!;
    for (let count = 0; count < 20; count += 1) open.onAnswer({ targetChange: { resumeToken } });
    expect(open.isClosed).toBe(false);
    for (let count = 0; count < 10; count += 1) open.onAnswer({ targetChange: { resumeToken } });
    await vi.waitFor(() => expect(open.isClosed).toBe(true));
    session.destroy();
  });

  test('a request that is not gRPC is refused', async () => {
    const session = connectHttp2(port.url);
    const stream = session.request({ ':method': 'GET', ':path': '/' });
    const status = await new Promise((resolve) => {
      stream.on('response', (headers) => resolve(headers[':status']));
    });
    session.destroy();
    expect(status).toBe(415);
  });
});

describe('REST', () => {
  test.each([
    [codes.INVALID_ARGUMENT, 400, 'INVALID_ARGUMENT'],
    [codes.NOT_FOUND, 404, 'NOT_FOUND'],
    [codes.ALREADY_EXISTS, 409, 'ALREADY_EXISTS'],
    [codes.PERMISSION_DENIED, 403, 'PERMISSION_DENIED'],
    [codes.FAILED_PRECONDITION, 400, 'FAILED_PRECONDITION'],
    [codes.ABORTED, 409, 'ABORTED'],
    [codes.UNIMPLEMENTED, 501, 'UNIMPLEMENTED'],
    [codes.UNAUTHENTICATED, 401, 'UNAUTHENTICATED'],
  ])(
    'a query refused with code %i has the status %i and the name %s',
    async (code, status, name) => {
      recorder.answers.set('RunQuery', new Refusal(code, 'because'));
      const answer = await post(`/v1/${ROOT}:runQuery`, {});
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ error: { code: status, message: 'because', status: name } });
    },
  );

  test('other paths are not found, and the root answers Ok', async () => {
    expect(await rest('/')).toMatchObject({ status: 200, body: 'Ok\n' });
    expect(await rest('/nothing')).toMatchObject({ status: 404, body: 'Not Found\n' });
    expect(await rest(`/v1/${ROOT}/c/d`, { method: 'PUT' })).toMatchObject({ status: 404 });
    expect(await post('/google.firestore.v1.Firestore/Commit', {})).toMatchObject({ status: 404 });
  });

  test('a body that is not an object is refused', async () => {
    for (const body of ['no json', '5', '[]', 'null']) {
      expect(await post(`/v1/${ROOT}:commit`, body)).toMatchObject({
        status: 400,
        body: { error: { message: "Payload isn't valid for request." } },
      });
    }
  });

  test('a foreign host name that points at this machine is refused', async () => {
    const socket = connect(port.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const piece of socket) text += piece;
    expect(text).toContain('HTTP/1.1 403');
  });

  test('a request that arrives byte by byte is accepted', async () => {
    const socket = connect(port.port, '127.0.0.1');
    for (const byte of 'PUT / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n') {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    let text = '';
    for await (const piece of socket) text += piece;
    expect(text).toContain('HTTP/1.1 200');
  });
});

describe('identity', () => {
  const whoAsks = async (authorization?: string) => {
    const headers = authorization ? { authorization } : {};
    const { status, body } = await rest(`/v1/${ROOT}/c/d`, { headers });
    return status === 200 ? recorder.asked.at(-1)?.caller : [status, body.error.status];
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each([
    ['foreign', `${part({ alg: 'none' })}.${part({ aud: 'demo-other', sub: 'a', iat: 0 })}.`],
    ['expired', aToken('ann', 1_000)],
    ['signed', `${part({ alg: 'RS256' })}.${part({ aud: 'demo-dats', sub: 'a', iat: 0 })}.x`],
    ['meaningless', 'junk'],
  ])('a %s token is refused', async (_, token) => {
    expect(await whoAsks(`Bearer ${token}`)).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('other kinds of authorization are refused', async () => {
    expect(await whoAsks('Basic abc')).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('the emulator requests of tools', () => {
  const AT = '/emulator/v1/projects/demo-dats';
  const rules = (content: string) => ({ rules: { files: [{ name: 'a.rules', content }] } });
  const put = (path: string, body: unknown) =>
    rest(path, { method: 'PUT', body: JSON.stringify(body) });

  test('set rules and return their coverage', async () => {
    expect(await put(`${AT}:securityRules`, rules('good'))).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await rest(`${AT}:ruleCoverage`)).body).toEqual({ report: ['good'] });
    expect(await put(`${AT}:securityRules`, rules('wrong'))).toMatchObject({
      status: 400,
      body: { error: { message: 'L1:1 wrong' } },
    });
  });

  test.each([
    {},
    { rules: {} },
    { rules: { files: [] } },
    { ...rules('good'), ignore_errors: true },
    { ...rules('good'), foo: 1 },
  ])('rules sent as %j are refused', async (body) => {
    expect((await put(`${AT}:securityRules`, body)).status).toBe(400);
    expect(recorder.rules.size).toBe(0);
  });

  test('are refused by name if unknown', async () => {
    expect((await post(`${AT}:export`, {})).body.error).toMatchObject({
      code: 501,
      message: ':export is not covered by the local Firestore.',
    });
  });

  test('are refused for pages in a browser', async () => {
    const headers = { origin: 'http://x.y' };
    expect(
      (await rest(`${AT}/databases/(default)/documents`, { method: 'DELETE', headers })).status,
    ).toBe(403);
    expect(recorder.cleared).toEqual([]);
  });
});
