import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
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

/** A fan who can be paid what was earned long enough ago. */
async function earner(usd: number): Promise<Fan> {
  const fan = await m.signUp();
  await c.setUp(fan);
  await c.earn(fan, { 9: usd });
  return fan;
}

const onlyPayout = async (fan: Fan) => {
  const payouts = await c.payoutsOf(fan);
  expect(payouts).toHaveLength(1);
  const [payout] = payouts;
  if (!payout) throw new Error('There is no payout');
  return payout;
};

const supply = async () =>
  readSupplyGuard((await services().store.read([docs.supplyGuard])).get(docs.supplyGuard)?.data);

/** Two minutes later the job looks at what is open. */
async function sweep(afterMillis = 2 * 60_000): Promise<void> {
  await m.shiftClock(afterMillis);
  await m.runScheduled('reconcilePayoutsJob');
}

const DAY = 86_400_000;
const create = { method: 'POST', path: '/v1/transfers' };
const search = { method: 'GET', path: '/v1/transfers' };
/** Long enough for every try that the server makes by itself. */
const always = { times: 6 };
const clearFaults = () => fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });

beforeAll(async () => {
  await m.stripe('topup', { amount: 100_000_000 });
});

afterEach(async () => {
  await m.stripe('webhooks', { reset: true });
  await clearFaults();
});

describe('a payout account', () => {
  test("[R-CAL-07] is the caller's own, made once, and enabled once Stripe's form is finished", async () => {
    const fan = await m.signUp();
    const [first, second] = await Promise.all([c.account(fan), c.account(fan)]);
    expect(first.stripeAccountId).toMatch(/^acct_/);
    expect(second).toEqual(first);
    expect(first.payouts_enabled).toBe(false);
    await m.stripe('onboard', { account: first.stripeAccountId, outcome: 'enabled' });
    expect(await c.account(fan)).toEqual({ ...first, payouts_enabled: true });
  });

  test('[R-CAL-07] is never found by an e-mail address', async () => {
    const [owner, stranger] = [await m.signUp(), await m.signUp()];
    const owned = await c.account(owner, 'owner@dats.test');
    expect((await c.account(stranger, 'owner@dats.test')).stripeAccountId).not.toBe(
      owned.stripeAccountId,
    );
    const again = await c.account(owner, 'another@dats.test');
    expect(again.stripeAccountId).toBe(owned.stripeAccountId);
  });

  test('whose making was not answered is the same one at the next try', async () => {
    const fan = await m.signUp();
    const accounts = { method: 'POST', path: '/v1/accounts' };
    await m.stripe('faults', { ...accounts, mode: 'after', kind: 'reset', ...always });
    const lost = await m.call('createOrRetrieveAccount', { email: 'a@dats.test' }, fan.token);
    expect(lost.status).toBe(500);
    await clearFaults();
    const { stripeAccountId } = await c.account(fan);
    const named = [];
    for await (const one of services().stripe.accounts.list({ limit: 100 })) {
      if (one.metadata?.uid === fan.uid) named.push(one.id);
    }
    expect(named).toEqual([stripeAccountId]);
  });

  test.each([['createOnboardingLink'], ['createOnboardingLinkIOS']])(
    "[R-CAL-08] %s leads to Stripe's form, also before there is an account",
    async (name) => {
      const fan = await m.signUp();
      const { status, body } = await m.call(name, {}, fan.token);
      expect(status).toBe(200);
      const form = await (await fetch(body.result.url)).text();
      expect(form).toContain((await c.account(fan)).stripeAccountId);
    },
  );

  test("the billing portal is the same customer's each time", async () => {
    const fan = await m.signUp();
    const portal = async () => {
      const { body } = await m.call('createBillingPortalLink', {}, fan.token);
      expect((await fetch(body.result.url)).status).toBe(200);
    };
    await portal();
    const { customerId } = await services().stripeAccounts.find(fan.uid);
    expect(customerId).toMatch(/^cus_/);
    await portal();
    expect((await services().stripeAccounts.find(fan.uid)).customerId).toBe(customerId);
  });
});

