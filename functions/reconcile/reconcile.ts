import { setTimeout as sleep } from 'node:timers/promises';
import { emptyHoldings, shortfallOf } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { accounts } from '@datchain/shared/domain/books/postings.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { settlementId } from '../journal/entries/settle.ts';
import { compareDays } from '../public-books/compare-days.ts';
import { compareLog } from '../public-log/compare-log.ts';
import type { Services } from '../services.ts';
import { everything, owns, type Share } from '../share.ts';
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
import {
  compareLosses,
  compareReturned,
  type ReturnFacts,
  readReturnFacts,
} from './compare-returned.ts';
import { compareReversals } from './compare-reversals.ts';
import { compareScreens, type Histories } from './compare-screens.ts';
import { compareAllSessions } from './compare-sessions.ts';
import { compareSubtotals, isFolded, readSubtotalsAtOnce } from './compare-subtotals.ts';
import { compareHoldings, compareWorks } from './compare-works.ts';
import { findLasting } from './lasting.ts';
import {
  compareRefundedValue,
  type FaceFact,
  listFaceFacts,
  ordersByEntry,
  withValueOnly,
} from './refunded-value.ts';
import { addAmounts, ownerOf, splitKey } from './subtotals.ts';

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

export type Needs = Pick<
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
  share: Share = everything,
): Promise<Reconciliation> {
  return findLasting(() => compareOnce(services, share), pause);
}

type IsMine = (id: string) => boolean;

/** Comparisons that one part makes for all. */
const wholes = ['losses', 'releases', 'log', 'days'] as const;

const ownsWhole = ({ index, count }: Share, whole: (typeof wholes)[number]): boolean =>
  wholes.indexOf(whole) % count === index;

/** Reads the orders that a share has, those whose tokens its users sold, and all that hold tokens. */
async function readOrders({ orders }: Needs, isMine: IsMine): Promise<Order[]> {
  const found: Order[] = [];
  for await (const page of orders.pages(PAGE_SIZE)) {
    found.push(
      ...page.filter(
        ({ uid, state, parts }) =>
          isMine(uid) || isHolding(state) || parts.some(({ sellerUid }) => isMine(sellerUid)),
      ),
    );
  }
  return found;
}

const isHolding = (state: Order['state']): boolean => state === 'reserved' || state === 'review';

async function readPayouts({ payouts }: Needs, isMine: IsMine): Promise<Payout[]> {
  const found: Payout[] = [];
  for await (const page of payouts.pages(PAGE_SIZE)) {
    found.push(...page.filter(({ id, uid }) => isMine(id) || isMine(uid)));
  }
  return found;
}

const mineOf = (balances: Balances, isMine: IsMine): Balances =>
  new Map([...balances].filter(([key]) => isMine(ownerOf(splitKey(key)[0]))));

/**
 * Compares everything once, for callers who know that nothing is under way.
 *
 * @param share the part to compare; the parts of one count find together what the whole finds
 */
