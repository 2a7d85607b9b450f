import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { expect, test, vi } from 'vitest';
import { endOrderEntry } from '../journal/entries/close-order.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import { syncOrder } from '../orders/sync-order.ts';
import { compareReversals } from '../reconcile/compare-reversals.ts';
import type { Services } from '../services.ts';
import { postChargeFee, postMissingFees } from './post-fees.ts';
import { sweepReversals, syncReversals } from './sync-reversals.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

async function orders() {
  const server = memoryServer(['ana', 'bo']);
  const { services, card, store } = server;
  await services.books.commit(issueTokensEntry('a', '50', 50, 50));
  for (const uid of ['ana', 'bo']) {
    const request = { orderId: uid, blockId: '50', qty: 20, variant: 'block' as const };
    await services.books.commit(reserveEntry(uid, request, 'https://x.test'));
    await syncOrder(services, uid);
  }
  const find = async (id: string) => {
    const order = await services.orders.find(id);
    if (!order) throw new Error(`There is no order ${id}`);
    return order;
  };
  return {
    ...server,
    find,
    async settle(id: string) {
      card.pay(id);
      await syncOrder(services, id);
    },
    entries: (prefix: string) => [...store.all(`journal/${prefix}`).keys()],
    sync: (id: string, over: Services = services) => syncReversals(over, `pi_cs_${id}`),
    sweep: (over: Services = services) => sweepReversals(over),
  };
}

const saying = (services: Services, over: object): Services => {
  const find: Services['payments']['find'] = async (id) => {
    const payment = await services.payments.find(id);
    return payment && { ...payment, ...over };
  };
  return { ...services, payments: { ...services.payments, find } };
};

test('a refund takes back the tokens it paid for, once, however often it is reported', async () => {
  const { card, settle, sync, find, entries } = await orders();
  await settle('ana');
  card.takeBack('ana', 'refund', 500, 're1');
  expect(await sync('ana')).toBe('settled');
  expect(await sync('ana')).toBe('settled');
  expect(await find('ana')).toMatchObject({
    refundedCents: 500,
    clawbacks: ['clawback:re1'],
    takenBack: { tokens: 10 },
  });
  expect(entries('clawback')).toEqual(['journal/clawback:re1']);
});

test('a dispute that is won restores everything, and its fee is booked once either way', async () => {
  const { card, settle, sync, find, entries } = await orders();
  await settle('ana');
  card.takeBack('ana', 'dispute', 1_000, 'dp1');
  await sync('ana');
  const otherFees = [{ transactionId: 'txn_dp1', cents: 1_500 }];
  expect(await find('ana')).toMatchObject({ refundedCents: 1_000, otherFees });
  card.comeBack('dp1');
  await sync('ana');
  await sync('ana');
  expect(await find('ana')).toMatchObject({ refundedCents: 0, otherFees });
  expect(entries('reinstate')).toEqual(['journal/reinstate:dp1']);
  expect(entries('fee:txn')).toEqual(['journal/fee:txn_dp1']);
});

test('a reversal without an amount, such as a Stripe dispute warning, is ignored', async () => {
  const { services, settle, sync, find } = await orders();
  await settle('ana');
  const none = {
    id: 'dp1',
    kind: 'dispute' as const,
    leftCents: 0,
    cameBackCents: 0,
    leftAt: null,
    fees: [],
  };
  const listReversals = async () => [{ ...none, paymentIntentId: 'pi_cs_ana', createdAt: 0 }];
  const payments = { ...services.payments, listReversals };
  expect(await sync('ana', { ...services, payments })).toBe('settled');
  expect(await find('ana')).toMatchObject({ refundedCents: 0, clawbacks: [] });
});

