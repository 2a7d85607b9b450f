import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configureHosting } from './configure-hosting.ts';
import { inRepository } from './lib/root.ts';

const config = JSON.parse(readFileSync(inRepository('firebase.json'), 'utf8'));
const policiesOf = ({ hosting }: typeof config): string[] =>
  hosting.headers.flatMap(({ headers }: { headers: { key: string; value: string }[] }) =>
    headers.filter(({ key }) => key === 'Content-Security-Policy').map(({ value }) => value),
  );

test('without a key of reCAPTCHA nothing of Google’s scripts is allowed', () => {
  expect(configureHosting(config, '')).toEqual(config);
  expect(policiesOf(config).join()).not.toMatch(/google\.com|gstatic|frame-src/);
});

test.each([
  ['enterprise', 'https://www.google.com/recaptcha/enterprise.js'],
  ['v3', 'https://www.google.com/recaptcha/api.js'],
])('with one of %s every policy allows its script, frame and questions', (kind, script) => {
  const policies = policiesOf(configureHosting(config, `${kind}:6Lc-key_1`));
  expect(policies).toHaveLength(policiesOf(config).length);
  for (const policy of policies) {
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]* https:\/\/www\.gstatic\.com/);
    expect(policy).toContain(` ${script} `);
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/');
    expect(policy).toMatch(/connect-src [^;]* https:\/\/content-firebaseappcheck\.googleapis\.com/);
    expect(policy).not.toContain('unsafe');
  }
});

test('a key that does not say of which kind it is stops the deployment', () => {
  for (const setting of ['6Lc-key', 'v2:6Lc-key', 'v3:', 'v3:a;b', ' v3:a']) {
    expect(() => configureHosting(config, setting), setting).toThrow('APP_CHECK_SITE_KEY');
  }
});
