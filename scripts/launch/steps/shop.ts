import { listOperators } from '@datchain/functions/operators/operators.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { guards } from '@datchain/functions/stores/guards.ts';
import { listStock } from '@datchain/functions/tokens/stock.ts';
import { readSiteState } from '@datchain/shared/contracts/documents/site-state.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { formatDuration } from '@datchain/shared/domain/format.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Step } from '../step.ts';
import { findDatabase } from './documents.ts';

/**
 * The age of the last rebuild that counts as late; the site is rebuilt every quarter of an hour.
 */
const LATE_AFTER_MILLIS = DAY_MILLIS;

function lackOfSite(data: unknown): string | undefined {
  const site = readSiteState(data);
  if (!site) return 'no page was built yet: see "The site" in docs/deploy.md';
  if (site.problem !== null) return `the last rebuild of the site was refused: ${site.problem}`;
  const age = Date.now() - site.at;
  return age > LATE_AFTER_MILLIS ? `the site was last built ${formatDuration(age)} ago` : undefined;
}

/**
 * Checks that the shop has an operator, tokens on sale and a current site. A person must fix each
 * of them.
 */
export const shop: Step = {
  name: 'shop',
  async look(opening) {
    if (!(await findDatabase(opening))) return [];
    const database = firestore();
    const store = firestoreStore(database);
    const [operators, stock, states] = await Promise.all([
      listOperators({ store }),
      listStock({ guards: guards(database) }),
      store.read([docs.siteState]),
    ]);
    const isOnSale = stock.some(({ platformQty, offered }) => platformQty + offered > 0);
    const lacks = [
      operators.length === 0 &&
        'nobody runs the operators’ desk: npm run operators -- add <e-mail> --project <name>',
      !isOnSale && 'no tokens are on sale: put some there at the desk, /operator',
      lackOfSite(states.get(docs.siteState)?.data),
    ];
    return lacks.flatMap((what) => (what ? [{ what }] : []));
  },
};
