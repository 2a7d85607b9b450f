import { parseArgs } from 'node:util';
import { namedLosses } from '@datchain/functions/reconcile/named-losses.ts';
import { reconcile } from '@datchain/functions/reconcile/reconcile.ts';
import { services } from '@datchain/functions/services.ts';
import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import { loadSecrets } from './launch/steps/secrets.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Compares the books with themselves, with the screens and with Stripe, and lists the losses.
Exits with 1 when there are differences.

  npm run reconcile -- [--project <name>]

${whereHelp}`;

const { values } = parseArgs({ options: { help: { type: 'boolean' }, ...whereOptions } });
if (values.help) {
  console.log(help);
} else {
  pointToProject(values);
  if (values.project !== undefined) await loadSecrets(values.project);
  const found = await reconcile(services());
  const { entries, orders, sessions, payouts, shortfallMicros, differences } = found;
  console.log(`${entries} journal entries, ${orders} orders, ${sessions} Checkout Sessions`);
  console.log(`${payouts} payouts`);
  for (const line of await namedLosses(services())) console.log(line);
  console.log(
    `${formatExactly(shortfallMicros)} that the shop owner has to pay in: npm run pay-in`,
  );
  for (const difference of differences) console.log(`- ${difference}`);
  console.log(
    differences.length === 0 ? 'The books are clean.' : `${differences.length} differences`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}
