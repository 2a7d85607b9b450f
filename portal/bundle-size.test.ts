import { beforeAll, expect, test, vi } from 'vitest';
import { routeBudgets } from './route-budgets.ts';
import { measureRoutes, type RouteSize } from './route-sizes.ts';

vi.setConfig({ hookTimeout: 120_000 });

const routes = Object.keys(routeBudgets);
const budgetOf = (route: string) => {
  const budget = routeBudgets[route];
  if (!budget) throw new Error(`${route} has no budget`);
  return budget;
};

let sizes: readonly RouteSize[];

beforeAll(async () => {
  sizes = await measureRoutes();
});

const sizeOf = (route: string): RouteSize => {
  const size = sizes.find((each) => each.route === route);
  if (!size) throw new Error(`${route} is no route`);
  return size;
};

test('each route of the portal has a budget', () => {
  expect(sizes.map(({ route }) => route).sort()).toEqual(routes.toSorted());
});

test('the login brings at most 130 KB of script, the wallet 315 KB, and no screen more than the wallet may', () => {
  expect(budgetOf('/login').open).toBe(130);
  expect(budgetOf('/wallet').open).toBe(315);
  for (const route of routes) expect(budgetOf(route).open, route).toBeLessThanOrEqual(315);
  // Both are really measured: React alone has more than this, and the databases than that.
  expect(sizeOf('/login').openKilobytes).toBeGreaterThan(100);
  expect(sizeOf('/wallet').openKilobytes).toBeGreaterThan(250);
});

test.each(routes)('%s stays within its budget, opened and after a press', (route) => {
  const { openKilobytes, pressKilobytes } = sizeOf(route);
  expect(openKilobytes).toBeLessThanOrEqual(budgetOf(route).open);
  expect(pressKilobytes).toBeLessThanOrEqual(budgetOf(route).press);
});

test.each(routes)('%s loads the Firebase products it uses, and no other', (route) => {
  const { products, pressProducts } = sizeOf(route);
  expect(products).toEqual(budgetOf(route).products);
  expect(pressProducts).toEqual(budgetOf(route).pressProducts);
});
