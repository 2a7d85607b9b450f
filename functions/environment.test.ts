import { demoLogKey } from '@datchain/shared/domain/public-log/demo-key.ts';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const variables = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SITE_URL: 'https://x.test/',
};
const withKey = (key: string, project: string) =>
  readEnvironment({ ...variables, PUBLIC_LOG_KEY: key, GCLOUD_PROJECT: project });

test('the key that everybody knows signs the public log of demo projects only', () => {
  expect(withKey(demoLogKey, 'demo-dats').publicLogKey).toBe(demoLogKey);
  expect(() => withKey(demoLogKey, 'dats')).toThrow('PUBLIC_LOG_KEY is the demo key');
  expect(() => readEnvironment({ ...variables, PUBLIC_LOG_KEY: demoLogKey })).toThrow('demo key');
  expect(withKey('ab'.repeat(32), 'dats').publicLogKey).toBe('ab'.repeat(32));
});

test('a key of the public log that is none is named, and a server without one starts', () => {
  expect(() => withKey('secret', 'dats')).toThrow('PUBLIC_LOG_KEY: is no 32 bytes in hex');
  expect(readEnvironment(variables).publicLogKey).toBeUndefined();
});

test('a call to Stripe is given up after 8 s, unless configured otherwise, and never at once', () => {
  const timeout = (STRIPE_TIMEOUT_MS?: string) =>
    readEnvironment({ ...variables, STRIPE_TIMEOUT_MS }).stripe.timeoutMs;
  expect(timeout()).toBe(8_000);
  expect(timeout('1000')).toBe(1_000);
  for (const none of ['0', '-5', '1.5', 'soon', '', '99', '100000']) {
    expect(() => timeout(none), none).toThrow('STRIPE_TIMEOUT_MS: is no number of milliseconds');
  }
});

test.each(['sk_live_x', 'rk_live_x'])('%s is sent to Stripe alone, and encrypted', (key) => {
  const read = (STRIPE_API_BASE?: string) =>
    readEnvironment({ ...variables, STRIPE_SECRET_KEY: key, STRIPE_API_BASE }).stripe;
  expect(read()).toMatchObject({ live: true, apiBase: { href: 'https://api.stripe.com/' } });
  for (const [base, named] of [
    ['http://127.0.0.1:12111', 'http://127.0.0.1:12111'],
    ['https://stripe.test', 'https://stripe.test'],
    ['https://api.stripe.com.test', 'https://api.stripe.com.test'],
    ['https://api.stripe.com@stripe.test', 'https://stripe.test'],
    ['https://api.stripe.com:8443', 'https://api.stripe.com:8443'],
    ['http://api.stripe.com', 'http://api.stripe.com'],
  ]) {
    expect(() => read(base), base).toThrow(`A live Stripe key must not be sent to ${named}.`);
  }
});

test('a test key may be sent to a stand-in for Stripe', () => {
  const { stripe } = readEnvironment({ ...variables, STRIPE_API_BASE: 'http://127.0.0.1:12111' });
  expect(stripe).toMatchObject({ live: false, apiBase: { host: '127.0.0.1:12111' } });
});

test.each(['', ' ', 'x', 'whsec_', 'sk_test_x', ' whsec_x', 'whsec_x\n', 'whsec_x y', 'WHSEC_x'])(
  'the server does not start with the webhook secret %j and says why',
  (STRIPE_WEBHOOK_SECRET) => {
    expect(() => readEnvironment({ ...variables, STRIPE_WEBHOOK_SECRET })).toThrow(
      'STRIPE_WEBHOOK_SECRET: is no webhook secret',
    );
  },
);
