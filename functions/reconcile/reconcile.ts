import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyHoldings, shortfallOf } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { type Asset, imbalance } from '@datchain/shared/domain/books/postings.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { smallest } from '@datchain/shared/domain/extremes.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { type LiveValues, listNextSeller, projectOne } from '../projector/projections.ts';
import {
  makeHistory,
  makeLiveOverlay,
  makeSummaryRow,
  namedWith,
} from '../projector/public-dats.ts';
import { compareDays } from '../public-books/compare-days.ts';
import { compareLog } from '../public-log/compare-log.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';
import { shardOf } from '../stores/journal-shards.ts';
import { listNamePaths, publicNames } from '../stores/public-names.ts';
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
import { compareIsrcs, readFacts } from './compare-facts.ts';
import { compareHistories } from './compare-histories.ts';
import { compareOpenPayouts, compareTransfers } from './compare-payouts.ts';
import { compareQueues } from './compare-queues.ts';
import { compareReleases, type ReleaseReaders } from './compare-releases.ts';
import { compareReturned, type ReturnFacts, readReturnFacts } from './compare-returned.ts';
import { compareReversals } from './compare-reversals.ts';
import { compareHoldings, compareWorks } from './compare-works.ts';
import {
  compareRefundedValue,
  listFaceFacts,
  ordersByEntry,
  type ValueEntry,
  withValueOnly,
} from './refunded-value.ts';

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
const READ_CONCURRENCY = 20;
/** How long an entry may be on its way to the screens. */
const MAX_PROJECTION_MILLIS = MINUTE_MILLIS;

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
  let result = await compareOnce(services);
  for (let again = 0; again < 3 && result.differences.length > 0; again++) {
    await pause(400 * (again + 1));
    const next = await compareOnce(services);
    const before = new Set(result.differences);
    result = { ...next, differences: next.differences.filter((one) => before.has(one)) };
  }
  return result;
}

