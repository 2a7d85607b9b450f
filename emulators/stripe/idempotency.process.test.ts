import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCheckout, anEnabledAccount, type Kit, sdkFor, startKit } from './testing/kit.ts';

let kit: Kit;
let nowMillis: number;
beforeEach(async () => {
  nowMillis = Date.now();
  kit = await startKit({ now: () => nowMillis });
});
afterEach(() => kit.close());

const sessionsPath = '/v1/checkout/sessions';
const create = (
  idempotencyKey: string,
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
) => kit.stripe.checkout.sessions.create(aCheckout(change), { idempotencyKey });
const made = async () => (await kit.stripe.checkout.sessions.list()).data.length;
const fault = (change: object) =>
  kit.knob('POST /_test/faults', { method: 'POST', path: sessionsPath, ...change });

describe('an idempotency key', () => {
  it('gives the same request the same answer, marked as a replay', async () => {
    const first = await create('k');
    const second = await create('k');
    expect(second).toEqual(first);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    expect(await made()).toBe(1);
  });

  it('replays the first answer even if the object has changed since', async () => {
    const { id } = await create('k');
    await kit.stripe.checkout.sessions.expire(id);
    expect((await create('k')).status).toBe('open');
  });

  it('refuses another body', async () => {
    await create('k');
    await expect(create('k', { client_reference_id: 'other' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      rawType: 'idempotency_error',
      statusCode: 400,
      message: expect.stringContaining('same parameters'),
    });
    expect(await made()).toBe(1);
  });

  it('refuses another endpoint', async () => {
    await create('k');
    await expect(
      kit.stripe.customers.create({ email: 'x@dats.test' }, { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({
      rawType: 'idempotency_error',
      message: expect.stringContaining('same endpoint'),
    });
  });

  it('answers 409 while the first request is in flight, and becomes free again if that request never ran', async () => {
    await fault({ mode: 'before', kind: 'hang' });
    const impatient = sdkFor(kit.server.port, { timeout: 1_000 });
    const stuck = impatient.checkout.sessions.create(aCheckout(), { idempotencyKey: 'k' });
    const ended = expect(stuck).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await expect.poll(async () => (await kit.knob('GET /_test/calls')).calls).toHaveLength(1);
    await expect(create('k')).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    await ended;
    await expect
      .poll(() =>
        create('k').then(
          ({ status }) => status,
          () => 'in use',
        ),
      )
      .toBe('open');
    expect(await made()).toBe(1);
  });

  it('belongs to one account: another may use the same', async () => {
    const account = await anEnabledAccount(kit);
    const customer = { email: 'x@dats.test' };
    const ours = await kit.stripe.customers.create(customer, { idempotencyKey: 'k' });
    const theirs = await kit.stripe.customers.create(customer, {
      idempotencyKey: 'k',
      stripeAccount: account.id,
    });
    expect(theirs.id).not.toBe(ours.id);
    expect((await kit.stripe.customers.list(customer)).data).toEqual([ours]);
  });

  it('has at most 255 characters', async () => {
    expect((await create('k'.repeat(255))).status).toBe('open');
    await expect(create('k'.repeat(256))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  });

  it('is forgotten after 24 hours of the emulator’s own clock', async () => {
    const first = await create('k');
    await kit.knob('POST /_test/clock', { advanceMillis: 24 * 3600 * 1000 - 1 });
    expect((await create('k')).id).toBe(first.id);
    await kit.knob('POST /_test/clock', { advanceMillis: 1 });
    expect((await create('k')).id).not.toBe(first.id);
  });
});

describe('the answer stored under a key', () => {
  it('is never a failed validation', async () => {
    await expect(create('k', { expires_at: 1 })).rejects.toMatchObject({ param: 'expires_at' });
    expect((await create('k')).status).toBe('open');
  });

  it('is never a 401', async () => {
    const stranger = await fetch(`${kit.server.url}${sessionsPath}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_other', 'idempotency-key': 'k' },
      body: 'mode=payment',
    });
    expect(stranger.status).toBe(401);
    expect((await create('k')).status).toBe('open');
  });

  it('is never a 429', async () => {
    await fault({ mode: 'before', kind: '429' });
    await expect(create('k')).rejects.toMatchObject({ type: 'StripeRateLimitError' });
    const session = await create('k');
    expect(session.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it('can be a refusal by the endpoint itself', async () => {
    const account = await anEnabledAccount(kit);
    const send = () =>
      kit.stripe.transfers.create(
        { amount: 100, currency: 'usd', destination: account.id },
        { idempotencyKey: 'k' },
      );
    await expect(send()).rejects.toMatchObject({ code: 'balance_insufficient' });
    await kit.knob('POST /_test/topup', { amount: 1_000 });
    await expect(send()).rejects.toMatchObject({
      code: 'balance_insufficient',
      headers: { 'idempotent-replayed': 'true' },
    });
    expect((await kit.stripe.transfers.list()).data).toEqual([]);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('can be a 500 %s the effect, which later requests get too', async (mode, sessions) => {
    await fault({ mode, kind: '500' });
    await expect(create('k')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    await expect(create('k')).rejects.toMatchObject({
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(await made()).toBe(sessions);
  });
});

describe('a fault', () => {
  it.each([
    ['before', 0],
    ['after', 1],
  ])(
    'that resets the connection %s the effect leaves %i sessions, and a retry makes it one',
    async (mode, sessions) => {
      // The SDK itself retries a reset once; two resets reach the caller.
      await fault({ mode, kind: 'reset', times: 2 });
      await expect(create('k')).rejects.toMatchObject({ type: 'StripeConnectionError' });
      expect(await made()).toBe(sessions);
      expect((await create('k')).status).toBe('open');
      expect(await made()).toBe(1);
    },
  );

  it('that hangs after the effect gives no answer, yet the session exists', async () => {
    await fault({ mode: 'after', kind: 'hang' });
    const impatient = sdkFor(kit.server.port, { timeout: 200 });
    await expect(
      impatient.checkout.sessions.create(aCheckout(), { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(await made()).toBe(1);
    const session = await create('k');
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('is overcome by the SDK’s own retries with the same key', async () => {
    await fault({ mode: 'after', kind: 'reset', times: 2 });
    const patient = sdkFor(kit.server.port, { maxNetworkRetries: 2 });
    expect((await patient.checkout.sessions.create(aCheckout())).status).toBe('open');
    expect(await made()).toBe(1);
  });

  it('affects only its own route, as often as requested', async () => {
    const { id } = await create('a');
    await kit.knob('POST /_test/faults', {
      method: 'POST',
      path: '/v1/checkout/sessions/*/expire',
      mode: 'before',
      kind: '429',
    });
    expect((await create('b')).status).toBe('open');
    await expect(kit.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
      statusCode: 429,
    });
    expect((await kit.stripe.checkout.sessions.expire(id)).status).toBe('expired');
  });

  it('cannot be a 429 after an effect, because Stripe never sends one', async () => {
    await expect(fault({ mode: 'after', kind: '429' })).rejects.toThrow('never follows an effect');
  });
});
