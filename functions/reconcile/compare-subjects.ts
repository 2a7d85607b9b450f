import { emptyHoldings } from '@datchain/shared/domain/books/guards.ts';
import { accounts } from '@datchain/shared/domain/books/postings.ts';
import type { Services } from '../services.ts';
import { holdingsByUser } from '../stores/works.ts';
import {
  addTo,
  type Balances,
  balancesOfGuards,
  compareBalances,
  compareReservations,
} from './balances.ts';
import { compareClosed } from './compare-closed.ts';
import { compareEarningsLines } from './compare-earnings.ts';
import { compareHistories } from './compare-histories.ts';
import { compareOpenOrders } from './compare-open-orders.ts';
import { compareOpenPayouts } from './compare-payouts.ts';
import { compareQueues } from './compare-queues.ts';
import { compareReturnedOrders, leftAside } from './compare-returned.ts';
import { compareScreens } from './compare-screens.ts';
import { compareHoldings, compareWorks } from './compare-works.ts';
import { readEach, readLosses, readSubjects, type TruthOfSubjects } from './read-subjects.ts';
import type { Subjects } from './subjects.ts';
import { addAmounts, EARNED_PREFIX, readHead, readSubtotals, splitKey } from './subtotals.ts';

export type SubjectNeeds = Pick<
  Services,
  'store' | 'entries' | 'guards' | 'orders' | 'datEvents' | 'summaries' | 'earnings' | 'live'
>;

const platformAccounts: readonly string[] = [
  accounts.pool,
  accounts.backing,
  accounts.platform,
  accounts.losses,
  accounts.promised,
  accounts.streamsDue,
];

/** Lists the accounts of subjects, whether or not their documents exist. */
function accountsOf({ blocks, orders, payouts }: Subjects, truth: TruthOfSubjects): Set<string> {
  const named = truth.payouts.map(({ id }) => id);
  return new Set([
    ...truth.users.flatMap(({ uid }) => [
      accounts.user(uid),
      accounts.owed(uid),
      accounts.debt(uid),
    ]),
    ...[...blocks].flatMap((id) => [accounts.block(id), accounts.queue(id)]),
    ...[...orders].map(accounts.order),
    ...[...payouts, ...named].map(accounts.payout),
    ...platformAccounts,
  ]);
}

const within = (balances: Balances, accounts: ReadonlySet<string>): Balances =>
  new Map([...balances].filter(([key]) => accounts.has(splitKey(key)[0])));

/** Sums the journal for some accounts: their subtotals, and the entries after them. */
async function sumJournal({ store, entries }: SubjectNeeds, accounts: ReadonlySet<string>) {
  const { head } = await readHead(store);
  const balances = await readSubtotals(store, [...accounts]);
  const after: Balances = new Map();
  let { isSupplyShown } = head;
  for (const entry of await entries.listSince(head.until)) {
    isSupplyShown ||= entry.touched.includes('supply');
    addAmounts(after, entry);
  }
  for (const [key, delta] of within(after, accounts)) addTo(balances, ...splitKey(key), delta);
  return { balances, isSupplyShown };
}

async function compareEarningsOf(
  { earnings }: SubjectNeeds,
  { users, works }: TruthOfSubjects,
  balances: Balances,
): Promise<string[]> {
  const holdingsOf = holdingsByUser(works);
  const found = await readEach(users, async ({ uid }) => {
    const lines = await earnings.lines(uid);
    return compareEarningsLines({
      uid,
      earnedMicros: balances.get(`${EARNED_PREFIX}${uid} USD`) ?? 0,
      lines: new Map([...lines].map(([path, { data }]) => [path, data])),
      holdings: holdingsOf.get(uid) ?? emptyHoldings(uid),
    });
  });
  return found.flat();
}

/** Compares some subjects: their balances with the journal, their documents with each other and the screens. */
export async function compareSubjects(
  needs: SubjectNeeds,
  subjects: Subjects,
): Promise<{ readonly differences: string[] }> {
  const truth = await readSubjects(needs, subjects);
  const { users, blocks, orders, payouts, dats } = truth;
  const uids = new Set(users.map(({ uid }) => uid));
  const blockIds = new Set(blocks.map(({ id }) => id));
  const datIds = dats.map(({ id }) => id);
  const inBooks = accountsOf(subjects, truth);
  const earned = users.map(({ uid }) => `${EARNED_PREFIX}${uid}`);
  const { balances, isSupplyShown } = await sumJournal(needs, new Set([...inBooks, ...earned]));
  const held = orders.filter(({ state }) => state === 'reserved' || state === 'review');
  const events = await readEach(datIds, (id) => needs.datEvents.ofDat(id));
  const histories = new Map(datIds.map((id, index) => [id, events[index] ?? []]));
  const losses = await readLosses(
    needs.store,
    orders.map(({ id }) => id),
  );
  return {
    differences: [
      ...compareBalances(
        within(balances, inBooks),
        within(balancesOfGuards({ ...truth, holding: held }), inBooks),
      ),
      ...compareReservations({
        ...truth,
        holding: truth.holding.filter(({ blockId }) => blockIds.has(blockId)),
      }),
      ...compareQueues(truth),
      ...compareReturnedOrders(orders, losses),
      ...users.flatMap(leftAside),
      ...(await compareClosed(needs, users, orders)),
      ...compareOpenOrders({
        users,
        holding: truth.holding.filter(({ uid }) => uids.has(uid)),
      }),
      ...compareHoldings({ dats: truth.allDats, works: truth.allWorks }, (id) =>
        datIds.includes(id),
      ),
      ...compareWorks({ ...truth, dats: truth.allDats }),
      ...(await compareEarningsOf(needs, truth, balances)),
      ...compareHistories(dats, histories),
      ...(await compareScreens(needs, truth, {
        histories,
        rows: await needs.summaries.rowsOf(datIds),
        isSupplyShown,
      })),
      ...compareOpenPayouts(
        users,
        payouts.filter(({ uid }) => uids.has(uid)),
      ),
    ],
  };
}
