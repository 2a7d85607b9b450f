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
