import {
  readBlockGuard,
  readBooks,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { orderSchema } from '@datchain/shared/contracts/documents/order.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import {
  addTo,
  type Balances,
  balancesOfGuards,
  compareBalances,
  compareReservations,
  type Truth,
} from './balances.ts';
import { Door } from './door.ts';
import { refundedEntry, releaseEntry } from './entries/close-order.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry, queueTokensEntry, unqueueTokensEntry } from './entries/tokens.ts';

const users = ['ana', 'bo', 'cy', 'di'];
const blocks = [36, 50];

const operation = fc.oneof(
  fc.record({
    op: fc.constant('reserve' as const),
    uid: fc.constantFrom(...users),
    block: fc.constantFrom(...blocks),
    qty: fc.integer({ min: 0, max: 90 }),
    variant: fc.constantFrom('block' as const, 'marketplace' as const),
  }),
  fc.record({ op: fc.constant('settle' as const), order: fc.nat(30) }),
  fc.record({ op: fc.constant('release' as const), order: fc.nat(30), lapsed: fc.boolean() }),
  fc.record({ op: fc.constant('unlist' as const), listing: fc.nat(30) }),
  fc.record({
    op: fc.constant('list' as const),
    uid: fc.constantFrom(...users),
    block: fc.constantFrom(...blocks),
    qty: fc.integer({ min: 1, max: 60 }),
  }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Every third write fails: half of them before, half after it took effect. */
function unreliable(store: DocumentStore, faults: () => number): DocumentStore {
  return {
    read: (paths) => store.read(paths),
    async write(batch) {
      const fault = faults() % 6;
      if (fault === 0) throw Object.assign(new Error('before'), { code: 14 });
      const outcome = await store.write(batch);
      if (fault === 1) throw Object.assign(new Error('after'), { code: 4 });
      return outcome;
    },
  };
}

function truthOf(all: ReadonlyMap<string, Data>): Truth & { orders: Order[]; postings: Balances } {
  const under = (prefix: string) => [...all].filter(([path]) => path.startsWith(prefix));
  const orders = under('orders/').map(([, data]) => v.parse(orderSchema, data));
  const postings: Balances = new Map();
  for (const [, entry] of under('journal/')) {
    for (const { account, asset, delta } of entry.postings as Posting[]) {
      addTo(postings, account, asset, delta);
    }
  }
  return {
    users: users.map((uid) => readUserGuard(uid, all.get(docs.userGuard(uid)))),
    blocks: under('guards/block:').flatMap(([, data]) => readBlockGuard(data) ?? []),
    holding: orders.filter(({ state }) => state === 'reserved'),
    holdings: [],
    dats: [],
    supply: readSupplyGuard(all.get(docs.supplyGuard)),
    books: readBooks(all.get(docs.books)),
    orders,
    postings,
  };
}

/** The invariants of the money model, over everything that was written. */
function expectSoundBooks(all: ReadonlyMap<string, Data>): void {
  const truth = truthOf(all);
  expect(compareBalances(truth.postings, balancesOfGuards(truth))).toEqual([]);
  expect(compareReservations(truth.blocks, truth.holding)).toEqual([]);
  const settled = truth.orders.filter(({ state }) => state === 'settled');
  const paidMicros = settled.reduce((sum, { totalCents }) => sum + totalCents * 10_000, 0);
  expect((truth.postings.get('world:card USD') ?? 0) + paidMicros).toBe(0);
  const inside = [...truth.postings].filter(([key]) => !key.startsWith('world:'));
  const usd = inside.filter(([key]) => key.endsWith(' USD')).reduce((sum, [, n]) => sum + n, 0);
  expect(usd).toBe(paidMicros);
  const tokens = inside
    .filter(([key]) => key.endsWith(' TOKEN'))
    .reduce((sum, [, n]) => sum + n, 0);
  expect(tokens).toBe(blocks.length * 300);
  for (const user of truth.users) {
    const open = user.openOrders.map(({ orderId }) => orderId).sort();
    const held = truth.holding.filter(({ uid }) => uid === user.uid).map(({ id }) => id);
    expect(open).toEqual(held.sort());
    expect(open.length).toBeLessThanOrEqual(3);
  }
}

async function play(operations: readonly Operation[], seed: number): Promise<Map<string, Data>> {
  const memory = memoryStore();
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  let now = 1_000_000;
  const clock = { now: () => now };
  const store = unreliable(memory, random);
  const doors = [0, 1, 2].map(() => new Door(store, clock, { maxGroup: 4 }));
  const door = () => doors[random() % doors.length] as Door;
  for (const cents of blocks) {
    await door().commit(issueTokensEntry(`demo-${cents}`, String(cents), cents, 300));
  }
  const orderAt = (index: number): Order | undefined => {
    const orders = [...memory.all()].filter(([path]) => path.startsWith('orders/'));
    const [, data] = orders[index % Math.max(1, orders.length)] ?? [];
    return data && v.parse(orderSchema, data);
  };
  const run = async (one: Operation, index: number) => {
    if (one.op === 'reserve') {
      const { uid, block, qty, variant } = one;
      const request = { orderId: `o${index}`, blockId: String(block), qty, variant };
      await door().commit(reserveEntry(uid, request, 'https://x.test'));
    } else if (one.op === 'list') {
      await door().commit(queueTokensEntry(`l${index}`, one.uid, one.block, one.qty));
    } else if (one.op === 'unlist') {
      const listings = [...memory.all()].filter(([path]) => path.startsWith('listings/'));
      const [, listing] = listings[one.listing % Math.max(1, listings.length)] ?? [];
      if (listing) await door().commit(unqueueTokensEntry(listing as never, 0));
    } else {
      const order = orderAt(one.order);
      if (!order) return;
      if (one.op === 'release') await door().commit(releaseEntry(order, one.lapsed));
      else {
        const payment = { sessionId: `cs_${order.id}`, paymentIntentId: `pi_${order.id}` };
        const settled = await door().commit(settleEntry(order, payment));
        if (!isRefusal(settled) && settled.result.outcome === 'refund') {
          await door().commit(refundedEntry(order.id, payment.paymentIntentId));
        }
      }
    }
  };
  // Four at a time, each sent twice now and then, as retries and webhooks do.
  for (let start = 0; start < operations.length; start += 4) {
    now += random() % 600_000;
    const batch = operations.slice(start, start + 4);
    await Promise.all(
      batch.flatMap((one, offset) => {
        const index = start + offset;
        return random() % 3 === 0 ? [run(one, index), run(one, index)] : [run(one, index)];
      }),
    );
  }
  return memory.all();
}

test('whatever happens to orders, in whatever order and with whatever faults, the books are sound', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 40 }),
      fc.nat(),
      async (operations, seed) => expectSoundBooks(await play(operations, seed)),
    ),
    { numRuns: 250 },
  );
});

