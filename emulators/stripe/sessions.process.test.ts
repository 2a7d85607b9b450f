import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCheckout, aPayment, type Kit, sdkFor, startKit } from './testing/kit.ts';

let kit: Kit;
let nowMillis: number;
beforeEach(async () => {
  nowMillis = Date.now();
  kit = await startKit({ now: () => nowMillis });
});
afterEach(() => kit.close());

const now = () => Math.floor(nowMillis / 1000);
const priced = (cents: number, quantity = 1) =>
  aCheckout({
    line_items: [
      {
        quantity,
        price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Token' } },
      },
    ],
  });

describe('a checkout session', () => {
  it('is open and unpaid, adds up its lines, and keeps the given details', async () => {
    const session = await kit.stripe.checkout.sessions.create(
      aCheckout({
        expires_at: now() + 31 * 60,
        allowed_payment_method_types: ['card'],
        client_reference_id: 'order_1',
        customer_email: 'fan@dats.test',
        metadata: { orderId: 'order_1' },
        payment_intent_data: { metadata: { orderId: 'order_1' }, transfer_group: 'g1' },
      }),
    );
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 108,
      currency: 'usd',
      livemode: false,
      client_reference_id: 'order_1',
      customer_email: 'fan@dats.test',
      metadata: { orderId: 'order_1' },
      expires_at: now() + 31 * 60,
      url: `${kit.server.url}/c/pay/${session.id}`,
    });
    expect(await kit.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('can be expired once, and only while open', async () => {
    const { id } = await kit.stripe.checkout.sessions.create(aCheckout());
    const expired = await kit.stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
    await expect(kit.stripe.checkout.sessions.expire(id)).rejects.toThrow(
      'This Checkout Session has a status of `expired`',
    );
    const { session } = await aPayment(kit);
    await expect(kit.stripe.checkout.sessions.expire(session)).rejects.toThrow('`complete`');
  });

  it('expires at its time and sends an event', async () => {
    const { id } = await kit.stripe.checkout.sessions.create(
      aCheckout({ expires_at: now() + 1800 }),
    );
    nowMillis += 1799_000;
    expect((await kit.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    nowMillis += 1_000;
    expect((await kit.stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
    await kit.settle();
    expect(kit.endpoint.received.map((event) => event.type)).toEqual(['checkout.session.expired']);
    expect(await kit.knob('POST /_test/pay', { sessionId: id })).toMatchObject({
      outcome: 'expired',
    });
  });

  it('expires when the clock is advanced, without any request', async () => {
    const { id } = await kit.stripe.checkout.sessions.create(aCheckout());
    await kit.knob('POST /_test/clock', { advanceMillis: 24 * 3600 * 1000 });
    await kit.settle();
    expect(kit.endpoint.received).toMatchObject([
      { type: 'checkout.session.expired', data: { object: { id, status: 'expired' } } },
    ]);
  });

  it.each([
    ['may live for 30 minutes', 30 * 60, undefined],
    ['may not live for a second less than 30 minutes', 30 * 60 - 1, 'at least 30 minutes'],
    ['may live for 24 hours', 24 * 3600, undefined],
    ['may not live for a second more than 24 hours', 24 * 3600 + 1, 'less than 24 hours'],
  ])('%s', async (_name, seconds, refusal) => {
    const made = kit.stripe.checkout.sessions.create(aCheckout({ expires_at: now() + seconds }));
    if (refusal === undefined) expect((await made).status).toBe('open');
    else await expect(made).rejects.toMatchObject({ param: 'expires_at', statusCode: 400 });
  });

  it('costs at least 50 cents', async () => {
    expect((await kit.stripe.checkout.sessions.create(priced(25, 2))).amount_total).toBe(50);
    await expect(kit.stripe.checkout.sessions.create(priced(49))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'amount_too_small',
    });
  });

  it('belongs to one customer or one address, not both', async () => {
    const customer = await kit.stripe.customers.create({ email: 'fan@dats.test' });
    const session = await kit.stripe.checkout.sessions.create(aCheckout({ customer: customer.id }));
    const expanded = await kit.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer'],
    });
    expect(expanded.customer).toMatchObject({ id: customer.id, email: 'fan@dats.test' });
    await expect(
      kit.stripe.checkout.sessions.create(
        aCheckout({ customer: customer.id, customer_email: 'x@dats.test' }),
      ),
    ).rejects.toMatchObject({ param: 'customer_email' });
    await expect(
      kit.stripe.checkout.sessions.create(aCheckout({ customer: 'cus_nobody' })),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer', statusCode: 400 });
  });

  it('is listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      ids.unshift((await kit.stripe.checkout.sessions.create(aCheckout())).id);
    }
    const first = await kit.stripe.checkout.sessions.list({ limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const rest = await kit.stripe.checkout.sessions.list({ starting_after: ids[1]! });
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.has_more).toBe(false);
    const before = await kit.stripe.checkout.sessions.list({ limit: 2, ending_before: ids[3]! });
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const all: string[] = [];
    for await (const { id } of kit.stripe.checkout.sessions.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });
});

it('sessions can be filtered by their time of creation', async () => {
  const early = await kit.stripe.checkout.sessions.create(aCheckout());
  nowMillis += 10_000;
  const late = await kit.stripe.checkout.sessions.create(aCheckout());
  const made = async (created: Stripe.RangeQueryParam) =>
    (await kit.stripe.checkout.sessions.list({ created })).data.map(({ id }) => id);
  expect(await made({ gte: early.created })).toEqual([late.id, early.id]);
  expect(await made({ gte: late.created })).toEqual([late.id]);
});

describe('paying a session', () => {
  it('makes one payment with its charge and its fee, seen through the session', async () => {
    const { session } = await aPayment(kit, {
      payment_intent_data: { metadata: { orderId: 'o' }, transfer_group: 'g' },
    });
    const paid = await kit.stripe.checkout.sessions.retrieve(session, {
      expand: ['payment_intent.latest_charge.balance_transaction'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        status: 'succeeded',
        amount_received: 108,
        metadata: { orderId: 'o' },
        latest_charge: {
          paid: true,
          amount: 108,
          transfer_group: 'g',
          balance_transaction: { amount: 108, fee: 33, net: 75, type: 'charge' },
        },
      },
    });
  });

  it('happens once, however many requests arrive at the same time', async () => {
    const { id } = await kit.stripe.checkout.sessions.create(aCheckout());
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => kit.knob('POST /_test/pay', { sessionId: id })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'paid')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'already_paid')).toHaveLength(19);
    const charged = await kit.stripe.balanceTransactions.list({ type: 'charge' });
    expect(charged.data).toHaveLength(1);
  });

  it('can fail and then succeed on the same payment intent', async () => {
    const { id } = await kit.stripe.checkout.sessions.create(aCheckout());
    expect(await kit.knob('POST /_test/decline', { sessionId: id })).toMatchObject({
      outcome: 'declined',
      session: { status: 'open', payment_status: 'unpaid' },
    });
    await kit.knob('POST /_test/pay', { sessionId: id });
    await kit.settle();
    expect(kit.endpoint.received.map((event) => event.type).sort()).toEqual([
      'charge.failed',
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ]);
    expect((await kit.stripe.paymentIntents.list()).data).toMatchObject([
      { status: 'succeeded', last_payment_error: null },
    ]);
  });
});

