import {
  readBlockGuard,
  readBooks,
  readDatGuard,
  readHoldingsGuard,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { orderSchema } from '@datchain/shared/contracts/documents/order.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { accounts, move, type Posting } from '@datchain/shared/domain/books/postings.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  addTo,
  type Balances,
  balancesOfGuards,
  compareBalances,
  compareReservations,
  type Truth,
} from '../journal/balances.ts';
import { Door } from '../journal/door.ts';
import { clawbackEntry, type Returned, reinstateEntry } from '../journal/entries/clawbacks.ts';
import { refundedEntry, releaseEntry } from '../journal/entries/close-order.ts';
import { payDebtEntry } from '../journal/entries/debts.ts';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { chargeFeeEntry, otherFeeEntry } from '../journal/entries/fees.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { issueTokensEntry, queueTokensEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import type { Data } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { seeded, unreliable } from '../testing/unreliable-store.ts';

const users = ['ana', 'bo', 'cy', 'di'];
const blocks = [36, 50];
const datOf = (creatorUid: string): string => `dat-${creatorUid}`;

const nth = fc.nat(30);
const uid = fc.constantFrom(...users);
const block = fc.constantFrom(...blocks);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('buy' as const),
      uid,
      block,
      qty: fc.integer({ min: 28, max: 90 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('settle' as const), order: nth }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('release' as const), order: nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('list' as const),
      uid,
      block,
      qty: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('spend' as const),
      creator: uid,
      uid,
      edition: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('refund' as const),
      order: nth,
      permille: fc.integer({ min: 1, max: 1_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('dispute' as const), order: nth }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('comes-back' as const), returned: nth }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('tell' as const), returned: nth }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('pay-debts' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('redeem' as const),
      permille: fc.integer({ min: 1, max: 1_000 }),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** What Stripe knows: refunds and disputes of each order, and whether their money came back. */
interface AtStripe extends Returned {
  readonly orderId: string;
  cameBack: boolean;
}

/** The pool pays for rewards: only that it can run low matters here. */
const redeemEntry = (id: string, permille: number): Entry<null> => ({
  id: `redeem:${id}`,
  kind: 'test-redeem',
  actor: 'system',
  input: { permille },
  reads: [docs.supplyGuard],
  decide(view) {
    const supply = readSupplyGuard(view(docs.supplyGuard));
    const paid = Math.floor((supply.poolMicros * permille) / 1_000);
    if (paid === 0) return { answer: null };
    const data = { ...supply, poolMicros: supply.poolMicros - paid };
    return {
      result: null,
      postings: move('USD', accounts.pool, 'world:redeemed', paid),
      documents: [{ path: docs.supplyGuard, data }],
      touched: ['supply'],
    };
  },
});

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

class Market {
  readonly memory = memoryStore();
  readonly atStripe: AtStripe[] = [];
  #now = Date.UTC(2026, 10, 1);
  readonly #doors: Door[];
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed);
    const store = unreliable(this.memory, this.random);
    const clock = { now: () => this.#now };
    this.#doors = [0, 1, 2].map(() => new Door(store, clock, { maxGroup: 4 }));
  }

  commit<Result>(entry: Entry<Result>) {
    const door = this.#doors[this.random() % this.#doors.length] as Door;
    return door.commit(entry);
  }

  pass(millis: number): void {
    this.#now += millis;
  }

  orders(): Order[] {
    const stored = [...this.memory.all()].filter(([path]) => path.startsWith('orders/'));
    return stored.map(([, data]) => v.parse(orderSchema, data));
  }

  orderAt(index: number): Order | undefined {
    const orders = this.orders();
    return orders[index % Math.max(1, orders.length)];
  }

  async settle(order: Order): Promise<void> {
    const payment = { sessionId: `cs_${order.id}`, paymentIntentId: `pi_${order.id}` };
    const settled = await this.commit(settleEntry(order, payment));
    if (!isRefusal(settled) && settled.result.outcome === 'refund') {
      await this.commit(refundedEntry(order.id, payment.paymentIntentId));
    }
  }

  async spend(buyer: string, creator: string, number: number): Promise<void> {
    const datId = datOf(creator);
    const dat = readDatGuard(this.memory.all().get(docs.datGuard(datId)));
    const edition = dat?.editions[number - 1];
    if (!edition) return;
    const ref = { datId, number, version: edition.version };
    await this.commit(buyEditionEntry(ref, buyer, edition.askPriceCents));
  }

  /** Stripe takes refunds up to the price, and one dispute of all of it. */
  give(order: Order, one: Pick<Returned, 'kind'> & { permille: number }, index: number): void {
    if (order.state === 'released' || order.state === 'refunded') return;
    const known = this.atStripe.filter(
      ({ orderId, kind }) => orderId === order.id && kind === one.kind,
    );
    const left = order.totalCents - sum(known.map(({ cents }) => cents));
    if (left === 0) return;
    const cents =
      one.kind === 'dispute' ? left : Math.max(1, Math.floor((left * one.permille) / 1_000));
    const id = `${one.kind}${index}`;
    if (this.atStripe.some((other) => other.id === id)) return;
    this.atStripe.push({ id, kind: one.kind, orderId: order.id, cents, cameBack: false });
  }

  async tell({ id, kind, cents, orderId, cameBack }: AtStripe): Promise<void> {
    const order = this.orders().find((one) => one.id === orderId);
    if (!order) throw new Error(`There is no order ${orderId}`);
    const returned = { id, kind, cents };
    await this.commit(clawbackEntry(order, returned));
    if (cameBack) await this.commit(reinstateEntry(order, returned));
    if (kind === 'dispute') {
      await this.commit(otherFeeEntry(orderId, { transactionId: `txn_${id}`, cents: 1_500 }));
    }
  }

  async run(one: Operation, index: number): Promise<void> {
    if (one.op === 'buy') {
      const request = {
        orderId: `o${index}`,
        blockId: String(one.block),
        qty: one.qty,
        variant: 'block' as const,
      };
      await this.commit(reserveEntry(one.uid, request, 'https://x.test'));
    } else if (one.op === 'list') {
      await this.commit(queueTokensEntry(`l${index}`, one.uid, one.block, one.qty));
    } else if (one.op === 'spend') await this.spend(one.uid, one.creator, one.edition);
    else if (one.op === 'pay-debts') {
      for (const debtor of users) await this.commit(payDebtEntry(debtor, String(index)));
    } else if (one.op === 'redeem') await this.commit(redeemEntry(String(index), one.permille));
    else if (one.op === 'tell' || one.op === 'comes-back') {
      const returned = this.atStripe[one.returned % Math.max(1, this.atStripe.length)];
      if (!returned) return;
      if (one.op === 'comes-back') returned.cameBack = true;
      await this.tell(returned);
    } else {
      const order = this.orderAt(one.order);
      if (!order) return;
      if (one.op === 'settle') await this.settle(order);
      else if (one.op === 'release') await this.commit(releaseEntry(order, false));
      else {
        const permille = one.op === 'refund' ? one.permille : 1_000;
        this.give(order, { kind: one.op, permille }, index);
      }
    }
  }
}

