import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { services } from '../services.ts';
import { cashOut } from '../testing/cash-out.ts';
import { type Fan, market, until } from '../testing/market.ts';

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
const search = { method: 'GET', path: '/v1/transfers' };
/** Long enough for every try that the server makes by itself. */
const always = { times: 6 };

beforeAll(async () => {
  // A call that hangs is given up sooner: nothing else is slow here.
  await m.killFunctions();
  await m.startFunctions({ STRIPE_TIMEOUT_MS: '1000' });
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
    'while it takes no transfers (%s) the money stays held, and the next try sends it',
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

  test('out of reach altogether after the transfer, the job finds it', async () => {
    const fan = await c.earner(30);
    await m.stripe('webhooks', { paused: true });
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', ...always });
    await m.stripe('faults', { ...search, mode: 'before', kind: 'reset', ...always });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    expect((await c.onlyPayout(fan)).state).toBe('unknown');
    await c.clearFaults();
    await c.sweep();
    const payout = await c.onlyPayout(fan);
    expect(payout.state).toBe('paid');
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test('out of reach altogether after the transfer, its event finds it', async () => {
    const fan = await c.earner(30);
    await m.stripe('webhooks', { paused: true });
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', ...always });
    await m.stripe('faults', { ...search, mode: 'before', kind: 'reset', ...always });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    await c.clearFaults();
    await m.stripe('webhooks', { paused: false, duplicate: 2 });
    await until(
      () => c.onlyPayout(fan),
      ({ state }) => state === 'paid',
    );
  });

  test('[M-38] answering 500 for good, it is asked under one key for a day, and only then all comes back', async () => {
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

  test('a day later a transfer that was made all the same is still found', async () => {
    const fan = await c.earner(30);
    await m.stripe('webhooks', { drop: 10 });
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', ...always });
    await m.stripe('faults', { ...search, mode: 'before', kind: 'reset', ...always });
    await c.pay(fan, 30);
    await c.clearFaults();
    await c.sweep(2 * DAY_MILLIS);
    const payout = await c.onlyPayout(fan);
    expect(payout.state).toBe('paid');
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test('[M-38] refusing for good, as without the money, everything goes back at once, and once', async () => {
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

  test('unable to say whether the account is set up, it moves nothing', async () => {
    const fan = await c.earner(30);
    const retrieve = { method: 'GET', path: '/v1/accounts/*' };
    await m.stripe('faults', { ...retrieve, mode: 'before', kind: '500', times: 20 });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 3_000, payouts_enabled: false });
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

test('when the server dies before the transfer, the job sends it', async () => {
  const fan = await c.earner(30);
  await m.stripe('faults', { ...create, mode: 'before', kind: 'hang', ...always });
  const call = c.pay(fan, 30).catch(() => undefined);
  await until(
    () => c.payoutsOf(fan),
    (payouts) => payouts.length === 1,
  );
  await m.killFunctions();
  await call;
  await c.clearFaults();
  await m.startFunctions();
  const held = await c.onlyPayout(fan);
  expect(await c.transfersOf(held.id)).toEqual([]);
  await c.sweep();
  expect((await c.onlyPayout(fan)).state).toBe('paid');
  expect(await c.transfersOf(held.id)).toHaveLength(1);
});

describe('when the server dies between the transfer and its entry', () => {
  async function dieAfterTransfer(fan: Fan): Promise<void> {
    await m.stripe('faults', { ...create, mode: 'after', kind: 'hang', ...always });
    const call = c.pay(fan, 30).catch(() => undefined);
    const [payout] = await until(
      () => c.payoutsOf(fan),
      (payouts) => payouts.length === 1,
    );
    await until(
      () => c.transfersOf(payout?.id ?? ''),
      (transfers) => transfers.length === 1,
    );
    await m.killFunctions();
    await call;
    await c.clearFaults();
    await m.startFunctions();
  }

  test('the job books it', async () => {
    const fan = await c.earner(30);
    await m.stripe('webhooks', { paused: true });
    await dieAfterTransfer(fan);
    expect((await c.onlyPayout(fan)).state).toBe('held');
    await c.sweep();
    const payout = await c.onlyPayout(fan);
    expect(payout.state).toBe('paid');
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test("the user's next try answers with it", async () => {
    const fan = await c.earner(30);
    await m.stripe('webhooks', { paused: true });
    await dieAfterTransfer(fan);
    const { body } = await c.pay(fan, 30);
    const payout = await c.onlyPayout(fan);
    expect(payout).toMatchObject({ state: 'paid', transferId: body.result.transferId });
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test('the event books it once the server is back', async () => {
    const fan = await c.earner(30);
    await dieAfterTransfer(fan);
    await until(
      () => c.onlyPayout(fan),
      ({ state }) => state === 'paid',
    );
  });
});

test('[M-64] after all of this the books are clean', async () => {
  await m.stripe('webhooks/settle');
  await m.runScheduled('sweepProjectionsJob');
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
