import { expect, test } from 'vitest';
import { afterLogin, loginFor } from './login-paths.ts';

test.each(['/buy/dat-halogen/7', '/orders/abc', '/wallet', '/cashout?setup=done'])(
  'a login for %s leads back',
  (path) => {
    expect(afterLogin(new URL(loginFor(path), 'https://datchain.com').search)).toBe(path);
  },
);

test.each([
  '',
  '?next=',
  '?next=/about',
  '?next=/login',
  '?next=/logout',
  '?next=/login?next=/wallet',
  '?next=/signup',
  '?next=//elsewhere.example?/wallet',
  '?next=//elsewhere.example/wallet',
  '?next=https://elsewhere.example/wallet',
  '?next=javascript:alert(1)',
  '?next=/\\elsewhere.example',
])('[R-SES-01] any other login leads to the tokens: %s', (search) => {
  expect(afterLogin(search)).toBe('/home');
});
