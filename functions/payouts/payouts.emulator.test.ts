import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { market, until } from '@datchain/testing/server/market.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { processPayout } from './process-payout.ts';

const m = market();
const c = cashOut(m);
const supply = async () =>
  readSupplyGuard((await services().store.read([docs.supplyGuard])).get(docs.supplyGuard)?.data);

beforeAll(async () => {
  await m.stripe('topup', { amount: 100_000_000 });
});

afterEach(async () => {
  await m.stripe('webhooks', { reset: true });
  await c.clearFaults();
});

describe('paying out earnings', () => {
  test('[R-CAL-09] everything that is quoted can be paid, once, and the history shows it', async () => {
    const fan = await c.earner(48.955);
    expect(await c.quote(fan)).toMatchObject({
      eligibleCents: 4_895,
      pending: [],
      days: 4,
      payouts_enabled: true,
      blockedBy: null,
    });
    const { status, body } = await c.pay(fan, 48.95);
    expect(status, JSON.stringify(body)).toBe(200);
    const payout = await c.onlyPayout(fan);
    const transfers = await c.transfersOf(payout.id);
    expect(transfers).toMatchObject([{ id: body.result.transferId, amountCents: 4_895 }]);
    expect(payout).toMatchObject({ state: 'paid', transferId: body.result.transferId });
    const about = { payoutId: payout.id, source: 'credits', amountCents: 4_895 };
    expect(await c.movement(fan, `hold:${payout.id}`)).toMatchObject({
      kind: 'payout-requested',
      ...about,
    });
    expect(await c.movement(fan, `paid:${payout.id}`)).toMatchObject({
      kind: 'payout-paid',
      ...about,
    });
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 0 });
    expect(await c.pay(fan, 25)).toMatchObject({
      status: 400,
      body: { error: { message: 'Amount exceeds your available balance.' } },
    });
  });

  test('[R-CSH-05] the oldest days pay first, and a day counts from its midnight on', async () => {
    const fan = await m.signUp();
    await c.setUp(fan);
    await c.earn(fan, { 3: 40, 6: 20, 12: 10 });
    const [waiting, middle, oldest] = await Promise.all([3, 6, 12].map(c.dayAgo));
    expect(await c.quote(fan)).toMatchObject({
      eligibleCents: 3_000,
      pending: [{ date: waiting, countsFrom: Date.parse(`${waiting}T00:00:00Z`) + 4 * DAY_MILLIS }],
    });
    expect(await c.pay(fan, 30.01)).toMatchObject({
      body: { error: { message: 'Amount exceeds your available balance.' } },
    });
    expect((await c.pay(fan, 25)).status).toBe(200);
    expect((await c.onlyPayout(fan)).parts).toEqual([
      { date: oldest, micros: 10_000_000 },
      { date: middle, micros: 15_000_000 },
    ]);

    const now = Date.now() + (await m.clockOffset());
    await m.shiftClock(DAY_MILLIS - (now % DAY_MILLIS));
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 4_500, pending: [] });
    expect((await c.pay(fan, 45)).status).toBe(200);
  });

  test('[M-35] 50 requests at once to pay out everything make one transfer', async () => {
    setClockOffset(await m.clockOffset());
    const fan = await c.earner(60);
    // Twenty requests by the call, its limit per minute; the others by another server.
    const called = Array.from({ length: 20 }, () => c.pay(fan, 60));
    const asked = { payoutAmount: 60, source: 'credits' } as const;
    const others = Array.from({ length: 30 }, () => processPayout(services(), fan.uid, asked));
    const answers = [
      ...(await Promise.all(called)).map(({ status, body }) =>
        status === 200 ? body.result.transferId : body.error.message,
      ),
      ...(await Promise.all(others)).map((answer) =>
        isRefusal(answer) ? answer.message : answer.transferId,
      ),
    ];
    const payout = await c.onlyPayout(fan);
    expect(await c.transfersOf(payout.id)).toMatchObject([{ amountCents: 6_000 }]);
    expect(answers).toContain(payout.transferId);
    const allowed = [
      payout.transferId,
      'A payout is already on its way.',
      'Amount exceeds your available balance.',
    ];
    expect(answers.filter((answer) => !allowed.includes(answer))).toEqual([]);
  });

  describe('waiting earnings, which count from midnight UTC of their day', () => {
    const settings = () => firestore().doc(docs.timeToPayout);
    afterEach(async () => {
      await settings().delete();
    });

    test.each([
      ['without a setting, 4', null, 4],
      ['3', { days: 3 }, 3],
      ['5', { days: 5 }, 5],
      ['0', { days: 0 }, 0],
      ['1,000', { days: 1_000 }, 1_000],
      ['below 0, which is invalid: 4', { days: -1 }, 4],
      ['a word, which is invalid: 4', { days: 'x' }, 4],
      ['a fraction, which is invalid: 4', { days: 3.5 }, 4],
    ])('[M-39] can be paid out after the configured days: %s', async (_, stored, days) => {
      if (stored) await settings().set(stored);
      const fan = await m.signUp();
      const usd: Record<number, number> = { 3: 30, 4: 40, 5: 50, 1000: 100 };
      await c.earn(fan, usd);
      const of = (ago: (day: number) => boolean) =>
        Object.entries(usd).reduce((sum, [day, each]) => sum + (ago(Number(day)) ? each : 0), 0);
      const before = await c.quote(fan);
      expect(before).toMatchObject({ days, eligibleCents: of((ago) => ago >= days) * 100 });

      // Nothing changes a second before midnight; a second after it another day counts.
      const now = () => m.clockOffset().then((offset) => Date.now() + offset);
      await m.shiftClock(DAY_MILLIS - ((await now()) % DAY_MILLIS) - 20_000);
      expect((await c.quote(fan)).eligibleCents).toBe(before.eligibleCents);
      await m.shiftClock(21_000);
      expect((await c.quote(fan)).eligibleCents).toBe(of((ago) => ago + 1 >= days) * 100);
    });
  });

  test('different payouts at once never add up to more than there is', async () => {
    const fan = await c.earner(60);
    await Promise.all([c.pay(fan, 40), c.pay(fan, 35), c.pay(fan, 30), c.pay(fan, 25)]);
    const payouts = await c.payoutsOf(fan);
    const made = await Promise.all(payouts.map(({ id }) => c.transfersOf(id)));
    const cents = made.flat().reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(cents).toBeGreaterThanOrEqual(2_500);
    expect(cents).toBeLessThanOrEqual(6_000);
  });
});

