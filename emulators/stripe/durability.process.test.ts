import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStripe } from './server.ts';
import {
  aCheckout,
  type Endpoint,
  sdkFor,
  startEndpoint,
  turnKnob,
  webhookSecret,
} from './testing/kit.ts';

// Browsers and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Child = { process: ChildProcess; url: string; stripe: Stripe };

let endpoint: Endpoint;
let dir: string;
let children: ChildProcess[];

beforeEach(async () => {
  endpoint = await startEndpoint();
  dir = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await endpoint.close();
  await rm(dir, { recursive: true, force: true });
});

/** The stand-in as its own process, as `npm start` would run it alone. */
async function startChild(): Promise<Child> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const args = [main, '--port', '0', '--data', dir, '--webhook-url', endpoint.url];
  const child = spawn(process.execPath, [...args, '--webhook-secret', webhookSecret]);
  children.push(child);
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      text += String(chunk);
    });
    child.once('exit', () => reject(new Error(`The stand-in ended: ${text}`)));
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const ready = /ready at (http:\S+)/.exec(text)?.[1];
      if (ready !== undefined) resolve(ready);
    });
  });
  return { process: child, url, stripe: sdkFor(Number(new URL(url).port)) };
}

async function kill({ process: child }: Child): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

describe('after a SIGKILL', () => {
  it('every request that was answered is still true', async () => {
    const first = await startChild();
    const answered: string[] = [];
    const asking = Array.from({ length: 200 }, async () => {
      const session = await first.stripe.checkout.sessions.create(aCheckout());
      answered.push(session.id);
      if (answered.length === 100) first.process.kill('SIGKILL');
    });
    await Promise.allSettled(asking);
    expect(answered.length).toBeGreaterThanOrEqual(100);
    const second = await startChild();
    const kept: string[] = [];
    for await (const { id } of second.stripe.checkout.sessions.list({ limit: 100 })) kept.push(id);
    expect(kept).toEqual(expect.arrayContaining(answered));
  });

  it('an idempotency key still gives the same answer', async () => {
    const first = await startChild();
    const key = { idempotencyKey: 'cs:1' };
    const { id } = await first.stripe.checkout.sessions.create(aCheckout(), key);
    await kill(first);
    const second = await startChild();
    const again = await second.stripe.checkout.sessions.create(aCheckout(), key);
    expect(again.id).toBe(id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('a payment, its money and its undelivered events are taken up again', async () => {
    const first = await startChild();
    endpoint.answers.push(...Array<number>(4).fill(500));
    await turnKnob(first.url, 'POST /_test/webhooks', { firstRetryMs: 60_000, maxRetryMs: 60_000 });
    const { id } = await first.stripe.checkout.sessions.create(aCheckout());
    await turnKnob(first.url, 'POST /_test/pay', { sessionId: id });
    await expect.poll(() => endpoint.received.length).toBe(4);
    await kill(first);
    endpoint.received.length = 0;
    const second = await startChild();
    await turnKnob(second.url, 'POST /_test/webhooks/settle', {});
    expect(endpoint.received.map(({ type }) => type)).toContain('checkout.session.completed');
    expect(endpoint.received).toHaveLength(4);
    expect(await second.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_status: 'paid',
    });
    expect((await second.stripe.balance.retrieve()).available[0]?.amount).toBe(75);
    await kill(second);
    const third = await startChild();
    await turnKnob(third.url, 'POST /_test/webhooks/settle', {});
    expect(endpoint.received).toHaveLength(4);
  });

  it('a line cut off in the middle of a write is dropped, the rest is kept', async () => {
    const first = await startChild();
    const { id } = await first.stripe.checkout.sessions.create(aCheckout());
    await kill(first);
    await appendFile(join(dir, 'log.jsonl'), '[["sessions","cs_test_half",{"id":"cs_te');
    const second = await startChild();
    const { data } = await second.stripe.checkout.sessions.list();
    expect(data.map((session) => session.id)).toEqual([id]);
  });

  it('a second start on the same port fails without touching the first one’s data', {
    tags: 'long',
  }, async () => {
    const first = await startChild();
    const options = { projectId: 'demo-test', dataDir: dir };
    const port = Number(new URL(first.url).port);
    await expect(startStripe({ ...options, port })).rejects.toThrow('EADDRINUSE');
    const { id } = await first.stripe.checkout.sessions.create(aCheckout());
    await kill(first);
    const second = await startChild();
    expect((await second.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  });

  it('an advanced clock stays advanced', { tags: 'long' }, async () => {
    const first = await startChild();
    await turnKnob(first.url, 'POST /_test/clock', { advanceMs: 86_400_000 });
    await kill(first);
    const second = await startChild();
    expect(await turnKnob(second.url, 'GET /_test/clock')).toMatchObject({ offsetMs: 86_400_000 });
  });
});

describe('a saved copy', () => {
  it('starts another stand-in with the state of the moment it was saved', async () => {
    const server = await startStripe({ port: 0, projectId: 'demo-test' });
    const stripe = sdkFor(server.port);
    const saved = await stripe.checkout.sessions.create(aCheckout());
    await server.save(dir);
    await stripe.checkout.sessions.create(aCheckout());
    await server.close();
    const copy = await startStripe({ port: 0, projectId: 'demo-test', dataDir: dir });
    try {
      const { data } = await sdkFor(copy.port).checkout.sessions.list();
      expect(data.map(({ id }) => id)).toEqual([saved.id]);
    } finally {
      await copy.close();
    }
  });
});
