import { docs } from '@datchain/shared/contracts/paths.ts';
import { clawBack } from '@datchain/shared/domain/books/clawback.ts';
import { emptyUserGuard } from '@datchain/shared/domain/books/guards.ts';
import { nothingTaken } from '@datchain/shared/domain/books/nothing-taken.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import {
  aBlock,
  aBuyer,
  aLot,
  anOrder,
  aPart,
} from '@datchain/shared/domain/books/testing/orders.ts';
import { describe, expect, test } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { compareClosed } from './compare-closed.ts';
import {
  compareLosses,
  compareReturned,
  type ReturnFacts,
  readReturnFacts,
} from './compare-returned.ts';

const books = {
  backingMicros: 0,
  platformMicros: 0,
  utilitySoldCents: 0,
  promisedMicros: 0,
  streamsDueMicros: 0,
};

interface Around {
  readonly soldMicros?: number;
  readonly lostMicros?: number;
  readonly entries?: Readonly<Record<string, Partial<ReturnFacts>>>;
}

function differences(
  orders: readonly Order[],
  { soldMicros = 0, lostMicros = soldMicros, entries = {} }: Around = {},
  users = [emptyUserGuard('bo')],
): string[] {
  const losses = soldMicros > 0 ? [{ orderId: 'o1', at: 1, soldMicros, closedMicros: 0 }] : [];
  const facts = Object.entries(entries).map(
    ([id, one]) => [id, { at: 5, isCharged: false, recoveredQty: 0, ...one }] as const,
  );
  return [
    ...compareReturned(orders, losses, new Map(facts), users),
    ...compareLosses(losses, { ...books, lostMicros }),
  ];
}

function refunded(lots = [aLot('30', 100, 2, 10_000_000)]) {
  const order = anOrder([aPart(100, 'l1', 10_000_000)]);
  const before = { buyer: aBuyer(order, lots), block: aBlock(5), poolMicros: 1_000_000_000 };
  return clawBack(order, 3_000, 'clawback:re', before);
}

test('[N-MON-17] an order that takes its buyer’s own listing is reported, unless it gave the tokens back', () => {
  const own = anOrder([aPart(10, 'l1')], { uid: 'cy' });
  const named = ["order o1: takes its buyer's own listing"];
  for (const state of ['reserved', 'settled', 'review'] as const) {
    expect(differences([{ ...own, state }])).toEqual(named);
  }
  for (const state of ['ended', 'refunded'] as const) {
    expect(differences([{ ...own, state }])).toEqual([]);
  }
  expect(differences([anOrder([aPart(10, 'l1')])])).toEqual([]);
});

test('[N-MON-18] a refund that took another face than its order delivered is reported, to the micro', () => {
  const { order } = refunded();
  const loss = { soldMicros: 18_500_000 };
  expect(differences([order], loss)).toEqual([]);
  const named = (change: Partial<Order['takenBack']>) =>
    differences([{ ...order, takenBack: { ...order.takenBack, ...change } }], loss).filter((one) =>
      one.includes('of face'),
    );
  expect(named({ faceMicros: 10_000_001 })).toEqual([
    'order o1: refunds took $10.000001 of face and charged $0, of the $10 it had delivered for $30',
  ]);
  expect(named({ faceMicros: 5_000_000 })).toHaveLength(1);
  expect(named({ missing: 50, missingMicros: 15_000_000, faceMicros: 5_000_000 })).toEqual([]);
});

test('[N-MON-20] a loss by refunds that is recorded wrongly, or not in the books, is reported', () => {
  const { order, loss } = refunded();
  expect(loss.soldMicros).toBe(18_500_000);
  expect(differences([order], { soldMicros: 17_500_000 })).toEqual([
    'order o1: $18.5 is lost to its refunds, $17.5 is named',
  ]);
  expect(differences([order], { soldMicros: 18_500_000, lostMicros: 1 })).toEqual([
    'losses: $18.5 is named, $0.000001 is in the books',
  ]);
});