/** Compares everything once, for callers who know that nothing is under way. */
export async function compareOnce(services: Needs): Promise<Reconciliation> {
  const journal = await replay(services);
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
  const stripe = await compareSessions(services, orders);
  return {
    entries: journal.entries,
    orders: orders.length,
    sessions: stripe.sessions,
    payouts: payouts.length,
    shortfallMicros: shortfallOf(truth.books),
    differences: [
      ...journal.differences,
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
      ...(await compareScreens(services, truth, histories, journal.isSupplyShown)),
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

async function replay({ entries, clock }: Needs) {
  const balances: Balances = new Map();
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
      isSupplyShown ||= entry.touched.includes('supply');
      const facts = readReturnFacts(entry);
      if (facts) returnFacts.set(entry.id, facts);
      const value = withValueOnly(entry);
      if (value) valueEntries.push(value);
      const off = imbalance(entry.postings.map((one) => ({ ...one, asset: one.asset as Asset })));
      if (Object.keys(off).length > 0) differences.push(`entry ${entry.id} does not sum to zero`);
      if (entry.shard !== shardOf(entry.id)) {
        differences.push(`entry ${entry.id} is not in its shard: nothing finds it by time`);
      }
      if (!entry.projected && entry.at < clock.now() - MAX_PROJECTION_MILLIS) {
        differences.push(`entry ${entry.id} was never shown on the screens`);
      }
    }
  }
  return {
    balances,
    differences,
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

type Histories = ReadonlyMap<string, readonly DatEvent[]>;

async function readHistories({ datEvents }: Needs): Promise<Histories> {
  const histories = new Map<string, DatEvent[]>();
  for await (const event of datEvents.each()) {
    const known = histories.get(event.datId);
    if (known) known.push(event);
    else histories.set(event.datId, [event]);
  }
  return histories;
}

function compareOpenOrders({ users, holding }: Truth): string[] {
  const open = new Set(users.flatMap((user) => user.openOrders.map(({ orderId }) => orderId)));
  const reserved = new Set(holding.filter(({ state }) => state === 'reserved').map(({ id }) => id));
  return [
    ...[...open].filter((id) => !reserved.has(id)).map((id) => `order ${id}: open, not reserved`),
    ...[...reserved].filter((id) => !open.has(id)).map((id) => `order ${id}: reserved, not open`),
  ];
}

async function readNames({ store }: Needs, { dats, blocks }: Truth, histories: Histories) {
  // Stryker disable next-line ArrayDeclaration: The mutant reads the name of nobody.
  const named = dats.flatMap((dat) => namedWith(dat, histories.get(dat.id) ?? []));
  const uids = [...new Set([...named, ...blocks.flatMap(listNextSeller)])];
  const stored = await store.read(uids.flatMap(listNamePaths));
  return publicNames((path) => stored.get(path)?.data);
}

/**
 * Compares what screens show with what the guards say.
 *
 * @param isSupplyShown whether an entry has touched the supply: none of it is shown before the first sale
 */
async function compareScreens(
  services: Needs,
  truth: Truth,
  histories: Histories,
  isSupplyShown: boolean,
): Promise<string[]> {
  const { live, summaries } = services;
  const totals = await services.store.read(truth.dats.map(({ id }) => docs.datTotals(id)));
  const documents = new Map<string, object>([
    ...[...totals].map(([path, { data }]) => [path, data] as const),
    ...truth.users.map((user) => [docs.userGuard(user.uid), user] as const),
    ...truth.works.works.map((work) => [docs.workHoldings(work.uid, work.datId), work] as const),
    ...truth.works.pages.map((page) => [docs.worksPage(page.uid, page.page), page] as const),
    ...truth.blocks.map((block) => [docs.blockGuard(block.id), storeBlockGuard(block)] as const),
    [docs.supplyGuard, truth.supply],
    [docs.books, truth.books],
  ]);
  const { works, pages } = truth.works;
  const uids = new Set([...truth.users, ...works].map(({ uid }) => uid));
  const touched = [
    ...[...uids].map((uid) => `user:${uid}`),
    ...pages.flatMap(({ uid, page }) => (page > 0 ? [`works:${uid}:${page}`] : [])),
    ...truth.blocks.map(({ id }) => `block:${id}`),
    ...truth.dats.map(({ id }) => `dat:${id}`),
    ...(isSupplyShown ? ['supply'] : []),
  ];
  const names = await readNames(services, truth, histories);
  const projections = touched.map((one) =>
    projectOne(one, (path) => documents.get(path) as Data | undefined, names),
  );
  const expected: LiveValues = Object.assign(
    {},
    ...projections.map((projection) => projection.live),
    ...truth.dats.map((dat) => makeLiveOverlay(dat, names)),
  );
  const differences: string[] = [];
  const compare = (where: string, shown: unknown, value: unknown) => {
    if (isDeepStrictEqual(asShown(shown), asShown(value))) return;
    const [is, should] = [shown, value].map((one) => JSON.stringify(one)?.slice(0, 300));
    differences.push(`screen ${where}: shows ${is}, should show ${should}`);
  };
  const values = Object.entries(expected);
  // Stryker disable next-line EqualityOperator: The mutant's extra round is empty.
  for (let start = 0; start < values.length; start += READ_CONCURRENCY) {
    const some = values.slice(start, start + READ_CONCURRENCY);
    const shown = await Promise.all(some.map(([path]) => live.read(path)));
    for (const [index, [path, value]] of some.entries()) compare(path, shown[index], value);
  }
  const wanted = [
    ...projections.flatMap((projection) => projection.documents),
    ...truth.dats.map((dat) => makeHistory(dat, histories.get(dat.id) ?? [], names)),
  ];
  const stored = await services.store.read(wanted.map(({ path }) => path));
  for (const { path, data } of wanted) compare(path, stored.get(path)?.data, data);
  const rows = await summaries.rows();
  const facts = await readFacts(services.store, truth.dats);
  for (const dat of truth.dats) {
    const row = rows.get(dat.id);
    if (!row) continue;
    const { SoldOut, editions, ownedEditions, takenDown, isCreatorGone, recordingFacts } = row;
    const should = makeSummaryRow(dat, names, facts.get(dat.id));
    // For a creator without a public name the row keeps the name known at the release.
    const { creatorUsername } = should.creatorUsername === undefined ? should : row;
    const { creatorProfileURL = '' } = row;
    const shown = { SoldOut, editions, ownedEditions, takenDown, isCreatorGone, recordingFacts };
    const creator = { creatorUsername, creatorProfileURL };
    compare(`summary ${dat.id}`, { id: dat.id, ...shown, ...creator }, should);
  }
  return [...differences, ...(await compareIsrcs(services.store, facts))];
}

/**
 * Normalises a value as screens read it. The Realtime Database keeps no empty maps and returns dense number
 * keys as an array; a missing count or document means zero.
 */
function asShown(value: unknown): unknown {
  if (value === undefined || value === 0 || value === '0') return null;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, asShown(field)] as const);
  const present = fields.filter(([, field]) => field !== null);
  return present.length === 0 ? null : Object.fromEntries(present);
}

/** Checks that each settled order has one paid session of the same amount, and that no other order has one. */
async function compareSessions({ checkout }: Needs, orders: readonly Order[]) {
  const differences: string[] = [];
  const byId = new Map(orders.map((order) => [order.id, order]));
  const paidFor = new Map<string, number>();
  let sessions = 0;
  const first = smallest(orders.map(({ createdAt }) => createdAt));
  if (orders.length > 0) {
    for await (const session of checkout.listSince(first - MAX_PROJECTION_MILLIS)) {
      sessions += 1;
      // Stryker disable next-line ConditionalExpression: No order has that id, as the next lines find out. Types do not know that.
      if (!session.paid || session.orderId === null) continue;
      const order = byId.get(session.orderId);
      // Sessions of other products in the same Stripe account are ignored.
      if (!order) continue;
      paidFor.set(order.id, (paidFor.get(order.id) ?? 0) + 1);
      if (order.state === 'reserved' || order.state === 'ended') {
        differences.push(`order ${order.id}: is paid at Stripe, but ${order.state}`);
      }
      if (order.state === 'settled' && session.amountCents !== order.totalCents) {
        differences.push(
          `order ${order.id}: ${order.totalCents} cents, paid ${session.amountCents}`,
        );
      }
    }
  }
  for (const order of orders) {
    const paid = paidFor.get(order.id) ?? 0;
    if (order.state === 'settled' && paid !== 1) {
      differences.push(`order ${order.id}: settled with ${paid} paid sessions`);
    }
  }
  return { differences, sessions };
}
