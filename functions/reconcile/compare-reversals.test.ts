import type { Order, StripeFee } from '@datchain/shared/domain/books/orders.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import type { Services } from '../services.ts';
import type { Reversal } from '../stripe/payments.ts';
import type { ReturnFactsByEntry } from './compare-returned.ts';
import { compareReversals } from './compare-reversals.ts';

const NOW = Date.UTC(2026, 10, 2);

const order = (over: Partial<Order> = {}): Order => ({
  id: 'o',
  uid: 'ana',
  blockId: '50',
  priceCents: 50,
  qty: 20,
  totalCents: 1_000,
  variant: 'block',
  state: 'settled',
  parts: [],
  createdAt: NOW - 5_000,
  expiresAt: NOW,
  sessionId: 'cs_o',
  paymentIntentId: 'pi_o',
  settledAt: NOW,
  refundedCents: 0,
  clawbacks: [],
  takenBack: { tokens: 0, faceMicros: 0, poolMicros: 0, missing: 0 },
  chargeFee: { transactionId: 'txn_o', cents: 59 },
  otherFees: [],
  reviewReason: null,
  checkout: null,
  ...over,
});

const reversal = (over: Partial<Reversal> = {}): Reversal => ({
  id: 're',
  kind: 'refund',
  paymentIntentId: 'pi_o',
  leftCents: 300,
  cameBackCents: 0,
  fees: [],
  createdAt: NOW,
  leftAt: NOW,
  ...over,
});

interface AtStripe {
  readonly reversals?: readonly Reversal[];
  readonly fees?: readonly StripeFee[];
}

async function differences(
  orders: readonly Order[],
  atStripe: AtStripe = {},
  entries: ReturnFactsByEntry = new Map(),
) {
  const { reversals = [], fees = [{ transactionId: 'txn_o', cents: 59 }] } = atStripe;
  const asked: number[] = [];
  const payments = {
    async *reversalsSince(at: number) {
      asked.push(at);
      yield* reversals;
    },
    async *feesSince(at: number) {
      asked.push(at);
      yield* fees;
    },
  } as Services['payments'];
  const found = await compareReversals({ payments, clock: { now: () => NOW } }, orders, entries);
  return { found, asked };
}

test('orders that agree with Stripe have no difference', async () => {
  const older = order({ id: 'older', paymentIntentId: 'pi_2', createdAt: NOW - 9_000 });
  const { found, asked } = await differences([order(), older]);
  expect(found).toEqual([]);
  // From a minute before the oldest order, because Stripe's clock may be behind.
  expect(asked).toEqual([NOW - 69_000, NOW - 69_000]);
});

test.each<Order['state']>(['reserved', 'ended', 'review'])(
  'an order that is %s was not paid, so Stripe is not asked',
  async (state) => {
    expect(await differences([order({ state, refundedCents: 5 })])).toEqual({
      found: [],
      asked: [],
    });
  },
);

test('refunds and disputes of a payment add up, less what came back', async () => {
  const reversals = [
    reversal(),
    reversal({ id: 'dp', kind: 'dispute', leftCents: 400, cameBackCents: 150 }),
    reversal({ id: 'else', paymentIntentId: 'pi_else' }),
    reversal({ id: 'none', paymentIntentId: null }),
  ];
  expect((await differences([order({ refundedCents: 550 })], { reversals })).found).toEqual([]);
  expect((await differences([order({ refundedCents: 549 })], { reversals })).found).toEqual([
    'order o: 549 cents refunded, 550 at Stripe',
  ]);
});

test('a late payment that was not returned in full is reported', async () => {
  const late = order({ state: 'refunded' });
  const all = [reversal({ leftCents: 1_000 })];
  expect((await differences([late], { reversals: all })).found).toEqual([]);
  expect((await differences([late], { reversals: [reversal({ leftCents: 999 })] })).found).toEqual([
    'order o: 1000 cents to return, 999 were: refund the rest of pi_o at Stripe',
  ]);
  expect((await differences([late])).found).toEqual([
    'order o: 1000 cents to return, 0 were: refund the rest of pi_o at Stripe',
  ]);
});