describe('the limits of the emulator', () => {
  it.each([
    ['a mode it does not have', { mode: 'subscription' }, 'mode'],
    ['a parameter it does not know', { allow_promotion_codes: true }, 'allow_promotion_codes'],
    [
      'another kind of payment',
      { allowed_payment_method_types: ['klarna'] },
      'allowed_payment_method_types[0]',
    ],
  ])('refuses %s and names it', async (_name, change, param) => {
    const params = { ...aCheckout(), ...change } as Stripe.Checkout.SessionCreateParams;
    await expect(kit.stripe.checkout.sessions.create(params)).rejects.toMatchObject({
      rawType: 'invalid_request_error',
      message: expect.stringContaining('The local Stripe emulator does not implement'),
      param,
    });
  });

  it('refuses an unknown route, and names it', async () => {
    await expect(kit.stripe.products.list()).rejects.toMatchObject({
      rawType: 'invalid_request_error',
      statusCode: 404,
      message: 'The local Stripe emulator does not implement GET /v1/products.',
    });
  });

  it.each([
    [{ mode: undefined }, 'mode', 'parameter_missing'],
    [{ success_url: 'not an address' }, 'success_url', 'url_invalid'],
    [{ client_reference_id: '' }, 'client_reference_id', 'parameter_invalid_empty'],
    [{ expires_at: 'soon' }, 'expires_at', 'parameter_invalid_integer'],
  ])('refuses %o as Stripe does, naming the parameter', async (change, param, code) => {
    const params = { ...aCheckout(), ...change } as Stripe.Checkout.SessionCreateParams;
    await expect(kit.stripe.checkout.sessions.create(params)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param,
      code,
    });
  });

  it('refuses to expand a field that is no reference, before any effect', async () => {
    await expect(
      kit.stripe.checkout.sessions.create({ ...aCheckout(), expand: ['metadata'] }),
    ).rejects.toThrow('This property cannot be expanded (metadata).');
    expect((await kit.stripe.checkout.sessions.list()).data).toEqual([]);
  });

  it('answers an unknown id with 404', async () => {
    await expect(kit.stripe.checkout.sessions.retrieve('cs_test_no')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
      requestId: expect.stringMatching(/^req_/),
    });
  });

  it('refuses a wrong key, a live key and no key', async () => {
    const wrong = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: kit.server.port,
      protocol: 'http',
    });
    await expect(wrong.balance.retrieve()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      message: 'Invalid API Key provided: sk_test_****ther',
    });
    const live = await fetch(`${kit.server.url}/v1/balance`, {
      headers: { authorization: 'Bearer sk_live_x' },
    });
    expect(live.status).toBe(401);
    expect((await fetch(`${kit.server.url}/v1/balance`)).status).toBe(401);
  });

  it('records every call for assertions', async () => {
    await kit.stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'cs:1' });
    await kit.stripe.balance.retrieve();
    const { calls } = await kit.knob('GET /_test/calls');
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        params: { mode: 'payment' },
        idempotencyKey: 'cs:1',
        account: null,
        status: 200,
        replayed: false,
      },
      { method: 'GET', path: '/v1/balance', status: 200 },
    ]);
    await kit.knob('POST /_test/reset', {});
    expect(await kit.knob('GET /_test/calls')).toEqual({ calls: [] });
  });

  it('ends an unanswered call when the client hangs up', async () => {
    await kit.knob('POST /_test/faults', {
      method: 'GET',
      path: '/v1/balance',
      mode: 'before',
      kind: 'hang',
    });
    const impatient = sdkFor(kit.server.port, { timeout: 100 });
    await expect(impatient.balance.retrieve()).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    await sleep(0);
    expect((await kit.stripe.balance.retrieve()).object).toBe('balance');
  });
});
