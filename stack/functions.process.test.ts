import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoProjectId, makeEnvironment } from './environment.ts';
import { type Functions, startFunctions } from './functions.ts';
import { freePorts, type Ports } from './ports.ts';

let folder: string;
let ports: Ports;
let functions: Functions;
const trouble: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-functions-'));
  ports = await freePorts();
  functions = await startFunctions({
    port: ports.functions,
    projectId: demoProjectId,
    entry: fileURLToPath(new URL('./testing/sample-functions/index.ts', import.meta.url)),
    env: makeEnvironment(demoProjectId, ports),
    logFile: join(folder, 'functions.log'),
    clockOffsetMillis: 0,
    onTrouble: (message) => trouble.push(message),
  });
}, 60_000);

afterAll(async () => {
  await functions.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${ports.functions}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const address = (name: string) => `/demo-dats/${functionsRegion}/${name}`;
const call = (name: string, data: unknown = {}, headers = {}) =>
  post(address(name), JSON.stringify({ data }), headers);
const look = async () =>
  ((await (await call('look')).json()) as { result: { now: number; sweeps: number } }).result;

describe('the functions of the local stack', () => {
  it('answer calls as in production: a result, or a refusal with code and details', async () => {
    expect((await call('look')).status).toBe(200);
    const refused = await call('refuse', { code: 'failed-precondition' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      error: {
        status: 'FAILED_PRECONDITION',
        message: 'Not like this.',
        details: { why: 'a test' },
      },
    });
  });

  it('see the path after their own address, as Hosting passes it on', async () => {
    for (const [path, seen] of [
      ['', '/'],
      ['?x=1', '/?x=1'],
      ['/viewdat/nope?x=1', '/viewdat/nope?x=1'],
    ]) {
      expect(await (await post(address('where') + path, '{}')).json()).toBe(seen);
    }
  });

  it('answer a bad token as production does', async () => {
    expect((await call('look', {}, { authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  it('answer preflight requests of the site’s pages', async () => {
    const asked = await fetch(`http://127.0.0.1:${ports.functions}${address('look')}`, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:5000', 'access-control-request-method': 'POST' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBeTruthy();
  });

  it.each(['application/json', 'text/plain', 'application/octet-stream'])(
    'pass on the exact bytes of a body of type %s, which signatures are made over',
    async (type) => {
      const body = '{ "a":  1 }';
      const response = await post(address('echo'), body, { 'content-type': type });
      expect(await response.json()).toEqual({ raw: body });
    },
  );

  it('accept bodies of nine megabytes and refuse bodies of eleven', async () => {
    const text = (megabytes: number) => JSON.stringify({ x: 'x'.repeat(megabytes * 1_000_000) });
    for (const [megabytes, status] of [
      [9, 200],
      [11, 413],
    ] as const) {
      const answer = await post(address('echo'), text(megabytes));
      expect(answer.status).toBe(status);
      await answer.arrayBuffer();
    }
  });

  it('are found under the names they are deployed with', async () => {
    expect((await call('group-inner')).status).toBe(200);
    expect((await call('nothing')).status).toBe(404);
    expect((await call('sweep')).status).toBe(404);
  });

  it('run a scheduled function when asked', async () => {
    const { sweeps } = await look();
    expect((await post('/__local/run/sweep', '')).status).toBe(200);
    expect((await look()).sweeps).toBe(sweeps + 1);
    expect((await post('/__local/run/look', '')).status).toBe(404);
  });

  it('[N-LCH-07] have a processor while a request is open, and none otherwise', async () => {
    const beats = async () =>
      ((await (await call('countBeats')).json()) as { result: number }).result;
    await call('beat');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // A timer fires once when a request wakes the process and during its answer, not 200 times.
    const before = await beats();
    expect(before).toBeLessThan(50);
    await call('wait', { waitMillis: 500 });
    expect(await beats()).toBeGreaterThan(before + 10);
    const all = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, (n % 10) * 3));
        return (await call('look')).status;
      }),
    );
    expect(new Set(all)).toEqual(new Set([200]));
  });

  it('refuse control requests of web pages', async () => {
    const origin = { origin: 'http://evil.example' };
    expect((await post('/__local/run/sweep', '', origin)).status).toBe(403);
  });

  it('wait instead of failing while the data is saved', async () => {
    const before = await functions.callCount();
    const slow = call('wait', { waitMillis: 200 });
    // The call is running, not held, before the pause begins.
    await vi.waitFor(async () => expect(await functions.callCount()).toBeGreaterThan(before), {
      timeout: 20_000,
      interval: 20,
    });
    await functions.pause();
    expect((await slow).status).toBe(200);
    let isAnswered = false;
    const held = call('look').then((response) => {
      isAnswered = true;
      return response.status;
    });
    const count = await functions.callCount();
    expect([isAnswered, count]).toEqual([false, await functions.callCount()]);
    await functions.resume();
    expect(await held).toBe(200);
  });

  it('are ended to clear their memory, unless they were never called', async () => {
    await call('look');
    await functions.forget();
    expect(await functions.callCount()).toBe(-1);
    await functions.start();
    await functions.forget();
    expect(await functions.callCount()).toBe(0);
  });

  it('are ended to clear variables that were given to one start only', async () => {
    await functions.kill();
    await functions.start({ ANOTHER: 'value' });
    await functions.forget();
    expect(await functions.callCount()).toBe(-1);
    await functions.start();
  });

  it('see a shifted clock, also after they were killed and restarted', async () => {
    await functions.setClockOffset(3_600_000);
    expect((await look()).now).toBeGreaterThan(Date.now() + 3_000_000);
    await functions.kill();
    await expect(call('look')).rejects.toThrow();
    await functions.start();
    expect((await look()).now).toBeGreaterThan(Date.now() + 3_000_000);
  });

  it('are restarted when they end unexpectedly', async () => {
    await call('crash').catch(() => {});
    await vi.waitFor(async () => expect((await call('look')).status).toBe(200), {
      timeout: 30_000,
      interval: 100,
    });
    expect(trouble.join()).toContain('code 3');
  });

  it('report the reason when they cannot start', async () => {
    const starting = startFunctions({
      port: (await freePorts()).functions,
      projectId: demoProjectId,
      entry: join(folder, 'missing/index.ts'),
      env: {},
      logFile: join(folder, 'missing.log'),
      clockOffsetMillis: 0,
    });
    await expect(starting).rejects.toThrow(/did not start:[\s\S]*missing/);
  });

  it('stay one process if they are killed while they start, and then restarted', {
    tags: 'long',
  }, async () => {
    await functions.kill();
    for (let round = 0; round < 3; round++) {
      const starting = functions.start().catch(() => {});
      await functions.kill();
      await functions.start();
      await starting;
    }
    expect((await call('look')).status).toBe(200);
    await functions.kill();
    await expect(call('look')).rejects.toThrow();
    await functions.start();
    expect((await call('look')).status).toBe(200);
  });
});
