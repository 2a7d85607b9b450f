import { demoLogKey } from '@datchain/shared/domain/public-log/demo-key.ts';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const variables = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SITE_URL: 'https://x.test/',
};
const withKey = (key: string, project: string) =>
  readEnvironment({ ...variables, PUBLIC_LOG_KEY: key, GCLOUD_PROJECT: project });

test('the demo key signs the public log of demo projects only', () => {
  expect(withKey(demoLogKey, 'demo-dats').publicLogKeys).toEqual([demoLogKey]);
  expect(() => withKey(demoLogKey, 'dats')).toThrow('PUBLIC_LOG_KEY is the demo key');
  expect(() => readEnvironment({ ...variables, PUBLIC_LOG_KEY: demoLogKey })).toThrow('demo key');
  expect(withKey('ab'.repeat(32), 'dats').publicLogKeys).toEqual(['ab'.repeat(32)]);
  expect(() => withKey(`${'ab'.repeat(32)},${demoLogKey}`, 'dats')).toThrow('demo key');
});

test('an invalid key of the public log is reported, and a missing one is accepted', () => {
  expect(() => withKey('secret', 'dats')).toThrow('PUBLIC_LOG_KEY: is not 32 bytes in hex');
  expect(readEnvironment(variables).publicLogKeys).toBeUndefined();
});

test('there may be two keys of the public log during a key rotation, and never three', () => {
  const [one, two] = ['ab'.repeat(32), 'cd'.repeat(32)];
  expect(withKey(`${one},${two}`, 'dats').publicLogKeys).toEqual([one, two]);
  expect(() => withKey(`${one},${two},${one}`, 'dats')).toThrow('PUBLIC_LOG_KEY: is not');
});

test('the public log is named by its address, without https', () => {
  const named = (PUBLIC_LOG_ORIGIN: string) =>
    readEnvironment({ ...variables, PUBLIC_LOG_ORIGIN }).publicLogOrigin;
  expect(named('x.test/data/v1/tlog')).toBe('x.test/data/v1/tlog');
  for (const other of ['https://x.test/data/v1/tlog', 'x.test', 'x y/data/v1/tlog', '']) {
    expect(() => named(other), other).toThrow('PUBLIC_LOG_ORIGIN: is not <host>/data/v1/tlog');
  }
});

test('a call to Stripe times out after 8 s by default; a timeout of 0 or nonsense is refused', () => {
  const timeout = (STRIPE_TIMEOUT_MILLIS?: string) =>
    readEnvironment({ ...variables, STRIPE_TIMEOUT_MILLIS }).stripe.timeoutMillis;
  expect(timeout()).toBe(8_000);
  expect(timeout('1000')).toBe(1_000);
  for (const none of ['0', '-5', '1.5', 'soon', '', '99', '100000']) {
    expect(() => timeout(none), none).toThrow(
      'STRIPE_TIMEOUT_MILLIS: is not a number of milliseconds',
    );
  }
});

test.each(['sk_live_x', 'rk_live_x'])('[M-70] %s is sent to Stripe only, and encrypted', (key) => {
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

test('a test key may be sent to an emulator of Stripe', () => {
  const { stripe } = readEnvironment({ ...variables, STRIPE_API_BASE: 'http://127.0.0.1:12111' });
  expect(stripe).toMatchObject({ live: false, apiBase: { host: '127.0.0.1:12111' } });
});

test.each(['', ' ', 'x', 'whsec_', 'sk_test_x', ' whsec_x', 'whsec_x\n', 'whsec_x y', 'WHSEC_x'])(
  '[M-70] the server does not start with the webhook secret %j and says why',
  (STRIPE_WEBHOOK_SECRET) => {
    expect(() => readEnvironment({ ...variables, STRIPE_WEBHOOK_SECRET })).toThrow(
      'STRIPE_WEBHOOK_SECRET: is not a webhook secret',
    );
  },
);

const localOnly = [
  'FUNCTIONS_EMULATOR',
  'FIREBASE_DEBUG_MODE',
  'FIREBASE_DEBUG_FEATURES',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_DATABASE_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
  'FIREBASE_EMULATOR_HUB',
  'APP_CHECK_EMULATOR_HOST',
];

describe.each(localOnly)('[M-70] %s, which lets anyone impersonate anyone,', (name) => {
  const read = (more: Record<string, string>) => () =>
    readEnvironment({ ...variables, [name]: 'true', ...more });

  test('is refused beside a live key, also in a demo project', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_x', GCLOUD_PROJECT: 'demo-dats' };
    expect(read(live)).toThrow(`${name} must not be set beside a live Stripe key`);
  });

  test('is refused in a project that is not a demo', () => {
    expect(read({ GCLOUD_PROJECT: 'dats' })).toThrow(`${name} must not be set in dats`);
    expect(read({})).toThrow(`${name} must not be set in a project without a name`);
    expect(read({ GCLOUD_PROJECT: 'demo' })).toThrow(`${name} must not be set in demo`);
  });

  test('is accepted on a local stack, and counts as absent when it is empty', () => {
    expect(read({ GCLOUD_PROJECT: 'demo-dats' })).not.toThrow();
    expect(read({ [name]: '', GCLOUD_PROJECT: 'dats' })).not.toThrow();
  });
});

test('a function without a secret starts, and reading the secret throws its name', () => {
  const read = readEnvironment({ SITE_URL: 'https://x.test' });
  expect(() => read.stripe).toThrow('STRIPE_SECRET_KEY is not set');
  expect(() => read.webhookSecret).toThrow('STRIPE_WEBHOOK_SECRET is not set');
});

test('App Check is off by default, and an unknown mode is reported', () => {
  const mode = (APP_CHECK?: string) => readEnvironment({ ...variables, APP_CHECK }).appCheck;
  expect([mode(), mode('off'), mode('observe'), mode('enforce')]).toEqual([
    'off',
    'off',
    'observe',
    'enforce',
  ]);
  for (const other of ['on', 'true', 'Enforce', ' enforce', '']) {
    expect(() => mode(other), other).toThrow('APP_CHECK: is not one of off, observe, enforce');
  }
});
