import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { endOrderEntry } from '../journal/entries/close-order.ts';
import { services } from '../services.ts';

const m = market();
const CENTS = 5_000;

const open = async (fan: Fan, blockId: string) => {
  const name = 'createPaymentLinkDatTokenTesting';
  const { status, body } = await m.call(name, { blockId, qty: 100 }, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result as { url: string; orderId: string };
};

const find = async (orderId: string): Promise<Order> => {
  const order = await services().orders.find(orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
};

async function paidUnheard(stock: number) {
  const fan = await m.signUp();
  const blockId = await m.newBlock(50, stock);
  await m.stripe('webhooks', { paused: true });
  const { url, orderId } = await open(fan, blockId);
  const { body } = await m.pay(url);
  return { fan, blockId, orderId, payment: body.session.payment_intent as string };
}

async function paidTooLate() {
  const late = await paidUnheard(100);
  await services().books.commit(endOrderEntry(await find(late.orderId), true));
  const other = await open(await m.signUp(), late.blockId);
  await m.pay(other.url);
  return late;
}

const byOthers = {
  refund: (payment: string) => services().stripe.refunds.create({ payment_intent: payment }),
  'partial refund': (payment: string) =>
    services().stripe.refunds.create({ payment_intent: payment, amount: 1_000 }),
  dispute: (payment: string) => m.stripe('disputes', { paymentIntent: payment }),
};

const hows = ['refund', 'partial refund', 'dispute'] as const;

const reports = {
  webhooks: () => m.stripe('webhooks', { paused: false, duplicate: 2, reorder: true }),
  sweep: () => m.stripe('webhooks', { paused: false, drop: 1_000 }),
};

async function settle(): Promise<void> {
  await m.stripe('webhooks/settle');
  await m.runScheduled('sweepPaymentsJob');
  await m.runScheduled('sweepProjectionsJob');
}

const differencesOf = async (orderId: string) =>
  (await m.reconcile()).differences.filter((one) => one.includes(orderId));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

afterEach(async () => {
  await m.stripe('webhooks', { reset: true });
});

describe.each(['webhooks', 'sweep'] as const)(
  'reversals that the server learns of by %s',
  (source) => {
    test.each(hows)(
      '[M-04] a payment that came too late goes back in full after a %s by others, to the cent',
      async (how) => {
        const { fan, orderId, payment } = await paidTooLate();
        await byOthers[how](payment);
        await reports[source]();
        await settle();
        const order = await until(
          () => find(orderId),
          ({ state }) => state === 'refunded',
        );
        await settle();
        expect(await find(orderId)).toMatchObject({ refundedCents: CENTS });
        expect(order.paymentIntentId).toBe(payment);
        const reversals = await services().payments.listReversals(payment);
        expect(sum(reversals.map(({ leftCents }) => leftCents))).toBe(CENTS);
        expect(await differencesOf(orderId)).toEqual([]);
        const { status, body } = await m.call('getOrderStatus', { orderId }, fan.token);
        expect({ status, state: body.result.state }).toEqual({ status: 200, state: 'refunded' });
      },
    );
  },
);
