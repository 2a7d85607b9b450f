import { setTimeout as sleep } from 'node:timers/promises';
import { emptyHoldings, shortfallOf } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { compareDays } from '../public-books/compare-days.ts';
import { compareLog } from '../public-log/compare-log.ts';
import type { Services } from '../services.ts';
import { holdingsByUser } from '../stores/works.ts';
import {
  addTo,
  type Balances,
  balancesOfGuards,
  compareBalances,
  compareReservations,
  type Truth,
} from './balances.ts';
import { compareClosed } from './compare-closed.ts';
import { addEarnedBy, compareEarnings } from './compare-earnings.ts';
import { compareEntry, findUnshown } from './compare-entries.ts';
import { compareHistories } from './compare-histories.ts';
import { compareOpenOrders } from './compare-open-orders.ts';
import { compareOpenPayouts, compareTransfers } from './compare-payouts.ts';
import { compareQueues } from './compare-queues.ts';
import { compareReleases, type ReleaseReaders } from './compare-releases.ts';
import { compareReturned, type ReturnFacts, readReturnFacts } from './compare-returned.ts';
import { compareReversals } from './compare-reversals.ts';
import { compareScreens, type Histories } from './compare-screens.ts';
import { compareAllSessions } from './compare-sessions.ts';
import {
  compareSubtotals,
  isFolded,
  readSubtotalsAtOnce,
  type SubtotalsAtOnce,
} from './compare-subtotals.ts';
import { compareHoldings, compareWorks } from './compare-works.ts';
import { foldJournal } from './fold-journal.ts';
import { findLasting } from './lasting.ts';
import {
  compareRefundedValue,
  listFaceFacts,
  ordersByEntry,
  type ValueEntry,
  withValueOnly,
} from './refunded-value.ts';
import { addAmounts } from './subtotals.ts';

export interface Reconciliation {
  readonly entries: number;
  readonly orders: number;
  readonly sessions: number;
  readonly payouts: number;
  /**
   * The amount the shop owner has to pay in: what the platform promised and lost beyond its own money (N-FIG-04).
   */
  readonly shortfallMicros: UsdMicros;
  /** One text per difference; empty when the books, the screens and Stripe agree. */
  readonly differences: string[];
}

type Needs = Pick<
  Services,
  | 'store'
  | 'entries'
  | 'orders'
  | 'guards'
  | 'summaries'
  | 'datEvents'
  | 'earnings'
  | 'losses'
  | 'live'
  | 'checkout'
  | 'payments'
  | 'connect'
  | 'payouts'
  | 'bookDays'
  | 'clock'
> &
  ReleaseReaders;

const PAGE_SIZE = 500;
/**
 * Compares balances with postings, held tokens with orders, screens with guards, and settled orders with paid
 * sessions. The system may be running, so differences are checked again and only lasting ones are reported.
 *
 * @param pause waits before the next comparison
 */
export async function reconcile(
  services: Needs,
  pause: (millis: number) => Promise<unknown> = sleep,
): Promise<Reconciliation> {
  return findLasting(() => compareOnce(services), pause);
}

/** Compares everything, after all entries that are due were added to the subtotals. */
export async function foldAndReconcile(services: Needs): Promise<Reconciliation> {
  await foldJournal(services);
  return reconcile(services);
}

