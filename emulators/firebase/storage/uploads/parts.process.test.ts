import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startStorage } from '../server.ts';
import { BUCKET, PROJECT_ID } from '../testing/clients.ts';
import { ann, RULES, startWire, type Wire } from '../testing/wire.ts';

let wire: Wire;
const app: Wire['app'] = (...call) => wire.app(...call);
const admin: Wire['admin'] = (...call) => wire.admin(...call);

beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('uploads in parts', () => {
  const start = async (name = 'song', size?: number, base = wire.server.url) => {
    const response = await fetch(`${base}/v0/b/${BUCKET}/o?name=${name}`, {
      method: 'POST',
      headers: {
        ...ann(),
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        ...(size !== undefined && { 'x-goog-upload-header-content-length': String(size) }),
      },
      body: '{}',
    });
    return response.headers.get('x-goog-upload-url') ?? '';
  };
  const send = async (url: string, command: string, offset?: number, body?: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'x-goog-upload-command': command,
        ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
      },
      body: body ?? null,
    });
    const text = await response.text();
    return {
      status: response.status,
      upload: response.headers.get('x-goog-upload-status'),
      received: response.headers.get('x-goog-upload-size-received'),
      text,
    };
  };
  const content = async (name = 'song') =>
    (await app(`/${name}?alt=media`, { headers: ann() })).text();

  test('arrive in order; a repeated part is skipped, a missing one is refused', async () => {
    const url = await start();
    expect(await send(url, 'upload', 0, 'abc')).toMatchObject({
      status: 200,
      upload: 'active',
      received: '3',
    });
    expect(await send(url, 'upload', 5, 'x')).toMatchObject({ status: 400 });
    expect(await send(url, 'upload', 1, 'bcd')).toMatchObject({ received: '4' });
    expect(await send(url, 'query')).toMatchObject({ upload: 'active', received: '4' });
    expect(await send(url, 'upload, finalize', 4, 'ef')).toMatchObject({
      status: 200,
      upload: 'final',
      received: '6',
    });
    expect(await content()).toBe('abcdef');
  });

  test('get the same answer when the end is sent again after a lost answer', async () => {
    const url = await start();
    const first = await send(url, 'upload, finalize', 0, 'abc');
    expect(await send(url, 'upload, finalize', 0, 'abc')).toEqual(first);
    expect(await send(url, 'query')).toMatchObject({ upload: 'final', received: '3' });
    expect(JSON.parse(first.text)).toMatchObject({ generation: expect.any(String), size: '3' });
  });

  test('are refused at the end, also when it is sent again, if the rules deny them', async () => {
    const response = await app('?name=song', {
      method: 'POST',
      headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
      body: '{}',
    });
    const url = response.headers.get('x-goog-upload-url') ?? '';
    for (const command of ['upload, finalize', 'finalize']) {
      expect(await send(url, command, 0, 'abc')).toMatchObject({ status: 403, upload: 'final' });
    }
    expect((await app('/song', { headers: ann() })).status).toBe(404);
  });

  test('must have the size that was announced', async () => {
    const url = await start('song', 5);
    expect(await send(url, 'upload, finalize', 0, 'abc')).toMatchObject({
      status: 400,
      upload: 'active',
    });
    expect(await send(url, 'upload, finalize', 3, 'de')).toMatchObject({ status: 200 });
    expect(await content()).toBe('abcde');
  });

  test('are gone once cancelled, and unknown when they were never begun', async () => {
    const url = await start();
    await send(url, 'upload', 0, 'abc');
    expect(await send(url, 'cancel')).toMatchObject({ status: 200, upload: 'cancelled' });
    expect(await send(url, 'upload, finalize', 3, 'd')).toMatchObject({ status: 400 });
    expect(await send(url.replace(/upload_id=[^&]+/, 'upload_id=x'), 'query')).toMatchObject({
      status: 404,
    });
    expect(await send(await start(), 'destroy')).toMatchObject({ status: 400 });
  });

  test('with the same name that end at the same time leave one of them, complete', async () => {
    const urls = await Promise.all([start(), start()]);
    const texts = ['a'.repeat(300_000), 'b'.repeat(300_000)];
    await Promise.all(urls.map((url, at) => send(url, 'upload, finalize', 0, texts[at])));
    expect(texts).toContain(await content());
  });

  test('are refused for servers, with the reason', async () => {
    const begun = await admin(`/upload/storage/v1/b/${BUCKET}/o?uploadType=resumable&name=song`, {
      method: 'POST',
    });
    expect(begun.status).toBe(501);
    expect(await begun.text()).toContain('A resumable upload of a server');
  });

  test('are not lost when the rules are briefly unavailable', async () => {
    const firestore = createServer((_request, response) => response.end('{"fields": {}}'));
    firestore.listen(0, '127.0.0.1');
    await once(firestore, 'listening');
    const { port } = firestore.address() as AddressInfo;
    await new Promise((resolve) => firestore.close(resolve));
    const server = await startStorage({
      port: 0,
      projectId: PROJECT_ID,
      firestoreHost: `127.0.0.1:${port}`,
      rules: RULES.replace("name == 'open'", 'true').replace(
        "allow write: if request.auth.uid == 'ann'",
        'allow write: if firestore.exists(/databases/(default)/documents/a/b)',
      ),
    });
    const url = await start('song', undefined, server.url);
    expect(await send(url, 'upload, finalize', 0, 'abc')).toMatchObject({
      status: 503,
      upload: 'active',
    });
    expect(await send(url, 'query')).toMatchObject({ upload: 'active', received: '3' });
    firestore.listen(port, '127.0.0.1');
    await once(firestore, 'listening');
    expect(await send(url, 'finalize', 3)).toMatchObject({ status: 200, upload: 'final' });
    await server.close();
    firestore.closeAllConnections();
    await new Promise((resolve) => firestore.close(resolve));
  });
});