test('a refund reported with another amount changes nothing, and does not hold up others', async () => {
  const { services, card, settle, sync, find } = await orders();
  await settle('ana');
  const before = await find('ana');
  card.takeBack('ana', 'refund', 500, 're1');
  card.takeBack('ana', 'refund', 500, 're2');
  await sync('ana');
  const { payments } = services;
  const listReversals: typeof payments.listReversals = async (id) =>
    (await payments.listReversals(id)).map((one) => ({ ...one, leftCents: one.leftCents + 1 }));
  const stale = {
    ...services.orders,
    findByPayment: async () => ({ ...before, state: 'settled' }),
  };
  const other = { ...services, orders: stale, payments: { ...payments, listReversals } };
  expect(await sync('ana', other as Services)).toBe('settled');
  expect(await find('ana')).toMatchObject({ refundedCents: 750 });
});

test('a refund that is reported before its payment settles the order and takes the tokens back', async () => {
  const { card, sync, find } = await orders();
  card.pay('ana');
  card.takeBack('ana', 'refund', 1_000, 're1');
  expect(await sync('ana')).toBe('settled');
  expect(await find('ana')).toMatchObject({ state: 'settled', refundedCents: 1_000 });
});

test('payments of other products, and those of the other mode, are ignored', async () => {
  const { services, card, settle, sync, find } = await orders();
  expect(await sync('nobody')).toBe('ignored');
  card.pay('ana');
  card.takeBack('ana', 'refund', 1_000, 're1');
  const looked: string[] = [];
  const noting = {
    ...services.orders,
    async find(id: string) {
      looked.push(id);
      return services.orders.find(id);
    },
  };
  for (const orderId of [null, 'of/others', ' ana', 'ana ', 'x'.repeat(65), 'unknown']) {
    const other = saying({ ...services, orders: noting }, { orderId });
    expect(await sync('ana', other), `${orderId}`).toBe('ignored');
  }
  expect(looked).toEqual(['unknown']);
  expect(await sync('ana', saying(services, { live: true }))).toBe('ignored');
  expect(await find('ana')).toMatchObject({ state: 'reserved' });
  await settle('bo');
  expect(await sync('ana', saying(services, { orderId: 'bo' }))).toBe('ignored');
  expect(await find('bo')).toMatchObject({ refundedCents: 0 });
});

async function returned() {
  const all = await orders();
  const { services, card, store, find } = all;
  await services.books.commit(endOrderEntry(await find('ana'), true));
  const request = { orderId: 'bo2', blockId: '50', qty: 30, variant: 'block' as const };
  await services.books.commit(reserveEntry('bo', request, 'https://x.test'));
  card.pay('ana');
  await syncOrder(services, 'ana');
  return {
    ...all,
    movements: () =>
      [...store.all('users/ana/movements/').values()].map(({ kind, debtMicros = 0 }) =>
        debtMicros === 0 ? kind : `${kind} ${debtMicros}`,
      ),
    owed: async () => (await services.guards.user('ana')).debtMicros,
    platform: async () => (await services.guards.books()).platformMicros,
    found: async () => compareReversals(services, [await find('ana')]),
  };
}

test('a refund of a late payment takes nothing from anyone', async () => {
  const { store, sync, find, entries, wait, movements } = await returned();
  expect(await find('ana')).toMatchObject({ state: 'refunded', clawbacks: [] });
  expect(await sync('ana')).toBe('refunded');
  wait(60_000);
  expect(await sync('ana')).toBe('refunded');
  expect(entries('clawback')).toEqual(['journal/clawback:re_ana']);
  expect(store.get('journal/clawback:re_ana')).toMatchObject({ postings: [] });
  expect(movements()).toEqual(['payment-returned']);
  expect(await find('ana')).toMatchObject({
    state: 'refunded',
    refundedCents: 1_000,
    takenBack: { tokens: 0, missing: 0 },
    chargeFee: { cents: 59 },
  });
});

