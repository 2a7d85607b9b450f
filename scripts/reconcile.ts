import { parseArgs } from 'node:util';
import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import { namedLosses } from '../functions/reconcile/named-losses.ts';
import { reconcile } from '../functions/reconcile/reconcile.ts';
import { services } from '../functions/services.ts';
import { localEnvironment } from './lib/local-environment.ts';

const help = `Compares the books with themselves, with the screens and with Stripe, and names what was lost.
Exits with 1 when something differs.

  npm run reconcile              the local stack of npm start
  npm run reconcile -- --env     the project that the environment names`;

const { values } = parseArgs({ options: { help: { type: 'boolean' }, env: { type: 'boolean' } } });
if (values.help) {
  console.log(help);
} else {
  if (!values.env) Object.assign(process.env, localEnvironment());
  const found = await reconcile(services());
  const { entries, orders, sessions, payouts, shortfallMicros, differences } = found;
  console.log(`${entries} journal entries, ${orders} orders, ${sessions} Checkout Sessions`);
  console.log(`${payouts} payouts`);
  for (const line of await namedLosses(services())) console.log(line);
  console.log(`${formatExactly(shortfallMicros)} that the owner has to pay in: npm run pay-in`);
  for (const difference of differences) console.log(`- ${difference}`);
  console.log(
    differences.length === 0 ? 'The books are clean.' : `${differences.length} differences`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}