export async function compareOnce(
  services: Needs,
  share: Share = everything,
): Promise<Reconciliation> {
  const isMine = (id: string) => owns(share, id);
  const isOfMine = ({ uid }: { readonly uid: string }) => isMine(uid);
  const { guards } = services;
  const orders = await readOrders(services, isMine);
  const journal = await replay(services, orders, isMine);
  const payouts = await readPayouts(services, isMine);
  const allDats = await guards.listDats();
  const allWorks = await guards.listWorks(undefined, isMine);
  const allBlocks = await guards.listBlocks();
  const truth: Truth = {
    payouts: payouts.filter(isOfMine),
    users: await guards.listUsers(isMine),
    blocks: allBlocks.filter(({ id }) => isMine(id)),
    queuePages: await guards.listQueuePages(),
    queueShelves: await guards.listQueueShelves(),
    holding: orders.filter(({ state }) => isHolding(state)),
    works: {
      works: allWorks.works.filter(isOfMine),
      pages: allWorks.pages.filter(isOfMine),
    },
    dats: allDats.filter(({ id }) => isMine(id)),
    supply: await guards.supply(),
    books: await guards.books(),
  };
  const held = balancesOfGuards({ ...truth, payouts });
  const atMyBlocks = ({ blockId }: { readonly blockId: string }) => isMine(blockId);
  const owners = { ...allWorks, works: allWorks.works.filter(({ datId }) => isMine(datId)) };
  const myOrders = orders.filter(isOfMine);
  const losses = await services.losses.list();
  const histories = await readHistories(services, isMine);
  const stripe = await compareAllSessions(services, myOrders);
  return {
    entries: journal.entries,
    orders: myOrders.length,
    sessions: stripe.sessions,
    payouts: truth.payouts.length,
    shortfallMicros: shortfallOf(truth.books),
    differences: [
      ...journal.differences,
      ...journal.drift,
      ...compareBalances(journal.balances, mineOf(held, isMine)),
      ...compareReservations({
        blocks: truth.blocks,
        queuePages: truth.queuePages.filter(atMyBlocks),
        holding: truth.holding.filter(atMyBlocks),
      }),
      ...compareQueues(truth),
      ...compareRefundedValue(journal.facts, orders, { ...truth, blocks: allBlocks }, isMine),
      ...compareReturned(orders, losses, journal.returnFacts, truth.users, isOfMine),
      ...(ownsWhole(share, 'losses') ? compareLosses(losses, truth.books) : []),
      ...(await compareClosed(services, truth.users, myOrders)),
      ...compareOpenOrders({ users: truth.users, holding: truth.holding.filter(isOfMine) }),
      ...compareHoldings({ dats: truth.dats, works: owners }),
      ...compareWorks({ ...truth, dats: allDats }),
      ...(await compareAllEarnings(services, journal.earned, truth)),
      ...compareHistories(truth.dats, histories),
      ...(await compareScreens(services, truth, {
        histories,
        rows: await services.summaries.rows(),
        isSupplyShown: journal.isSupplyShown && isMine(accounts.pool),
      })),
      ...(ownsWhole(share, 'releases') ? await compareReleases(services, allDats) : []),
      ...stripe.differences,
      ...(await compareReversals(services, myOrders, journal.returnFacts)),
      ...compareOpenPayouts(truth.users, truth.payouts),
      ...(await compareTransfers(services, truth.payouts)),
      ...(ownsWhole(share, 'log') ? await compareLog(services) : []),
      ...(ownsWhole(share, 'days') ? await compareDays(services) : []),
    ],
  };
}

/**
 * Reads the journal once, and keeps what belongs to the accounts and orders of a share.
 *
 * @param orders those whose refunds and sales the face of the share's users follows
 */
async function replay(services: Needs, orders: readonly Order[], isMine: IsMine) {
  const isMyAccount = (account: string) => isMine(ownerOf(account));
  const subtotals = await readSubtotalsAtOnce(services, isMyAccount);
  const clawed = ordersByEntry(orders);
  const sales = new Set(orders.map(({ id }) => settlementId(id)));
  const balances: Balances = new Map();
  const folded: Balances = new Map();
  const differences: string[] = [];
  const facts: FaceFact[] = [];
  const earned = new Map<string, number>();
  const returnFacts = new Map<string, ReturnFacts>();
  let count = 0;
  let isSupplyShown = false;
  for await (const page of services.entries.pages(PAGE_SIZE)) {
    for (const entry of page) {
      const mine = {
        kind: entry.kind,
        postings: entry.postings.filter(({ account }) => isMyAccount(account)),
      };
      for (const { account, asset, delta } of mine.postings) {
        addTo(balances, account, asset, delta);
      }
      addEarnedBy(earned, mine);
      if (isFolded(subtotals, entry)) addAmounts(folded, mine);
      isSupplyShown ||= entry.touched.includes('supply');
      const returned = readReturnFacts(entry);
      if (returned) returnFacts.set(entry.id, returned);
      const value = withValueOnly(entry);
      const found = value ? listFaceFacts(value, clawed) : [];
      if (sales.has(entry.id) || found.some(({ uid }) => isMine(uid))) facts.push(...found);
      if (!isMine(entry.id)) continue;
      count += 1;
      differences.push(...compareEntry(entry), ...findUnshown(entry, services.clock.now()));
    }
  }
  const drift = compareSubtotals(subtotals, folded);
  return {
    balances,
    differences,
    drift,
    facts,
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

async function readHistories({ datEvents }: Needs, isMine: IsMine): Promise<Histories> {
  const histories = new Map<string, DatEvent[]>();
  for await (const event of datEvents.each()) {
    if (!isMine(event.datId)) continue;
    const known = histories.get(event.datId);
    if (known) known.push(event);
    else histories.set(event.datId, [event]);
  }
  return histories;
}