test.each([
  ['lost', 10_000_000, ['payment-returned', 'payment-disputed 10000000']],
  ['won', 0, ['payment-returned', 'payment-disputed 10000000', 'payment-reinstated -10000000']],
] as const)(
  '[N-MON-20] a dispute of a payment that was returned before is owed until it is won; when it is %s, its fee is booked',
  async (status, owedMicros, expectedMovements) => {
    const { card, sync, find, entries, movements, owed, platform, found } = await returned();
    await sync('ana');
    card.takeBack('ana', 'dispute', 1_000, 'dp1');
    await Promise.all([sync('ana'), sync('ana')]);
    expect(await owed()).toBe(10_000_000);
    if (status === 'won') card.comeBack('dp1');
    await Promise.all([sync('ana'), sync('ana')]);
    expect(await owed()).toBe(owedMicros);
    expect(movements()).toEqual(expectedMovements);
    expect(entries('fee:txn')).toEqual(['journal/fee:txn_dp1']);
    expect(await platform()).toBe(-15_000_000);
    expect(await find('ana')).toMatchObject({ state: 'refunded', takenBack: { tokens: 0 } });
    expect(await found()).toEqual([]);
  },
);

test('[N-MON-20] a dispute of a refunded payment that is reported only after it was won costs its fee only', async () => {
  const { card, sync, owed, platform, found } = await returned();
  card.takeBack('ana', 'dispute', 1_000, 'dp1');
  card.comeBack('dp1');
  await sync('ana');
  expect([await owed(), await platform()]).toEqual([0, -15_000_000]);
  expect(await found()).toEqual([]);
});

test('[M-12] a failed refund of a late payment is reported for a person until the money is returned', async () => {
  const { card, sync, find, movements, owed, found } = await returned();
  await sync('ana');
  card.comeBack('re_ana');
  await sync('ana');
  expect(await find('ana')).toMatchObject({ state: 'refunded', refundedCents: 0 });
  expect(await found()).toEqual([
    'order ana: 1000 cents to return, 0 were: refund the rest of pi_cs_ana at Stripe',
  ]);
  card.takeBack('ana', 'refund', 1_000, 're_again');
  await sync('ana');
  expect(await find('ana')).toMatchObject({ refundedCents: 1_000 });
  expect(await found()).toEqual([]);
  expect([movements(), await owed()]).toEqual([['payment-returned'], 0]);
});

test('[M-12] the sweep books the refunds and disputes of a returned payment if no webhook reports them', async () => {
  const { services, card, find, wait, owed, found } = await returned();
  card.takeBack('ana', 'dispute', 1_000, 'dp1');
  expect(await found()).toEqual([
    'order ana: 1000 cents refunded, 2000 at Stripe',
    'order ana: fees [] for refunds and disputes, Stripe has [txn_dp1 1500]',
  ]);
  wait(60_000);
  const broken = { ...services.payments, listReversals: () => Promise.reject(new Error('none')) };
  const failed = { looked: 1, posted: 0, failed: 1 };
  expect(await postMissingFees({ ...services, payments: broken })).toEqual(failed);
  expect(await find('ana')).toMatchObject({ chargeFee: null });
  expect(await postMissingFees(services)).toEqual({ looked: 1, posted: 1, failed: 0 });
  expect(await find('ana')).toMatchObject({ clawbacks: ['clawback:re_ana', 'clawback:dp1'] });
  expect([await owed(), await found()]).toEqual([10_000_000, []]);
});

test('the sweep finds refunds within a day, and a failed one does not hold up the others', async () => {
  const { services, card, settle, sweep, find, wait } = await orders();
  await settle('ana');
  await settle('bo');
  card.takeBack('ana', 'refund', 500, 're1');
  card.takeBack('ana', 'refund', 500, 're2');
  card.takeBack('bo', 'refund', 500, 're3');
  const { payments } = services;
  const findOnce: typeof payments.find = async (id) => {
    if (id === 'pi_cs_ana') throw new Error('no answer');
    return payments.find(id);
  };
  const broken = { ...services, payments: { ...payments, find: findOnce } };
  expect(await sweep(broken)).toEqual({ looked: 2, failed: 1 });
  expect([await find('ana'), await find('bo')]).toMatchObject([
    { refundedCents: 0 },
    { refundedCents: 500 },
  ]);
  wait(DAY_MILLIS + 1);
  expect(await sweep()).toEqual({ looked: 0, failed: 0 });
  wait(-1);
  expect(await sweep()).toEqual({ looked: 2, failed: 0 });
  expect(await find('ana')).toMatchObject({ refundedCents: 750 });
});

