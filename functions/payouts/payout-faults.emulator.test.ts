import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { market } from '@datchain/testing/server/market.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { services } from '../services.ts';

const m = market();
const c = cashOut(m);
const failed = {
  status: 500,
  body: { error: { message: 'Failed to process payout. Please try again.' } },
};
const onItsWay = {
  status: 400,
  body: { error: { status: 'FAILED_PRECONDITION', message: 'A payout is already on its way.' } },
};

const create = { method: 'POST', path: '/v1/transfers' };
/** More than all attempts that the server makes on its own. */
const always = { times: 6 };

beforeAll(async () => {
  // A shorter timeout for calls that hang; nothing else is slow here.
  await m.killFunctions();
  await m.startFunctions({ STRIPE_TIMEOUT_MILLIS: '1000' });
  await m.stripe('topup', { amount: 100_000_000 });
});

afterEach(async () => {
  await m.stripe('webhooks', { reset: true });
  await c.clearFaults();
});

describe('when Stripe misbehaves', () => {
  test.each([
    ['500', 'after'],
    ['reset', 'after'],
    ['hang', 'after'],
  ])(
    '[M-37] a transfer that was made but not answered (%s) is found, and made once',
    async (kind, mode) => {
      const fan = await c.earner(30);
      await m.stripe('webhooks', { paused: true });
      await m.stripe('faults', { ...create, mode, kind, ...always });
      const { status, body } = await c.pay(fan, 30);
      expect(status, JSON.stringify(body)).toBe(200);
      const payout = await c.onlyPayout(fan);
      expect(await c.transfersOf(payout.id)).toMatchObject([{ id: body.result.transferId }]);
    },
  );

  test.each([
    ['reset', 'before'],
    ['hang', 'before'],
    ['429', 'before'],
  ])(
    'the money stays held while Stripe takes no transfers (%s), and the next attempt sends it',
    async (kind, mode) => {
      const fan = await c.earner(30);
      await m.stripe('faults', { ...create, mode, kind, ...always });
      expect(await c.pay(fan, 30)).toMatchObject(failed);
      const held = await c.onlyPayout(fan);
      expect(held.state).toBe('unknown');
      expect(await c.quote(fan)).toMatchObject({
        eligibleCents: 0,
        blockedBy: onItsWay.body.error.message,
      });
      expect(await c.pay(fan, 25)).toMatchObject(onItsWay);
      expect(await c.pay(fan, 30, 'tokens')).toMatchObject(onItsWay);
      await c.clearFaults();
      const { body } = await c.pay(fan, 30);
      expect(await c.onlyPayout(fan)).toMatchObject({ id: held.id, state: 'paid' });
      expect(await c.transfersOf(held.id)).toMatchObject([{ id: body.result.transferId }]);
    },
  );

  test('[M-38] a transfer that always fails with 500 is requested under one key for a day, and only then the money comes back', async () => {
    const fan = await c.earner(30);
    await m.stripe('faults', { ...create, mode: 'before', kind: '500' });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    const held = await c.onlyPayout(fan);
    await c.sweep();
    expect((await c.onlyPayout(fan)).state).toBe('unknown');
    await c.sweep(23 * HOUR_MILLIS);
    expect((await c.onlyPayout(fan)).state).toBe('unknown');
    const { calls } = await m.stripeCalls(create);
    const asked = calls.filter(({ params }) => params.transfer_group === held.id);
    expect(asked.length).toBeGreaterThan(1);
    for (const { idempotencyKey } of asked) expect(idempotencyKey).toBe(`tr:${held.id}`);
    await c.sweep(HOUR_MILLIS);
    expect(await c.onlyPayout(fan)).toMatchObject({
      id: held.id,
      state: 'returned',
      transferId: null,
    });
    expect(await c.transfersOf(held.id)).toEqual([]);
    expect(await c.movement(fan, `return:${held.id}`)).toMatchObject({ amountCents: 3_000 });
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 3_000, blockedBy: null });
    expect((await c.pay(fan, 30)).status).toBe(200);
  });

  test('[M-38] the money of a transfer that Stripe refuses comes back at once, and once', async () => {
    const available = await services().connect.availableCents();
    const fan = await c.earner((available + 100_000) / 100);
    expect(await c.pay(fan, (available + 50_000) / 100)).toMatchObject(failed);
    expect(await c.onlyPayout(fan)).toMatchObject({ state: 'returned', transferId: null });
    expect((await c.userOf(fan.uid)).openPayoutId).toBeNull();
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: available + 100_000 });
    await c.sweep();
    await c.sweep(2 * DAY_MILLIS);
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: available + 100_000 });
    expect((await c.pay(fan, 25)).status).toBe(200);
  });

  test('nothing moves while Stripe cannot say whether the account is set up', async () => {
    const fan = await c.earner(30);
    const retrieve = { method: 'GET', path: '/v1/accounts/*' };
    await m.stripe('faults', { ...retrieve, mode: 'before', kind: '500', times: 20 });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 3_000, payouts_enabled: false });
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

test('[M-64] after these tests the books are clean', async () => {
  await m.stripe('webhooks/settle');
  await m.runScheduled('sweepProjectionsJob');
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
