import { routeBudgets } from '../../portal/route-budgets.ts';
import { measureRoutes, type RouteSize } from '../../portal/route-sizes.ts';
import { table, writeReport } from './report.ts';

const kilobytes = (value: number): string => value.toFixed(1);

const rowOf = ({ route, ...size }: RouteSize): string[] => {
  const budget = routeBudgets[route];
  return [
    route,
    kilobytes(size.openKilobytes),
    String(budget.open),
    size.products.join(', '),
    size.pressKilobytes === 0 ? '–' : kilobytes(size.pressKilobytes),
    budget.press ? String(budget.press) : '–',
    size.pressProducts.join(', ') || '–',
  ];
};

const isWithin = ({ route, openKilobytes, pressKilobytes }: RouteSize): boolean => {
  const budget = routeBudgets[route];
  return openKilobytes <= budget.open && pressKilobytes <= budget.press;
};

const head = [
  'route',
  'opens with KB',
  'budget',
  'Firebase',
  'a press adds KB',
  'budget',
  'Firebase',
];

/** The script that each screen of the portal makes a browser load; answers whether all budgets are met. */
export async function benchPortalRoutes(): Promise<boolean> {
  const sizes = await measureRoutes();
  const rows = table(head, sizes.map(rowOf));
  const met = sizes.every(isWithin);
  console.log(rows);
  writeReport(
    'portal-routes',
    `# Script by route of the portal

Written by \`npm run bench -- portal-routes\`: what the production build of \`portal/\` makes a browser
load on each route of the router, in kilobytes compressed with gzip. "Opens with" is the frame around
every screen and all that the screen asks for by itself; "a press adds" is what a button loads besides
(making an account, uploading files). Chunks are counted whole, so what is said of Firebase is what
really arrives.

${rows}

Budgets are in \`portal/route-budgets.ts\` and tested with each run of the tests: ${met ? 'met' : 'NOT met'} in this run.`,
  );
  return met;
}
