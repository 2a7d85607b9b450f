import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaymentGateway, paymentGateway, reversedPayment } from './payments.ts';

const fee = (id: string, cents: number) => ({ id, object: 'balance_transaction', fee: cents });

const answers: Record<string, unknown> = {
  '/v1/payment_intents/pi_new': {
    id: 'pi_new',
    object: 'payment_intent',
    livemode: false,
    metadata: { orderId: 'o1' },
    latest_charge: { id: 'ch_1', object: 'charge', paid: true, balance_transaction: null },
  },
  '/v1/refunds': {
    object: 'list',
    has_more: false,
    url: '/v1/refunds',
    data: [
      {
        id: 're_sent',
        created: 30,
        amount: 500,
        status: 'succeeded',
        balance_transaction: fee('txn_1', 0),
      },
      { id: 're_waits', created: 20, amount: 600, status: 'pending', balance_transaction: null },
      {
        id: 're_failed',
        created: 10,
        amount: 700,
        status: 'failed',
        balance_transaction: fee('txn_2', 25),
      },
      { id: 're_never', created: 5, amount: 800, status: 'canceled', balance_transaction: null },
    ].map((refund) => ({ ...refund, object: 'refund', payment_intent: 'pi_1' })),
  },
  '/v1/disputes': {
    object: 'list',
    has_more: false,
    url: '/v1/disputes',
    data: [
      {
        id: 'du_won',
        created: 40,
        balance_transactions: [
          { ...fee('txn_3', 1_500), amount: -900, created: 60 },
          { ...fee('txn_4', -1_500), amount: 900, created: 70 },
        ],
      },
      { id: 'du_inquiry', created: 1, balance_transactions: [] },
    ].map((dispute) => ({ ...dispute, object: 'dispute', payment_intent: 'pi_1' })),
  },
};

let payments: PaymentGateway;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://stripe.test');
  const answer = answers[pathname];
  const missing = { error: { type: 'invalid_request_error', message: 'No such payment_intent' } };
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? missing));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  payments = paymentGateway(
    new Stripe('sk_test_demo', { host: '127.0.0.1', port, protocol: 'http', telemetry: false }),
  );
});
afterAll(() => server.closeAllConnections());
afterAll(() => void server.close());

describe('a payment at Stripe', () => {
  test('has no fee while there is no balance transaction', async () => {
    expect(await payments.find('pi_new')).toEqual({
      id: 'pi_new',
      orderId: 'o1',
      live: false,
      fee: null,
    });
  });

  test('is not found if it belongs to someone else', async () => {
    expect(await payments.find('pi_other')).toBeUndefined();
  });

  test('counts only money that has left; failed refunds and won disputes came back', async () => {
    const found = await payments.listReversals('pi_1');
    expect(found.map(({ id, leftCents, cameBackCents }) => [id, leftCents, cameBackCents])).toEqual(
      [
        ['du_inquiry', 0, 0],
        ['re_never', 0, 0],
        ['re_failed', 700, 700],
        ['re_waits', 0, 0],
        ['re_sent', 500, 0],
        ['du_won', 900, 900],
      ],
    );
  });

  test("loses a dispute's money at the time of its balance transaction, not when it was opened", async () => {
    const found = await payments.listReversals('pi_1');
    expect(found.flatMap(({ id, leftAt }) => (leftAt === null ? [] : [[id, leftAt]]))).toEqual([
      ['re_failed', 10_000],
      ['re_sent', 30_000],
      ['du_won', 60_000],
    ]);
  });

  test('names fees by their balance transaction, including those given back', async () => {
    const found = await payments.listReversals('pi_1');
    expect(found.flatMap(({ fees }) => fees)).toEqual([
      { transactionId: 'txn_2', cents: 25 },
      { transactionId: 'txn_3', cents: 1_500 },
      { transactionId: 'txn_4', cents: -1_500 },
    ]);
  });
});

describe('the payment of an event', () => {
  const event = (type: string, payment_intent: unknown, account?: string) =>
    ({ type, account, data: { object: { payment_intent } } }) as unknown as Stripe.Event;

  test.each(['charge.refunded', 'refund.failed', 'charge.dispute.funds_withdrawn'])(
    'is named by %s',
    (type) => {
      expect(reversedPayment(event(type, 'pi_1'))).toBe('pi_1');
      expect(reversedPayment(event(type, { id: 'pi_1' }))).toBe('pi_1');
    },
  );

  test.each([
    ['another kind of event', event('charge.succeeded', 'pi_1')],
    ['an event of a connected account', event('charge.refunded', 'pi_1', 'acct_1')],
    ['no payment', event('charge.refunded', null)],
    ['something that is no id', event('charge.refunded', 'pi_1/../x')],
    ['another object', event('charge.refunded', 'ch_1')],
  ])('is not named by %s', (_, one) => {
    expect(reversedPayment(one)).toBeUndefined();
  });
});