async function play(operations: readonly Operation[], seed: number): Promise<Market> {
  const market = new Market(seed);
  for (const cents of blocks) {
    await market.commit(issueTokensEntry(`demo-${cents}`, String(cents), cents, 220));
  }
  for (const creatorUid of users) {
    const terms = { editions: 20, priceCents: 437, sharePpm: 25_000 };
    await market.commit(mintEntry({ datId: datOf(creatorUid), creatorUid, ...terms }));
  }
  // Everybody has bought something, so that there is something to spend, list and take back.
  for (const [index, buyer] of users.entries()) {
    const bought = { op: 'buy' as const, uid: buyer, block: blocks[index % 2] ?? 36, qty: 50 };
    await market.run(bought, 1_000 + index);
  }
  for (const order of market.orders()) await market.settle(order);
  // Four at a time, each sent twice now and then, as retries and webhooks do.
  for (let start = 0; start < operations.length; start += 4) {
    market.pass(market.random() % 40_000_000);
    const batch = operations.slice(start, start + 4);
    await Promise.all(
      batch.flatMap((one, offset) => {
        const index = start + offset;
        return market.random() % 3 === 0
          ? [market.run(one, index), market.run(one, index)]
          : [market.run(one, index)];
      }),
    );
  }
  // What is paid and returned at Stripe is told in the end, by the sweep if by nobody else.
  const returnedOrders = new Set(market.atStripe.map(({ orderId }) => orderId));
  for (const order of market.orders()) {
    if (returnedOrders.has(order.id)) await market.settle(order);
  }
  await Promise.all([...market.atStripe, ...market.atStripe].map((one) => market.tell(one)));
  for (const order of market.orders()) {
    const fee = { transactionId: `txn_${order.id}`, cents: 61 };
    await Promise.all([
      market.commit(chargeFeeEntry(order.id, fee)),
      market.commit(chargeFeeEntry(order.id, fee)),
    ]);
  }
  return market;
}

interface Whole extends Truth {
  readonly orders: readonly Order[];
  readonly postings: Balances;
}

