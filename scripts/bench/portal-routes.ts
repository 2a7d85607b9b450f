import { routeBudgets } from '../../portal/route-budgets.ts';
import { measureRoutes } from '../../portal/route-sizes.ts';
import { type Report, table } from './report.ts';

const kilobytes = (value: number): string => value.toFixed(1);

export async function benchPortalRoutes(): Promise<Report> {
  const sizes = await measureRoutes();
  const rows = sizes.map(({ route, ...size }) => [
    route,
    kilobytes(size.openKilobytes),
    `${routeBudgets[route].open}`,
    size.products.join(', '),
    kilobytes(size.pressKilobytes),
    `${routeBudgets[route].press}`,
    size.pressProducts.join(', '),
  ]);
  const isWithin = sizes.every(
    ({ route, openKilobytes, pressKilobytes }) =>
      openKilobytes <= routeBudgets[route].open && pressKilobytes <= routeBudgets[route].press,
  );
  return {
    figures: table(
      ['route', 'opens with KB', 'budget', 'Firebase', 'a press adds KB', 'budget', 'Firebase'],
      rows,
    ),
    budgets: [['every route within its budget', isWithin]],
  };
}
