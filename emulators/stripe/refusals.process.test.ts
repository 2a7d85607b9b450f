import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type StripeOptions, startStripe } from './server.ts';

const demo: StripeOptions = { port: 0, projectId: 'demo-test' };

describe('the emulator refuses to start', () => {
  it.each([
    ['on another host', { host: '0.0.0.0' }, '127.0.0.1 only'],
    ['for a project that is no demo', { projectId: 'dats' }, 'demo- projects only'],
    ['with a live key', { secretKey: 'sk_live_1' }, 'never a live one'],
    [
      'with an endpoint elsewhere',
      { webhook: { url: 'https://dats.example/x', secret: 's' } },
      'http://127.0.0.1 only',
    ],
    [
      'with a blank webhook secret',
      { webhook: { url: 'http://127.0.0.1:9/x', secret: ' ' } },
      'secret is blank',
    ],
  ])('%s', async (_name, change, message) => {
    const options = { ...demo, ...change } as StripeOptions;
    await expect(startStripe(options)).rejects.toThrow(message);
  });
});

describe('the running emulator refuses', () => {
  it('a webhook endpoint on another host, even when set later', async () => {
    const server = await startStripe(demo);
    try {
      const target = { url: 'http://192.0.2.1/hook', secret: 's' };
      expect(() => server.setWebhook(target)).toThrow('http://127.0.0.1 only');
    } finally {
      await server.close();
    }
  });

  it('web pages that address it by another host name', async () => {
    const server = await startStripe(demo);
    try {
      const status = await new Promise((resolve, reject) => {
        const asking = request(`${server.url}/_test/calls`, {
          headers: { host: 'evil.example' },
        });
        asking.on('response', (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asking.on('error', reject);
        asking.end();
      });
      expect(status).toBe(403);
    } finally {
      await server.close();
    }
  });

  it('an unknown knob, and lists the known ones', async () => {
    const server = await startStripe(demo);
    try {
      const answer = await fetch(`${server.url}/_test/magic`, { method: 'POST' });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('POST /_test/pay');
    } finally {
      await server.close();
    }
  });
});