describe('[R-CSH-08] a user who is not set up is refused, and nothing moves', () => {
  const refused = {
    status: 400,
    body: {
      error: { status: 'FAILED_PRECONDITION', message: 'Complete your payout setup first.' },
    },
  };

  test.each([
    ['without an account', undefined],
    ['with an unfinished form', 'abandoned'],
    ['rejected by Stripe', 'rejected'],
  ])('%s', async (_, outcome) => {
    const fan = await m.signUp();
    await c.earn(fan, { 9: 50 });
    await c.grant(fan, { rewardQty: 10_000 });
    if (outcome) {
      const { stripeAccountId } = await c.account(fan);
      await m.stripe('onboard', { account: stripeAccountId, outcome });
    }
    const before = await c.userOf(fan.uid);
    expect(await c.pay(fan, 50)).toMatchObject(refused);
    expect(await c.pay(fan, 25, 'tokens')).toMatchObject(refused);
    expect(await c.userOf(fan.uid)).toEqual(before);
    expect(await c.payoutsOf(fan)).toEqual([]);
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 5_000, payouts_enabled: false });
  });

  test('enabled before, disabled since', async () => {
    const fan = await earner(50);
    const { stripeAccountId } = await c.account(fan);
    await m.stripe('onboard', { account: stripeAccountId, outcome: 'rejected' });
    expect(await c.pay(fan, 50)).toMatchObject(refused);
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

describe('paying out earnings', () => {
  test('[R-CAL-09] all that is quoted can be paid, once, and the history tells it', async () => {
    const fan = await earner(48.955);
    expect(await c.quote(fan)).toMatchObject({
      eligibleCents: 4_895,
      pending: [],
      days: 4,
      payouts_enabled: true,
      blockedBy: null,
    });
    const { status, body } = await c.pay(fan, 48.95);
    expect(status, JSON.stringify(body)).toBe(200);
    const payout = await onlyPayout(fan);
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
      pending: [{ date: waiting, countsFrom: Date.parse(`${waiting}T00:00:00Z`) + 4 * DAY }],
    });
    expect(await c.pay(fan, 30.01)).toMatchObject({
      body: { error: { message: 'Amount exceeds your available balance.' } },
    });
    expect((await c.pay(fan, 25)).status).toBe(200);
    expect((await onlyPayout(fan)).parts).toEqual([
      { date: oldest, micros: 10_000_000 },
      { date: middle, micros: 15_000_000 },
    ]);

    const now = Date.now() + (await m.clockOffset());
    await m.shiftClock(DAY - (now % DAY));
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 4_500, pending: [] });
    expect((await c.pay(fan, 45)).status).toBe(200);
  });

  test('two full payouts at once are one transfer', async () => {
    const fan = await earner(60);
    const answers = await Promise.all([c.pay(fan, 60), c.pay(fan, 60), c.pay(fan, 60)]);
    const payout = await onlyPayout(fan);
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status, body } of answers) {
      if (status === 200) expect(body.result.transferId).toBe(payout.transferId);
      else {
        expect([
          'A payout is already on its way.',
          'Amount exceeds your available balance.',
        ]).toContain(body.error.message);
      }
    }
  });

  test('different payouts at once never add up to more than there is', async () => {
    const fan = await earner(60);
    await Promise.all([c.pay(fan, 40), c.pay(fan, 35), c.pay(fan, 30), c.pay(fan, 25)]);
    const payouts = await c.payoutsOf(fan);
    const made = await Promise.all(payouts.map(({ id }) => c.transfersOf(id)));
    const cents = made.flat().reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(cents).toBeGreaterThanOrEqual(2_500);
    expect(cents).toBeLessThanOrEqual(6_000);
  });

  test('a debt blocks payouts until it is settled', async () => {
    const fan = await earner(60);
    await c.grant(fan, { debtMicros: 1 });
    const message = 'Payouts wait until an open refund is settled.';
    expect(await c.pay(fan, 30)).toMatchObject({ status: 400, body: { error: { message } } });
    expect((await c.quote(fan)).blockedBy).toBe(message);
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

describe('paying out reward tokens', () => {
  test('[R-CSH-06] burns them, lowers the pool, and Max is what the server accepts', async () => {
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
    const shown = await services().live.read(`datChainTokenWallets/${fan.uid}/qty`);
    expect(shown).toBe(200 - burnt);

    const rest = (await c.quote(fan)).tokenCents;
    expect((await c.pay(fan, rest / 100, 'tokens')).status).toBe(200);
    expect((await c.userOf(fan.uid)).rewardQty).toBe(0);
  });

  test('taken back in parts, tokens return in proportion, and all of them in the end', async () => {
    const fan = await m.signUp();
    await c.setUp(fan);
    await c.grant(fan, { rewardQty: 151 });
    const before = await supply();
    const { tokenCents } = await c.quote(fan);
    const { body } = await c.pay(fan, tokenCents / 100, 'tokens');
    const half = Math.floor(tokenCents / 2);
    await c.reverse(body.result.transferId, half);
    const part = Math.floor((151 * half) / tokenCents);
    await until(
      () => c.userOf(fan.uid),
      ({ rewardQty }) => rewardQty === part,
    );
    await c.reverse(body.result.transferId);
    await until(
      () => c.userOf(fan.uid),
      ({ rewardQty }) => rewardQty === 151,
    );
    expect(await supply()).toEqual(before);
    expect((await onlyPayout(fan)).state).toBe('reversed');
  });
});

describe('when Stripe misbehaves', () => {
  test.each([
    ['500', 'after'],
    ['reset', 'after'],
    ['hang', 'after'],
  ])(
    'a transfer that was made but not answered (%s) is found, and made once',
    async (kind, mode) => {
      const fan = await earner(30);
      await m.stripe('webhooks', { paused: true });
      await m.stripe('faults', { ...create, mode, kind, ...always });
      const { status, body } = await c.pay(fan, 30);
      expect(status, JSON.stringify(body)).toBe(200);
      const payout = await onlyPayout(fan);
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
      const fan = await earner(30);
      await m.stripe('faults', { ...create, mode, kind, ...always });
      expect(await c.pay(fan, 30)).toMatchObject(failed);
      const held = await onlyPayout(fan);
      expect(held.state).toBe('unknown');
      expect(await c.quote(fan)).toMatchObject({
        eligibleCents: 0,
        blockedBy: onItsWay.body.error.message,
      });
      expect(await c.pay(fan, 25)).toMatchObject(onItsWay);
      expect(await c.pay(fan, 30, 'tokens')).toMatchObject(onItsWay);
      await clearFaults();
      const { body } = await c.pay(fan, 30);
      expect(await onlyPayout(fan)).toMatchObject({ id: held.id, state: 'paid' });
      expect(await c.transfersOf(held.id)).toMatchObject([{ id: body.result.transferId }]);
    },
  );

  test('out of reach altogether after the transfer, the job finds it', async () => {
    const fan = await earner(30);
    await m.stripe('webhooks', { paused: true });
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', ...always });
    await m.stripe('faults', { ...search, mode: 'before', kind: 'reset', ...always });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    expect((await onlyPayout(fan)).state).toBe('unknown');
    await clearFaults();
    await sweep();
    const payout = await onlyPayout(fan);
    expect(payout.state).toBe('paid');
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test('out of reach altogether after the transfer, its event finds it', async () => {
    const fan = await earner(30);
    await m.stripe('webhooks', { paused: true });
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', ...always });
    await m.stripe('faults', { ...search, mode: 'before', kind: 'reset', ...always });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    await clearFaults();
    await m.stripe('webhooks', { paused: false, duplicate: 2 });
    await until(
      () => onlyPayout(fan),
      ({ state }) => state === 'paid',
    );
  });

  test('answering 500 for good, it gives nothing back before a day has passed, then all', async () => {
    const fan = await earner(30);
    await m.stripe('faults', { ...create, mode: 'before', kind: '500' });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    const held = await onlyPayout(fan);
    await sweep();
    expect((await onlyPayout(fan)).state).toBe('unknown');
    await sweep(23 * 3_600_000);
    expect((await onlyPayout(fan)).state).toBe('unknown');
    await sweep(3_600_000);
    expect(await onlyPayout(fan)).toMatchObject({
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
    const fan = await earner(30);
    await m.stripe('webhooks', { drop: 10 });
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', ...always });
    await m.stripe('faults', { ...search, mode: 'before', kind: 'reset', ...always });
    await c.pay(fan, 30);
    await clearFaults();
    await sweep(2 * DAY);
    const payout = await onlyPayout(fan);
    expect(payout.state).toBe('paid');
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test('refusing for good, as without the money, everything goes back at once', async () => {
    const available = await services().connect.availableCents();
    const fan = await earner((available + 100_000) / 100);
    expect(await c.pay(fan, (available + 50_000) / 100)).toMatchObject(failed);
    expect(await onlyPayout(fan)).toMatchObject({ state: 'returned', transferId: null });
    expect((await c.userOf(fan.uid)).openPayoutId).toBeNull();
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: available + 100_000 });
    expect((await c.pay(fan, 25)).status).toBe(200);
  });

  test('unable to say whether the account is set up, it moves nothing', async () => {
    const fan = await earner(30);
    const retrieve = { method: 'GET', path: '/v1/accounts/*' };
    await m.stripe('faults', { ...retrieve, mode: 'before', kind: '500', times: 20 });
    expect(await c.pay(fan, 30)).toMatchObject(failed);
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 3_000, payouts_enabled: false });
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

test('when the server dies before the transfer, the job sends it', async () => {
  const fan = await earner(30);
  await m.stripe('faults', { ...create, mode: 'before', kind: 'hang', ...always });
  const call = c.pay(fan, 30).catch(() => undefined);
  await until(
    () => c.payoutsOf(fan),
    (payouts) => payouts.length === 1,
  );
  await m.killFunctions('SIGKILL');
  await call;
  await clearFaults();
  await m.startFunctions();
  const held = await onlyPayout(fan);
  expect(await c.transfersOf(held.id)).toEqual([]);
  await sweep();
  expect((await onlyPayout(fan)).state).toBe('paid');
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
    await m.killFunctions('SIGKILL');
    await call;
    await clearFaults();
    await m.startFunctions();
  }

  test('the job books it', async () => {
    const fan = await earner(30);
    await m.stripe('webhooks', { paused: true });
    await dieAfterTransfer(fan);
    expect((await onlyPayout(fan)).state).toBe('held');
    await sweep();
    const payout = await onlyPayout(fan);
    expect(payout.state).toBe('paid');
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test("the user's next try answers with it", async () => {
    const fan = await earner(30);
    await m.stripe('webhooks', { paused: true });
    await dieAfterTransfer(fan);
    const { body } = await c.pay(fan, 30);
    const payout = await onlyPayout(fan);
    expect(payout).toMatchObject({ state: 'paid', transferId: body.result.transferId });
    expect(await c.transfersOf(payout.id)).toHaveLength(1);
  });

  test('the event books it once the server is back', async () => {
    const fan = await earner(30);
    await dieAfterTransfer(fan);
    await until(
      () => onlyPayout(fan),
      ({ state }) => state === 'paid',
    );
  });
});

describe('a transfer that Stripe takes back', () => {
  test('in parts goes back to the days it came from, once each, however often it is told', async () => {
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
    const payout = await onlyPayout(fan);
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

  test('without any event is found by the job', async () => {
    const fan = await earner(30);
    const { body } = await c.pay(fan, 30);
    await m.stripe('webhooks/settle');
    await m.stripe('webhooks', { drop: 5 });
    await c.reverse(body.result.transferId);
    await m.stripe('webhooks/settle');
    expect((await onlyPayout(fan)).state).toBe('paid');
    await sweep();
    expect((await onlyPayout(fan)).state).toBe('reversed');
    expect(await c.quote(fan)).toMatchObject({ eligibleCents: 3_000 });
  });
});

describe('what the server refuses, with nothing written', () => {
  const calls: [name: string, data: unknown][] = [
    ['createOrRetrieveAccount', { email: 'a@dats.test' }],
    ['createOnboardingLink', {}],
    ['createOnboardingLinkIOS', {}],
    ['createBillingPortalLink', {}],
    ['getPayoutQuote', {}],
    ['processPayout', { payoutAmount: 30, source: 'credits' }],
  ];

  test.each(calls)('%s without a valid token', async (name, data) => {
    for (const token of [undefined, 'nonsense', 'a.b.c']) {
      const answer = await m.call(name, data, token);
      expect(answer).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    }
  });

  test.each(calls)('%s with what it does not take', async (name, data) => {
    const fan = await m.signUp();
    const wrong = [
      'text',
      [data],
      7,
      { ...(data as object), uid: 'somebody' },
      { ...(data as object), accountId: 'acct_else' },
      JSON.parse('{"__proto__": {"source": "credits"}, "constructor": 1}'),
    ];
    for (const one of wrong) {
      const { status, body } = await m.call(name, one, fan.token);
      expect(status, JSON.stringify(one)).toBe(400);
      expect(body.error.status).toBe('INVALID_ARGUMENT');
    }
    expect(await services().stripeAccounts.find(fan.uid)).toEqual({
      accountId: null,
      customerId: null,
    });
  });

  test.each([
    ['missing', undefined],
    ['a number', 7],
    ['empty', ''],
    ['no address', 'no address'],
    ['without a domain', 'a@b'],
    ['too long', `${'a'.repeat(300)}@dats.test`],
  ])('an e-mail address that is %s', async (_, email) => {
    const fan = await m.signUp();
    const { status } = await m.call('createOrRetrieveAccount', { email }, fan.token);
    expect(status).toBe(400);
  });

  test('[R-CSH-04] amounts by the spec sentences, from either source', async () => {
    const fan = await earner(30);
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

  test('sources that are none', async () => {
    const fan = await earner(30);
    for (const source of ['cash', '', null, 7, ['credits'], '__proto__', undefined]) {
      const { status } = await m.call('processPayout', { payoutAmount: 30, source }, fan.token);
      expect(status, String(source)).toBe(400);
    }
    expect((await m.call('processPayout', { source: 'credits' }, fan.token)).status).toBe(400);
    expect(await c.payoutsOf(fan)).toEqual([]);
  });
});

test('after all of this the books are clean', async () => {
  await m.stripe('webhooks/settle');
  await m.runScheduled('sweepProjectionsJob');
  const { differences, payouts } = await m.reconcile();
  expect(differences).toEqual([]);
  expect(payouts).toBeGreaterThan(20);
});
