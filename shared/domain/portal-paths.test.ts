import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPortalPath, portalPaths } from './portal-paths.ts';

type Rewrite = { source: string; destination: string };

const rewrites: Rewrite[] = JSON.parse(
  readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8'),
).hosting.rewrites;

const covers = (source: string, path: string): boolean =>
  source.endsWith('/**') ? path.startsWith(source.slice(0, -2)) : path === source;

const examples = portalPaths.map((path) => path.replace(/:\w+/g, 'x'));

test.each(examples)('[R-NAV-08] %s opens the portal, and Hosting agrees', (path) => {
  expect(isPortalPath(path)).toBe(true);
  const { destination } = rewrites.find(({ source }) => covers(source, path)) ?? {};
  expect(destination).toBe('/portal/index.html');
});

test.each(rewrites)(
  'Hosting sends $source to the portal only for existing screens',
  ({ source, destination }) => {
    expect(examples.some((path) => covers(source, path))).toBe(
      destination === '/portal/index.html',
    );
  },
);

test.each(['/wallet/history?show=purchases', '/wallet/receipt/edition-sale:blue:3:1', '/cashout/'])(
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