function truthOf(market: Market, all: ReadonlyMap<string, Data>): Whole {
  const orders = market.orders();
  const postings: Balances = new Map();
  for (const [path, entry] of all) {
    if (!path.startsWith('journal/')) continue;
    for (const { account, asset, delta } of entry.postings as Posting[]) {
      addTo(postings, account, asset, delta);
    }
  }
  return {
    users: users.map((one) => readUserGuard(one, all.get(docs.userGuard(one)))),
    blocks: blocks.flatMap(
      (cents) => readBlockGuard(all.get(docs.blockGuard(String(cents)))) ?? [],
    ),
    holding: orders.filter(({ state }) => state === 'reserved'),
    holdings: users.map((one) => readHoldingsGuard(one, all.get(docs.holdingsGuard(one)))),
    dats: [...all].flatMap(([path, data]) =>
      path.startsWith('dats/') ? (readDatGuard(data) ?? []) : [],
    ),
    supply: readSupplyGuard(all.get(docs.supplyGuard)),
    books: readBooks(all.get(docs.books)),
    orders,
    postings,
  };
}

/** Platform cents of an order that still count as spend. */
function spendOf({ parts, priceCents, refundedCents, totalCents }: Order): number {
  const platformCents = sum(
    parts.map(({ source, qty }) => (source === PLATFORM ? qty * priceCents : 0)),
  );
  return (
    platformCents - Math.floor((platformCents * Math.min(refundedCents, totalCents)) / totalCents)
  );
}

function expectSoundBooks(market: Market): void {
  const all = market.memory.all();
  const truth = truthOf(market, all);
  const { postings } = truth;
  expect(compareBalances(postings, balancesOfGuards(truth))).toEqual([]);
  expect(compareReservations(truth.blocks, truth.holding)).toEqual([]);

  const settled = truth.orders.filter(({ state }) => state === 'settled');
  for (const order of settled) {
    const own = market.atStripe.filter(({ orderId }) => orderId === order.id);
    const returned = sum(own.map(({ cents, cameBack }) => (cameBack ? 0 : cents)));
    expect(order.refundedCents).toBe(returned);
    expect(new Set(order.clawbacks).size).toBe(order.clawbacks.length);
    const due = Math.floor((order.qty * Math.min(returned, order.totalCents)) / order.totalCents);
    expect(order.takenBack.tokens + order.takenBack.missing).toBe(due);
  }
  const usd = (account: string) => postings.get(`${account} USD`) ?? 0;
  const kept = sum(settled.map(({ totalCents, refundedCents }) => totalCents - refundedCents));
  expect(usd('world:card')).toBe(0 - kept * 10_000);
  // Stripe keeps its fees of payments that were returned, too.
  const paid = truth.orders.filter(({ state }) => state === 'settled' || state === 'refunded');
  const fees = paid.flatMap(({ chargeFee, otherFees }) => [
    chargeFee?.cents ?? 0,
    ...otherFees.map(({ cents }) => cents),
  ]);
  const isPaid = ({ orderId }: AtStripe) => paid.some(({ id }) => id === orderId);
  const disputes = market.atStripe.filter((one) => one.kind === 'dispute' && isPaid(one));
  expect(usd('world:card-fees')).toBe(sum(fees) * 10_000);
  expect(sum(fees)).toBe(paid.length * 61 + disputes.length * 1_500);

  for (const user of truth.users) {
    const own = settled.filter((order) => order.uid === user.uid);
    expect(user.spendCents).toBe(sum(own.map(spendOf)));
    const listed = all.get(docs.debt(user.uid));
    expect(listed?.debtMicros ?? 0).toBe(user.debtMicros);
    for (const lot of user.lots) expect(lot.qty).toBeGreaterThan(0);
    for (const day of user.earnedDays) expect(day.spentMicros).toBeLessThanOrEqual(day.totalMicros);
  }
  expect(truth.books.utilitySoldCents).toBe(sum(settled.map(spendOf)));

  const held = truth.holding.flatMap(({ parts }) =>
    parts.filter(({ source }) => source !== PLATFORM),
  );
  const queued = truth.blocks.flatMap(({ queue }) => queue);
  const faces = [...truth.users.flatMap(({ lots }) => lots), ...queued, ...held];
  const face = sum(faces.map(({ faceMicros }) => faceMicros));
  expect(truth.books.backingMicros * 10).toBeGreaterThanOrEqual(face * 9);
}

test('however refunds and disputes meet orders, listings, spending and payouts, the books are sound', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 30, maxLength: 80 }),
      fc.nat(),
      async (operations, seed) => expectSoundBooks(await play(operations, seed)),
    ),
    { numRuns: 150 },
  );
});