describe('paying out reward tokens', () => {
  test('[M-40] pays nothing from an empty pool', async () => {
    const fan = await m.signUp();
    await c.setUp(fan);
    await c.grant(fan, { rewardQty: 100 });
    expect((await supply()).poolMicros).toBe(0);
    expect(await c.quote(fan)).toMatchObject({ tokenQty: 100, tokenValue: 0, tokenCents: 0 });
    expect(await c.pay(fan, 25, 'tokens')).toMatchObject({
      status: 400,
      body: { error: { message: 'Amount exceeds your available balance.' } },
    });
    expect((await c.userOf(fan.uid)).rewardQty).toBe(100);
  });

  test('[M-40] [R-CSH-06] burns them, lowers the pool, and Max is what the server accepts', async () => {
    const fan = await m.signUp();
    await c.setUp(fan);
    await c.fundPool(50_000);
    await c.grant(fan, { rewardQty: 200 });
    const before = await supply();
    const { tokenCents, tokenQty, tokenValue } = await c.quote(fan);
    expect(tokenQty).toBe(200);
    expect(tokenCents).toBe(Math.round(200 * tokenValue * 100));
    const over = await c.pay(fan, (tokenCents + 1) / 100, 'tokens');
    expect(over.body.error.message).toBe('Amount exceeds your available balance.');

    expect((await c.pay(fan, 25, 'tokens')).status).toBe(200);
    const burnt = Math.ceil(25 / tokenValue);
    expect((await c.userOf(fan.uid)).rewardQty).toBe(200 - burnt);
    expect(await supply()).toEqual({
      ...before,
      circulating: before.circulating - burnt,
      poolMicros: before.poolMicros - 25_000_000,
    });
    // A token's worth stays the same, except for rounding of the burnt quantity by part of one token.
    const after = await supply();
    const keptMicros = (after.circulating * before.poolMicros) / before.circulating;
    expect(after.poolMicros - keptMicros).toBeGreaterThanOrEqual(0);
    expect(after.poolMicros - keptMicros).toBeLessThan(tokenValue * 1_000_000);
    expect(Math.abs((await c.quote(fan)).tokenValue - tokenValue)).toBeLessThan(0.01);
    const shown = await services().live.read(`datChainTokenWallets/${fan.uid}/qty`);
    expect(shown).toBe(200 - burnt);

    const rest = (await c.quote(fan)).tokenCents;
    expect((await c.pay(fan, rest / 100, 'tokens')).status).toBe(200);
    expect((await c.userOf(fan.uid)).rewardQty).toBe(0);
  });

  test('[R-WAL-08] uses a spot price instead of the pool, and keeps it', async () => {
    const fan = await m.signUp();
    await c.setUp(fan);
    await c.grant(fan, { rewardQty: 100 });
    const { live } = services();
    await live.patch({ 'metrics/datToken/spotPrice': 1.25 });
    try {
      expect(await c.quote(fan)).toMatchObject({ tokenValue: 1.25, tokenCents: 12_500 });
      expect((await c.pay(fan, 26, 'tokens')).status).toBe(200);
      expect((await c.userOf(fan.uid)).rewardQty).toBe(79);
      expect(await live.read('metrics/datToken/spotPrice')).toBe(1.25);
    } finally {
      await live.patch({ 'metrics/datToken/spotPrice': null });
    }
  });
});