test('[M-12] a refund beyond a returned payment is reported until it is booked', async () => {
  const reversals = [reversal({ leftCents: 400 }), reversal({ id: 'dp', leftCents: 400 })];
  const late = { state: 'refunded' as const, paidCents: 400 };
  const text = 'order o: 400 cents refunded, 800 at Stripe';
  expect((await differences([order(late)], { reversals })).found).toEqual([text]);
  const first = order({ ...late, refundedCents: 400, clawbacks: ['clawback:re'] });
  expect((await differences([first], { reversals })).found).toEqual([text]);
  const both = order({ ...late, refundedCents: 800, clawbacks: ['clawback:re', 'clawback:dp'] });
  expect((await differences([both], { reversals })).found).toEqual([]);
  const failed = order({ ...late, clawbacks: ['clawback:re', 'reinstate:re'] });
  expect((await differences([failed], { reversals: [] })).found).toEqual([
    'order o: 400 cents to return, 0 were: refund the rest of pi_o at Stripe',
  ]);
});

test('[N-MON-20] booked fees of disputes of a returned payment are reported if they differ from Stripe’s', async () => {
  const fees = [{ transactionId: 'txn_1', cents: 1_500 }];
  const reversals = [reversal({ leftCents: 1_000, fees })];
  const late = order({ state: 'refunded' });
  expect((await differences([late], { reversals })).found).toEqual([
    'order o: fees [] for refunds and disputes, Stripe has [txn_1 1500]',
  ]);
  expect((await differences([{ ...late, otherFees: fees }], { reversals })).found).toEqual([]);
});

test('booked fees of refunds and disputes are reported if they differ from Stripe’s, in any order', async () => {
  const [one, two] = [
    { transactionId: 'txn_1', cents: 1_500 },
    { transactionId: 'txn_2', cents: 200 },
  ];
  const free = { leftCents: 0 };
  const reversals = [
    reversal({ ...free, fees: [two] }),
    reversal({ ...free, id: 'dp', fees: [one] }),
  ];
  expect((await differences([order({ otherFees: [one, two] })], { reversals })).found).toEqual([]);
  const turned = [...reversals].reverse();
  expect(
    (await differences([order({ otherFees: [two, one] })], { reversals: turned })).found,
  ).toEqual([]);
  expect((await differences([order({ otherFees: [one] })], { reversals })).found).toEqual([
    'order o: fees [txn_1 1500] for refunds and disputes, Stripe has [txn_1 1500,txn_2 200]',
  ]);
  expect((await differences([order({ otherFees: [one] })])).found).toEqual([
    'order o: fees [txn_1 1500] for refunds and disputes, Stripe has []',
  ]);
});

test('the booked fee of a payment is reported if it differs from Stripe’s', async () => {
  const fees = [{ transactionId: 'txn_o', cents: 60 }];
  expect((await differences([order()], { fees })).found).toEqual([
    'order o: a fee of 59 cents, 60 at Stripe',
  ]);
  expect((await differences([order()], { fees: [] })).found).toEqual([
    'order o: a fee of 59 cents, undefined at Stripe',
  ]);
});

test('a fee that was never booked is reported after a day', async () => {
  const young = order({ chargeFee: null, createdAt: NOW - DAY_MILLIS });
  expect((await differences([young])).found).toEqual([]);
  const old = order({ chargeFee: null, createdAt: NOW - DAY_MILLIS - 1 });
  expect((await differences([old])).found).toEqual(['order o: its fee was never booked']);
});

test.each([
  ['reported if the payment was refunded before', { leftAt: NOW - 60_001 }, true],
  [
    'not reported if the refund came after it, or up to a minute before',
    { leftAt: NOW - 60_000 },
    false,
  ],
  ['not reported if the refund failed', { leftAt: NOW - 99_000, cameBackCents: 300 }, false],
])('[N-MON-21] an edition that a payment bought is %s', async (_, over, isNamed) => {
  const sale = { at: NOW, isCharged: false, recoveredQty: 0 };
  const edition = { datId: 'd', number: 1, priceCents: 1, state: 'bought' as const, entryId: 's' };
  const { found } = await differences(
    [order({ edition })],
    { reversals: [reversal(over)] },
    new Map([['s', sale]]),
  );
  const named = 'order o: bought an edition with a payment that had gone back';
  expect(found.includes(named)).toBe(isNamed);
});