test('a late payment is delivered from what is left, and otherwise goes back', async () => {
  const memory = memoryStore();
  const door = new Door(memory, { now: () => 1_000 });
  await door.commit(issueTokensEntry('a', '50', 50, 40));
  const request = (orderId: string, qty: number) => ({
    orderId,
    blockId: '50',
    qty,
    variant: 'block' as const,
  });
  const find = (id: string) => v.parse(orderSchema, memory.all().get(docs.order(id)));
  const pay = (id: string) =>
    door.commit(settleEntry(find(id), { sessionId: `cs_${id}`, paymentIntentId: `pi_${id}` }));

  await door.commit(reserveEntry('ana', request('first', 30), 'https://x.test'));
  await door.commit(releaseEntry(find('first'), true));
  await door.commit(reserveEntry('bo', request('second', 20), 'https://x.test'));
  expect(await pay('first')).toMatchObject({ result: { outcome: 'refund' } });
  await door.commit(refundedEntry('first', 'pi_first'));
  expect(find('first').state).toBe('refunded');

  await door.commit(releaseEntry(find('second'), true));
  expect(await pay('second')).toMatchObject({ result: { outcome: 'settled' } });
  expect(readUserGuard('bo', memory.all().get(docs.userGuard('bo'))).lots).toEqual([
    { blockId: '50', priceCents: 50, qty: 20, faceMicros: 10_000_000 },
  ]);
});
