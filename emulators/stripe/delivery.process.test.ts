import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStripe } from './server.ts';
import { aCheckout, aPayment, type Kit, sdkFor, startKit, turnKnob } from './testing/kit.ts';

let kit: Kit;
beforeEach(async () => {
  kit = await startKit();
});
afterEach(() => kit.close());

const settings = (change: object) => kit.knob('POST /_test/webhooks', change);
const types = () => kit.endpoint.received.map((event) => event.type);
const paymentEvents = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
];
const expireOne = async () => {
  const { id } = await kit.stripe.checkout.sessions.create(aCheckout());
  await kit.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire:${id}` });
  return id;
};

describe('an event', () => {
  it('is signed so that the real SDK accepts it, and says what happened and why', async () => {
    const id = await expireOne();
    await kit.settle();
    expect(kit.endpoint.refused).toEqual([]);
    expect(kit.endpoint.received).toMatchObject([
      {
        object: 'event',
        type: 'checkout.session.expired',
        livemode: false,
        pending_webhooks: 1,
        request: { id: expect.stringMatching(/^req_/), idempotency_key: `expire:${id}` },
        data: { object: { id, status: 'expired' } },
      },
    ]);
  });

  it('is sent once for each step of a payment: its intent, charge and session', async () => {
    const { session } = await aPayment(kit);
    await kit.settle();
    expect(types().sort()).toEqual([...paymentEvents].sort());
    const completed = kit.endpoint.received.find(
      (event) => event.type === 'checkout.session.completed',
    ) as Stripe.CheckoutSessionCompletedEvent;
    expect(completed.data.object).toMatchObject({ id: session, payment_status: 'paid' });
  });

  it('can be read again through the API', async () => {
    await aPayment(kit);
    await kit.settle();
    const listed = await kit.stripe.events.list();
    expect(listed.data.map(({ type }) => type)).toEqual([...paymentEvents].reverse());
    expect(listed.data.every((event) => event.pending_webhooks === 0)).toBe(true);
    const some = await kit.stripe.events.list({ types: ['charge.succeeded'] });
    expect(some.data).toHaveLength(1);
  });

  it('keeps the state at the time it was made', async () => {
    const { charge } = await aPayment(kit);
    await kit.stripe.refunds.create({ charge });
    const [succeeded] = (await kit.stripe.events.list({ type: 'charge.succeeded' })).data;
    expect(succeeded?.data.object).toMatchObject({ refunded: false });
  });
});

describe('delivery', () => {
  it('goes on until the endpoint answers 2xx', async () => {
    kit.endpoint.answers.push(500, 301);
    await expireOne();
    await kit.settle();
    expect(types()).toEqual(Array(3).fill('checkout.session.expired'));
  });

  it('can be duplicated', async () => {
    await settings({ duplicate: 2 });
    await expireOne();
    await expect.poll(types).toEqual(Array(3).fill('checkout.session.expired'));
    expect(new Set(kit.endpoint.received.map(({ id }) => id)).size).toBe(1);
  });

  it('can be reordered: the newest first', async () => {
    await settings({ reorder: true });
    await aPayment(kit);
    await kit.settle();
    expect(types()).toEqual([...paymentEvents].reverse());
  });

  it('can lose events permanently', async () => {
    await settings({ drop: 3 });
    await aPayment(kit);
    await kit.settle();
    expect(types()).toEqual(['checkout.session.completed']);
    expect((await kit.stripe.events.list()).data).toHaveLength(4);
  });

  it('queues nothing while no endpoint is set', async () => {
    const alone = await startStripe({ port: 0, projectId: 'demo-test' });
    try {
      const stripe = sdkFor(alone.port);
      const { id } = await stripe.checkout.sessions.create(aCheckout());
      await stripe.checkout.sessions.expire(id);
      expect(await turnKnob(alone.url, 'POST /_test/webhooks/settle', {})).toEqual({
        settled: true,
      });
      expect((await stripe.events.list()).data).toMatchObject([{ pending_webhooks: 0 }]);
    } finally {
      await alone.close();
    }
  });
});

describe('an endpoint made through the API', () => {
  const url = 'https://shop.example/hook';

  it('gets the events it asked for, signed with the secret that only its creation shows', async () => {
    const { webhookEndpoints } = kit.stripe;
    const { id, secret } = await webhookEndpoints.create({
      url,
      enabled_events: ['checkout.session.expired'],
    });
    expect(secret).toMatch(/^whsec_/);
    expect((await webhookEndpoints.list()).data).toEqual([
      expect.not.objectContaining({ secret: expect.anything() }),
    ]);
    await aPayment(kit);
    await expireOne();
    // The test endpoint has a different secret.
    await expect.poll(() => kit.endpoint.refused.length).toBeGreaterThan(0);
    expect(kit.endpoint.received).toEqual([]);
    await webhookEndpoints.update(id, { disabled: true });
    await kit.settle();
    expect(types()).toEqual(['checkout.session.expired']);
  });
});