test('a fee that Stripe keeps is booked once, whether the event or the sweep reports it', async () => {
  const { services, card, settle, sync, find, wait } = await orders();
  await settle('ana');
  await settle('bo');
  const missing = { looked: 2, posted: 0, failed: 0 };
  expect(await postMissingFees(services)).toEqual(missing);
  wait(60_000);
  card.takeBack('ana', 'refund', 500, 're1');
  await sync('ana');
  const chargeFee = { transactionId: 'txn_cs_ana', cents: 59 };
  expect(await find('ana')).toMatchObject({ chargeFee });
  const broken = { ...services.payments, find: async () => Promise.reject(new Error('no answer')) };
  const bo = { ...missing, looked: 1 };
  expect(await postMissingFees({ ...services, payments: broken })).toEqual({ ...bo, failed: 1 });
  expect(await postMissingFees(services)).toEqual({ ...bo, posted: 1 });
  expect(await postMissingFees(services)).toEqual({ ...missing, looked: 0 });
});

test('a refund is booked even while Stripe cannot report the fee of its payment', async () => {
  const { services, card, settle, sync, find } = await orders();
  await settle('ana');
  card.takeBack('ana', 'refund', 500, 're1');
  let times = 0;
  const { payments } = services;
  const findOnce: typeof payments.find = async (id) => {
    times += 1;
    if (times > 1) throw new Error('no answer');
    return payments.find(id);
  };
  expect(await sync('ana', { ...services, payments: { ...payments, find: findOnce } })).toBe(
    'settled',
  );
  expect(await find('ana')).toMatchObject({ refundedCents: 500, chargeFee: null });
});

test('a booked reversal is not sent to the books again, also where the payment names no order', async () => {
  const { services, card, settle, sync, find } = await orders();
  await settle('ana');
  card.takeBack('ana', 'dispute', 1_000, 'dp1');
  const unnamed = saying(services, { orderId: null });
  expect(await sync('ana', unnamed)).toBe('settled');
  card.comeBack('dp1');
  expect(await sync('ana', unnamed)).toBe('settled');
  expect(await find('ana')).toMatchObject({ refundedCents: 0 });
  const books = { ...services.books, commit: async () => Promise.reject(new Error('again')) };
  expect(await sync('ana', { ...services, books })).toBe('settled');
});

test('a fee is read only for a payment without a booked fee, and booked once', async () => {
  const { services, settle, find, wait } = await orders();
  await settle('ana');
  const settled = await find('ana');
  const nobody = { ...services.payments, find: async () => Promise.reject(new Error('asked')) };
  const known = { ...settled, chargeFee: { transactionId: 'txn', cents: 1 } };
  expect(await postChargeFee({ ...services, payments: nobody }, known)).toBe(true);
  const unpaid = { ...settled, paymentIntentId: null };
  expect(await postChargeFee({ ...services, payments: nobody }, unpaid)).toBe(false);
  const gone = { ...services.payments, find: async () => undefined };
  expect(await postChargeFee({ ...services, payments: gone }, settled)).toBe(false);
  wait(60_000);
  expect(await postChargeFee(services, settled)).toBe(true);
  const { chargeFee } = await find('ana');
  const other = saying(services, { fee: { transactionId: 'txn_other', cents: 1 } });
  expect(await postChargeFee(other, settled)).toBe(false);
  expect((await find('ana')).chargeFee).toEqual(chargeFee);
});