describe('[N-MON-19] tokens that came back from an unpaid order', () => {
  const { order } = refunded([aLot('30', 70, 2, 7_000_000)]);
  const part = {
    source: 'l2',
    sellerUid: 'bo',
    qty: 30,
    faceMicros: 3_000_000,
    lots: [aLot('30', 30, 2, 3_000_000)],
  };
  const open = anOrder([part], { id: 'open', uid: 'di', state: 'ended', createdAt: 3 });
  const loss = { soldMicros: standing(order) };
  const during = { 'clawback:re': { isCharged: true }, 'end:open': { at: 9 } };
  const named =
    'order o1: 30 of its tokens came back to bo from an unpaid order, and $9 are still charged';

  test('are reported while a refund still charges for them', () => {
    expect(differences([order, open], { ...loss, entries: during })).toEqual([named]);
    const closed = { 'clawback:re': { isCharged: true }, 'close:open': { at: 9 } };
    expect(differences([order, open], { ...loss, entries: closed })).toEqual([named]);
  });

  test.each([
    ['if they came back before the refund', { ...during, 'end:open': { at: 4 } }, {}],
    ['if the order is still open', { 'clawback:re': { isCharged: true } }, {}],
    ['if the refund found all of its own tokens', { ...during, 'clawback:re': {} }, {}],
    ['if they were taken', during, { clawbacks: ['clawback:re', 'recover:1'] }],
    ['if the refunded money came back', during, { clawbacks: ['clawback:re', 'reinstate:re'] }],
  ])('are not reported %s', (_, entries, change) => {
    expect(differences([{ ...order, ...change }, open], { ...loss, entries })).toEqual([]);
  });

  test('are not reported if they went to another refund of the same lot', () => {
    const other = anOrder([aPart(30)], { id: 'other', clawbacks: ['recover:1'] });
    const entries = { ...during, 'recover:1': { recoveredQty: 30 } };
    expect(differences([order, other, open], { ...loss, entries })).toEqual([]);
  });

  test('are reported if they were set aside for a refund that did not take them', () => {
    const missed = [{ orderId: 'o1', lot: { blockId: '30' }, foundQty: 2 }] as never;
    const bo = { ...emptyUserGuard('bo'), missed };
    expect(differences([], {}, [bo])).toEqual(['user bo: 2 tokens wait for order o1']);
  });
});

function standing(order: Order): number {
  const [said] = differences([order]);
  return Math.round(Number(/\$([\d.]+) is lost/.exec(said ?? '')?.[1] ?? 0) * 1_000_000);
}

test('entries show when an order ended, whether a refund charged its buyer, and what was recovered later', () => {
  const factsOf = (id: string, ...postings: ReturnType<typeof move>) =>
    readReturnFacts({ id, at: 7, postings });
  const found = move('TOKEN', accounts.user('bo'), accounts.block('30'), 5);
  const plain = { at: 7, isCharged: false, recoveredQty: 0 };
  expect(factsOf('settle:o1', ...found)).toBeUndefined();
  for (const id of ['end:o', 'close:o', 'edition-sale:d:1:1', 'clawback:re']) {
    expect(factsOf(id, ...found)).toEqual(plain);
  }
  const owed = move('USD', accounts.debt('bo'), accounts.card, 3);
  const others = move('TOKEN', accounts.user('bo'), accounts.issuer, 3);
  expect(factsOf('clawback:re', ...owed)).toEqual({ ...plain, isCharged: true });
  expect(factsOf('clawback:re', ...others)).toEqual({ ...plain, isCharged: true });
  expect(factsOf('recover:1', ...found)).toEqual({ ...plain, recoveredQty: 5 });
});

test('[N-MON-22] a debt of a closed account is reported, and so are messages still stored for it', async () => {
  const store = memoryStore();
  const bo = { ...emptyUserGuard('bo'), debtMicros: 10_800_000 };
  const order = anOrder([aPart(1)], { refundedCents: 1, takenBack: nothingTaken });
  store.set(docs.user('bo'), {});
  store.set(docs.mail('clawback:re', 'bo'), { uid: 'bo' });
  expect(await compareClosed({ store }, [bo], [order])).toEqual([]);
  const path = docs.user('bo');
  const found = (await store.read([path])).get(path);
  await store.write({ remove: [{ path, version: found?.version }] });
  const difference = 'user bo: a closed account has notifications';
  expect(await compareClosed({ store }, [bo], [])).toEqual([
    'user bo: the account is closed and owes $10.8, which is no named loss',
    difference,
  ]);
  expect(await compareClosed({ store }, [], [order])).toEqual([difference]);
});
