import { expect, test } from 'vitest';
import { appProfileLink } from './app-link.ts';

test.each([
  ['/mydat/profile/uid-1', '?source=app', 'datsapp://profile/uid-1'],
  ['/mydat/profile/uid-1/', '?x=1&source=app', 'datsapp://profile/uid-1'],
  ['/mydat/profile/a%2Fb', '?source=app', 'datsapp://profile/a%2Fb'],
  ['/mydat/profile/uid-1', '', undefined],
  ['/mydat/profile/uid-1', '?source=web', undefined],
  ['/mydat/profile/', '?source=app', undefined],
])('[R-VIEW-09] the app link of %s%s is %s', (pathname, search, link) => {
  expect(appProfileLink(pathname, search)).toBe(link);
});
