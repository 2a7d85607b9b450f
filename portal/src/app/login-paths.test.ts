import { loginFor, loginOn } from '@datchain/shared/domain/portal-paths.ts';
import { expect, test } from 'vitest';
import { afterLogin } from './login-paths.ts';

test.each([
  '/buy/dat-halogen/7',
  '/orders/abc',
  '/wallet',
  '/cashout?setup=done',
  '/tdc/block/36?buy=40',
  '/home?buy=',
])('a login for %s leads back to it', (path) => {
  expect(afterLogin(new URL(loginFor(path), 'https://datchain.com').search)).toBe(path);
});

test.each([
  ['/buy/dat-halogen/7', '', '/login?next=%2Fbuy%2Fdat-halogen%2F7'],
  ['/wallet/earnings', '?period=2026', '/login?next=%2Fwallet%2Fearnings%3Fperiod%3D2026'],
  ['/login', '?next=%2Fwallet', '/login?next=%2Fwallet'],
  ['/signup', '?next=%2Fwallet', '/login?next=%2Fwallet'],
  ['/login', '', '/login'],
  ['/nowhere', '', '/login'],
])('LOG IN on %s%s leads to %s', (pathname, search, login) => {
  expect(loginOn({ pathname, search })).toBe(login);
});

test.each([
  '',
  '?next=',
  '?next=/about',
  '?next=/homely',
  '?next=/home/..//evil.test',
  '?next=/login',
  '?next=/logout',
  '?next=/login?next=/wallet',
  '?next=/signup',
  '?next=//elsewhere.example?/wallet',
  '?next=//elsewhere.example/wallet',
  '?next=https://elsewhere.example/wallet',
  '?next=javascript:alert(1)',
  '?next=/\\elsewhere.example',
])('[R-SES-01] a login without a usable return address leads to /home: %s', (search) => {
  expect(afterLogin(search)).toBe('/home');
});

const site = 'https://datchain.com';

const hostile = [
  '/orders/..\\..\\\\evil.test',
  '/orders/..\\..\\/evil.test',
  '/orders/../..//evil.test',
  '/orders/%2e%2e\\%2e%2e\\\\evil.test',
  '/orders/.%2E\\.%2e\\/evil.test?next=/wallet',
  '/wallet/dat/..\\..\\..\\\\evil.test',
  '/buy/..\\..\\/\\evil.test/..\\x',
  '/buy/x/..\\..\\..\\\\evil.test',
  '/orders/..\t\\.\t.\\\\evil.test',
  '/orders/.\n.\\..\\\\evil.test',
  '/orders/..\r\\..\\\r\\evil.test',
  '/orders/..\\..\\\\evil.test@datchain.com',
  '/orders/..\\..\\\\datchain.com.evil.test:443',
  '//evil.test',
  '//evil.test/wallet',
  '///evil.test/wallet',
  '/\\evil.test/wallet',
  '\\\\evil.test\\wallet',
  '/\t/evil.test/wallet',
  '\u0000//evil.test/wallet',
  ' \u0001\\/evil.test/wallet',
  '/%09/evil.test',
  '/%2f/evil.test',
  '/%5cevil.test',
  'https:evil.test',
  'https:/\\evil.test/wallet',
  'HTTPS://evil.test/wallet',
  'https://datchain.com@evil.test/wallet',
  'http://[/wallet',
  'javascript:alert(1)//wallet',
  'java\nscript:alert(1)',
  'data:text/html,<script>/wallet</script>',
  'blob:https://datchain.com/wallet',
  '/wallet/..\\logout',
  '/orders/../login',
  '/wallet/../../logout?/wallet',
  '/orders/a\\b',
];

test.each(hostile)('[N-MON-16] a login never leads away from this site: %j', (next) => {
  expect(afterLogin(`?next=${encodeURIComponent(next)}`)).toBe('/home');
});

test.each([
  ['/orders/..\\wallet', '/wallet'],
  ['/buy/..\\orders/7', '/orders/7'],
  ['/orders/%5C..%5C..%5C%5Cevil.test', '/orders/%5C..%5C..%5C%5Cevil.test'],
  ['/orders/%2F%2Fevil.test', '/orders/%2F%2Fevil.test'],
  ['/wallet?next=//evil.test', '/wallet?next=//evil.test'],
  ['/wallet#//evil.test', '/wallet'],
])('[N-MON-16] %j is read as a browser reads it, and stays on this site', (next, read) => {
  const path = afterLogin(`?next=${encodeURIComponent(next)}`);
  expect(new URL(path, site).href).toBe(`${site}${path}`);
  expect(path).toBe(read);
});
