import { type PortalPath, portalPaths } from '@datchain/shared/domain/portal-paths.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { routeBudgets } from './route-budgets.ts';
import { measureRoutes, type RouteSize } from './route-sizes.ts';

vi.setConfig({ hookTimeout: 120_000 });

let sizes: readonly RouteSize[];

beforeAll(async () => {
  sizes = await measureRoutes();
});

const sizeOf = (route: PortalPath): RouteSize => {
  const size = sizes.find((each) => each.route === route);
  if (!size) throw new Error(`${route} is no route`);
  return size;
};

test('the budget allows the login 130 KB of script, the wallet 315 KB, and no screen more', () => {
  expect(routeBudgets['/login'].open).toBe(130);
  expect(routeBudgets['/wallet'].open).toBe(315);
  for (const route of portalPaths) expect(routeBudgets[route].open, route).toBeLessThanOrEqual(315);
  // The sizes are real: React alone has more than 100 KB, and the databases more than 250 KB.
  expect(sizeOf('/login').openKilobytes).toBeGreaterThan(100);
  expect(sizeOf('/wallet').openKilobytes).toBeGreaterThan(250);
});

test.each(portalPaths)('%s stays within its budget, opened and after a press', (route) => {
  const { openKilobytes, pressKilobytes } = sizeOf(route);
  expect(openKilobytes).toBeLessThanOrEqual(routeBudgets[route].open);
  expect(pressKilobytes).toBeLessThanOrEqual(routeBudgets[route].press);
});

test.each(portalPaths)('%s loads the Firebase products it uses, and no other', (route) => {
  const { products, pressProducts } = sizeOf(route);
  expect(products).toEqual(routeBudgets[route].products);
  expect(pressProducts).toEqual(routeBudgets[route].pressProducts);
});