/** Compares everything once, for callers who know that nothing is under way. */
export async function compareOnce(services: Needs): Promise<Reconciliation> {
  const subtotals = await readSubtotalsAtOnce(services);
  const journal = await replay(services, subtotals);
  const orders: Order[] = [];
  for await (const page of services.orders.pages(PAGE_SIZE)) orders.push(...page);
  const payouts: Payout[] = [];
  for await (const page of services.payouts.pages(PAGE_SIZE)) payouts.push(...page);
  const truth: Truth = {
    payouts,
    users: await services.guards.listUsers(),
    blocks: await services.guards.listBlocks(),
    queuePages: await services.guards.listQueuePages(),
    queueShelves: await services.guards.listQueueShelves(),
    holding: orders.filter(({ state }) => state === 'reserved' || state === 'review'),
    works: await services.guards.listWorks(),
    dats: await services.guards.listDats(),
    supply: await services.guards.supply(),
    books: await services.guards.books(),
  };
  const clawed = ordersByEntry(orders);
  const losses = await services.losses.list();
  const facts = journal.valueEntries.flatMap((entry) => listFaceFacts(entry, clawed));
  const histories = await readHistories(services);
  const stripe = await compareAllSessions(services, orders);
  return {
    entries: journal.entries,
    orders: orders.length,
    sessions: stripe.sessions,
    payouts: payouts.length,
    shortfallMicros: shortfallOf(truth.books),
    differences: [
      ...journal.differences,
      ...journal.drift,
      ...compareBalances(journal.balances, balancesOfGuards(truth)),
      ...compareReservations(truth),
      ...compareQueues(truth),
      ...compareRefundedValue(facts, orders, truth),
      ...compareReturned(orders, losses, journal.returnFacts, truth),
      ...(await compareClosed(services, truth.users, orders)),
      ...compareOpenOrders(truth),
      ...compareHoldings(truth),
      ...compareWorks(truth),
      ...(await compareAllEarnings(services, journal.earned, truth)),
      ...compareHistories(truth.dats, histories),
      ...(await compareScreens(services, truth, {
        histories,
        rows: await services.summaries.rows(),
        isSupplyShown: journal.isSupplyShown,
      })),
      ...(await compareReleases(services, truth.dats)),
      ...stripe.differences,
      ...(await compareReversals(services, orders, journal.returnFacts)),
      ...compareOpenPayouts(truth.users, payouts),
      ...(await compareTransfers(services, payouts)),
      ...(await compareLog(services)),
      ...(await compareDays(services)),
    ],
  };
}

async function replay({ entries, clock }: Needs, subtotals: SubtotalsAtOnce) {
  const balances: Balances = new Map();
  const folded: Balances = new Map();
  const differences: string[] = [];
  const valueEntries: ValueEntry[] = [];
  const earned = new Map<string, number>();
  const returnFacts = new Map<string, ReturnFacts>();
  let count = 0;
  let isSupplyShown = false;
  for await (const page of entries.pages(PAGE_SIZE)) {
    count += page.length;
    for (const entry of page) {
      for (const { account, asset, delta } of entry.postings) {
        addTo(balances, account, asset, delta);
      }
      addEarnedBy(earned, entry);
      if (isFolded(subtotals, entry)) addAmounts(folded, entry);
      isSupplyShown ||= entry.touched.includes('supply');
      const facts = readReturnFacts(entry);
      if (facts) returnFacts.set(entry.id, facts);
      const value = withValueOnly(entry);
      if (value) valueEntries.push(value);
      differences.push(...compareEntry(entry), ...findUnshown(entry, clock.now()));
    }
  }
  const drift = compareSubtotals(subtotals, folded);
  return {
    balances,
    differences,
    drift,
    valueEntries,
    earned,
    returnFacts,
    entries: count,
    isSupplyShown,
  };
}

const USER_CONCURRENCY = 40;

async function compareAllEarnings(
  { earnings }: Needs,
  earned: ReadonlyMap<string, number>,
  { users, works }: Truth,
): Promise<string[]> {
  const holdingsOf = holdingsByUser(works);
  const uids = [
    ...new Set([...earned.keys(), ...users.map(({ uid }) => uid), ...holdingsOf.keys()]),
  ];
  const compareOne = async (uid: string) => {
    const [movements, lines] = await Promise.all([earnings.movements(uid), earnings.lines(uid)]);
    return compareEarnings({
      uid,
      earnedMicros: earned.get(uid) ?? 0,
      movements,
      lines: new Map([...lines].map(([path, { data }]) => [path, data])),
      holdings: holdingsOf.get(uid) ?? emptyHoldings(uid),
    });
  };
  const differences: string[] = [];
  // Stryker disable next-line EqualityOperator: The mutant's extra round is empty.
  for (let start = 0; start < uids.length; start += USER_CONCURRENCY) {
    const some = uids.slice(start, start + USER_CONCURRENCY).map(compareOne);
    differences.push(...(await Promise.all(some)).flat());
  }
  return differences;
}

async function readHistories({ datEvents }: Needs): Promise<Histories> {
  const histories = new Map<string, DatEvent[]>();
  for await (const event of datEvents.each()) {
    const known = histories.get(event.datId);
    if (known) known.push(event);
    else histories.set(event.datId, [event]);
  }
  return histories;
}