describe('a transfer that Stripe takes back', () => {
  test('[M-41] in parts is credited to the days it came from, once each, however often its event arrives', async () => {
    const fan = await m.signUp();
    await c.setUp(fan);
    await c.earn(fan, { 8: 20, 9: 20 });
    await m.stripe('webhooks', { duplicate: 3, reorder: true });
    const { body } = await c.pay(fan, 40);
    const first = await c.reverse(body.result.transferId, 1_500);
    await until(
      () => c.quote(fan),
      ({ eligibleCents }) => eligibleCents === 1_500,
    );
    await c.reverse(body.result.transferId, 1_000);
    await until(
      () => c.quote(fan),
      ({ eligibleCents }) => eligibleCents === 2_500,
    );
    await m.stripe('webhooks/settle');
    const payout = await c.onlyPayout(fan);
    expect(payout).toMatchObject({
      state: 'paid',
      reversals: [{ amountCents: 1_500 }, { amountCents: 1_000 }],
    });
    const spent = (await c.userOf(fan.uid)).earnedDays.map(({ spentMicros }) => spentMicros);
    expect(spent).toEqual([15_000_000, 0]);
    expect(await c.movement(fan, `reverse:${first}`)).toMatchObject({
      kind: 'payout-reversed',
      payoutId: payout.id,
      amountCents: 1_500,
    });
    expect((await c.pay(fan, 25)).status).toBe(200);
  });
});

describe('refused payouts, with nothing written', () => {
  test('[M-34] amounts too small, too large or malformed are refused; the minimum and the whole balance are paid', async () => {
    const fan = await c.earner(60);
    const outcome = async (amount: unknown) => {
      const { status, body } = await c.pay(fan, amount);
      return status === 200 ? 'paid' : body.error.message;
    };
    const none = 'Enter a valid payout amount.';
    const tooLittle = 'Minimum payout amount is $25.00';
    const tooMuch = 'Amount exceeds your available balance.';
    expect(await outcome(24.99)).toBe(tooLittle);
    expect(await outcome(25.001)).toBe(none);
    expect(await outcome(-1)).toBe(tooLittle);
    expect(await outcome(Number.NaN)).toBe(none);
    expect(await outcome('25')).toBe(none);
    expect(await outcome(1e12)).toBe(tooMuch);
    expect(await c.payoutsOf(fan)).toEqual([]);
    expect(await outcome(25)).toBe('paid');
    const { eligibleCents } = await c.quote(fan);
    expect(eligibleCents).toBe(3_500);
    expect(await outcome((eligibleCents + 1) / 100)).toBe(tooMuch);
    expect(await outcome(eligibleCents / 100)).toBe('paid');
    expect((await c.payoutsOf(fan)).map(({ amountCents }) => amountCents)).toEqual([2_500, 3_500]);
  });

  test('[R-CSH-04] wrong amounts have their own sentences, from either source', async () => {
    const fan = await c.earner(30);
    const before = await c.userOf(fan.uid);
    const sentence = async (amount: unknown, source: 'credits' | 'tokens' = 'credits') => {
      const { status, body } = await c.pay(fan, amount, source);
      expect(status, JSON.stringify(amount)).toBe(400);
      return body.error.message;
    };
    for (const amount of ['25', null, true, {}, [25], 25.001, Number.NaN]) {
      expect(await sentence(amount), JSON.stringify(amount)).toBe('Enter a valid payout amount.');
    }
    for (const amount of [24.99, 0, -25, -1e300]) {
      expect(await sentence(amount)).toBe('Minimum payout amount is $25.00');
    }
    for (const amount of [30.01, 1e15, 1e300]) {
      expect(await sentence(amount)).toBe('Amount exceeds your available balance.');
    }
    expect(await sentence(25, 'tokens')).toBe('Amount exceeds your available balance.');
    expect(await c.userOf(fan.uid)).toEqual(before);
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

test('[M-64] after these tests the books are clean', async () => {
  await m.stripe('webhooks/settle');
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});
