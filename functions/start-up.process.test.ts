import { makeEnvironment } from '@datchain/stack/environment.ts';
import { fixedPorts } from '@datchain/stack/ports.ts';
import { aKey } from '@datchain/testing/server/id-tokens.ts';
import { startProduction } from '@datchain/testing/server/production.ts';
import { describe, expect, test } from 'vitest';

const local = makeEnvironment('demo-dats', fixedPorts);
const isLocalOnly = (name: string) => /EMULATOR/.test(name);

const deployed: Record<string, string | undefined> = {
  ...local,
  ...Object.fromEntries(
    Object.keys(local)
      .filter(isLocalOnly)
      .map((name) => [name, undefined]),
  ),
  GCLOUD_PROJECT: 'dats',
  GOOGLE_CLOUD_PROJECT: 'dats',
  STRIPE_SECRET_KEY: 'sk_live_51',
  STRIPE_WEBHOOK_SECRET: 'whsec_51',
  STRIPE_API_BASE: undefined,
  PUBLIC_LOG_KEY: 'ab'.repeat(32),
  SITE_URL: 'https://dats.test',
};

const key = aKey('key-of-today');
const start = (env: Record<string, string | undefined>) =>
  startProduction({
    projectId: 'dats',
    key,
    authUrl: 'http://127.0.0.1:9',
    env: { ...deployed, ...env },
  });

test('[M-70] a deployed server with live keys starts', async () => {
  const production = await start({});
  await production.close();
});

describe('[M-70] a deployed server does not start and says why', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    [
      'with a live key and a host that is not Stripe’s',
      { STRIPE_API_BASE: 'https://stripe.test' },
      'A live Stripe key must not be sent to https://stripe.test.',
    ],
    [
      'with a webhook secret of the wrong form',
      { STRIPE_WEBHOOK_SECRET: 'sk_live_51' },
      'STRIPE_WEBHOOK_SECRET: is not a webhook secret',
    ],
    [
      'with FIREBASE_DEBUG_MODE beside live keys',
      { FIREBASE_DEBUG_MODE: 'true', FIREBASE_DEBUG_FEATURES: '{"skipTokenVerification":true}' },
      'FIREBASE_DEBUG_FEATURES, FIREBASE_DEBUG_MODE must not be set beside a live Stripe key',
    ],
    [
      'as a local stack in a real project',
      { FUNCTIONS_EMULATOR: 'true', STRIPE_SECRET_KEY: 'sk_test_51' },
      'FUNCTIONS_EMULATOR must not be set in dats',
    ],
    [
      'with an unknown mode of App Check',
      { APP_CHECK: 'on' },
      'APP_CHECK: is not one of off, observe, enforce',
    ],
  ])('it does not start %s', async (_what, env, why) => {
    await expect(start(env)).rejects.toThrow(why);
  });
});
