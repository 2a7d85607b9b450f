import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { market } from '@datchain/testing/server/market.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { services } from '../services.ts';

const m = market();
const c = cashOut(m);
const always = { times: 6 };

beforeAll(() => m.stripe('topup', { amount: 100_000 }));
afterEach(() => c.clearFaults());

describe('a payout account', () => {
  test("is not made twice if Stripe's answer to the first request was lost", async () => {
    const fan = await m.signUp();
    const accounts = { method: 'POST', path: '/v1/accounts' };
    await m.stripe('faults', { ...accounts, mode: 'after', kind: 'reset', ...always });
    const lost = await m.call('createOrRetrieveAccount', { email: 'a@dats.test' }, fan.token);
    expect(lost.status).toBe(500);
    await c.clearFaults();
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

  test('[R-CAL-08] has a form that leads back to the cash-out page, with a mark if it was opened in a new tab', async () => {
    const fan = await m.signUp();
    const { stripeAccountId: account } = await c.account(fan);
    const backFrom = async (name: string) => {
      await m.call(name, {}, fan.token);
      const { calls } = await m.stripeCalls({ method: 'POST', path: '/v1/account_links' });
      const { params } = calls.findLast((call) => call.params.account === account) ?? {};
      return [params?.return_url, params?.refresh_url];
    };
    const page = `${services().environment.siteUrl}/cashout?setup=`;
    expect(await backFrom('createOnboardingLink')).toEqual([`${page}done`, `${page}expired`]);
    expect(await backFrom('createOnboardingLinkIOS')).toEqual([
      `${page}done&tab=new`,
      `${page}expired&tab=new`,
    ]);
  });

  test('keeps one customer, whose billing portal leads back to the wallet', async () => {
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
    const asked = { method: 'POST', path: '/v1/billing_portal/sessions' };
    const { params } = (await m.stripeCalls(asked)).calls.at(-1) ?? {};
    expect(params).toMatchObject({ return_url: `${services().environment.siteUrl}/wallet` });
  });
});

const refused = {
  status: 400,
  body: {
    error: { status: 'FAILED_PRECONDITION', message: 'Complete your payout setup first.' },
  },
};

describe('a user who is not set up is refused, and nothing moves', () => {
  test.each([
    ['without an account', undefined, 'begin'],
    ['with an unfinished form', 'abandoned', 'begin'],
    ['with details missing', 'incomplete', 'details'],
    ['under review', 'reviewed', 'review'],
    ['rejected by Stripe', 'rejected', 'rejected'],
  ])('[R-CSH-08] a user %s cannot be paid out', async (_, outcome, setup) => {
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
    expect(await c.quote(fan)).toMatchObject({
      eligibleCents: 5_000,
      payouts_enabled: false,
      setup,
    });
  });
});

describe('an account that Stripe gives no access to', () => {
  const lost = {
    disconnected: (account: string) => m.stripe('disconnect', { account }),
    deleted: (account: string) => services().stripe.accounts.del(account),
  };

  test.each(Object.entries(lost))(
    '[R-CSH-08] is replaced if it was %s: the setup begins again, and the new account is paid',
    async (_, lose) => {
      const fan = await c.earner(50);
      const { stripeAccountId } = await c.account(fan);
      await lose(stripeAccountId);
      const before = await c.userOf(fan.uid);
      expect(await c.quote(fan)).toMatchObject({ payouts_enabled: false, setup: 'begin' });
      expect(await c.pay(fan, 50)).toMatchObject(refused);
      expect(await c.userOf(fan.uid)).toEqual(before);

      const asked = () => m.call('createOnboardingLink', {}, fan.token);
      const links = await Promise.all([asked(), asked()]);
      const now = await c.account(fan);
      expect(now.stripeAccountId).not.toBe(stripeAccountId);
      for (const { status, body } of links) {
        expect(status).toBe(200);
        expect(await (await fetch(body.result.url)).text()).toContain(now.stripeAccountId);
      }
      await m.stripe('onboard', { account: now.stripeAccountId, outcome: 'enabled' });
      expect((await c.pay(fan, 50)).status).toBe(200);
      const [transfer] = await c.transfersOf((await c.onlyPayout(fan)).id);
      expect(transfer).toMatchObject({ accountId: now.stripeAccountId, amountCents: 5_000 });
    },
  );

  test('with a payout on its way returns the money, which can go to the next account', async () => {
    const fan = await c.earner(50);
    const { stripeAccountId } = await c.account(fan);
    const before = await c.userOf(fan.uid);
    const transfers = { method: 'POST', path: '/v1/transfers' };
    await m.stripe('faults', { ...transfers, mode: 'before', kind: 'reset', ...always });
    expect((await c.pay(fan, 50)).status).toBe(500);
    await c.clearFaults();
    await m.stripe('disconnect', { account: stripeAccountId });
    await c.sweep();
    expect(await c.onlyPayout(fan)).toMatchObject({ state: 'returned' });
    expect((await c.userOf(fan.uid)).earnedDays).toEqual(before.earnedDays);
    await c.setUp(fan);
    expect((await c.pay(fan, 50)).status).toBe(200);
  });
});

describe('the account of a caller', () => {
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
});

test('[M-64] after these tests the books are clean', async () => {
  await m.stripe('webhooks/settle');
  await m.runScheduled('sweepProjectionsJob');
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
