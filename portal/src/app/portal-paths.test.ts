import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPortalPath } from './portal-paths.ts';

type Rewrite = { source: string; destination: string };

const rewrites: Rewrite[] = JSON.parse(
  readFileSync(new URL('../../../firebase.json', import.meta.url), 'utf8'),
).hosting.rewrites;

const example = (source: string): string =>
  source
    .replace('/wallet/**', '/wallet/dat/x')
    .replace('/buy/**', '/buy/dat-x/7')
    .replace('**', '36');

test.each(rewrites.map(({ source, destination }) => [source, destination] as const))(
  '[R-NAV-08] the portal and Hosting agree about %s',
  (source, destination) => {
    expect(isPortalPath(example(source))).toBe(destination === '/portal/index.html');
  },
);

test.each(['/wallet/history?show=purchases', '/wallet/receipt/edition-sale:blue:3:1'])(
  '%s is a screen of the portal',
  (path) => {
    expect(isPortalPath(path)).toBe(true);
  },
);

test.each(['/', '/home', '/dats', '/about', '/viewdat/a', '/walletx', '/tdc/block'])(
  '%s is a page of the ledger',
  (path) => {
    expect(isPortalPath(path)).toBe(false);
  },
);
