import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEnabledAccount, aPayment, type Kit, startKit } from './testing/kit.ts';

let kit: Kit;
beforeEach(async () => {
  kit = await startKit();
});
afterEach(() => kit.close());

const available = async (stripeAccount?: string) => {
  const options = stripeAccount === undefined ? {} : { stripeAccount };
  return (await kit.stripe.balance.retrieve({}, options)).available[0]!.amount;
};
const types = () => kit.endpoint.received.map((event) => event.type);

describe('refunds', () => {
  it('give back part, then the rest, then nothing more; the fee stays with Stripe', async () => {
    const { charge, intent } = await aPayment(kit);
    const chargeNow = async () =>
      (await kit.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }))
        .latest_charge;
    const part = await kit.stripe.refunds.create({
      payment_intent: intent,
      amount: 8,
      metadata: { orderId: 'o' },
    });
    expect(part).toMatchObject({
      amount: 8,
      charge,
      status: 'succeeded',
      metadata: { orderId: 'o' },
    });
    expect(await chargeNow()).toMatchObject({
      amount_refunded: 8,
      refunded: false,
    });
    await expect(kit.stripe.refunds.create({ charge, amount: 101 })).rejects.toMatchObject({
      param: 'amount',
      message: expect.stringContaining('greater than unrefunded amount'),
    });
    await kit.stripe.refunds.create({ charge });
    expect(await chargeNow()).toMatchObject({
      amount_refunded: 108,
      refunded: true,
    });
    await expect(kit.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(await available()).toBe(-33);
    await kit.settle();
    expect(types().filter((type) => type === 'charge.refunded')).toHaveLength(2);
    const listed = await kit.stripe.refunds.list({ payment_intent: intent, limit: 1 });
    expect(listed).toMatchObject({ has_more: true, data: [{ amount: 100 }] });
  });

  it('happen once per idempotency key', async () => {
    const { charge } = await aPayment(kit);
    const refund = () => kit.stripe.refunds.create({ charge, amount: 8 }, { idempotencyKey: 'rf' });
    expect((await refund()).id).toBe((await refund()).id);
    expect((await kit.stripe.refunds.list({ charge })).data).toHaveLength(1);
  });

  it('need a charge that exists and succeeded', async () => {
    await expect(kit.stripe.refunds.create({ charge: 'ch_no' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'charge',
    });
    await expect(kit.stripe.refunds.create({})).rejects.toMatchObject({
      code: 'parameter_missing',
    });
  });
});

describe('the balance', () => {
  it('is the sum of its transactions, each with its fee', async () => {
    await aPayment(kit);
    await kit.knob('POST /_test/topup', { amount: 500 });
    expect(await available()).toBe(108 - 33 + 500);
    const { data } = await kit.stripe.balanceTransactions.list();
    expect(data).toMatchObject([
      { type: 'topup', amount: 500, fee: 0, net: 500 },
      { type: 'charge', amount: 108, fee: 33, net: 75 },
    ]);
  });
});

describe('transfers', () => {
  it('need enough available money and a destination that may receive it', async () => {
    const fresh = await kit.stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    });
    const send = (destination: string, amount = 75) =>
      kit.stripe.transfers.create({ amount, currency: 'usd', destination });
    await aPayment(kit);
    await expect(send(fresh.id)).rejects.toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    });
    await expect(send('acct_no')).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'destination',
    });
    const { id } = await anEnabledAccount(kit);
    await expect(send(id, 76)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'balance_insufficient',
      statusCode: 400,
    });
    expect((await send(id)).amount).toBe(75);
    expect(await available()).toBe(0);
    expect(await available(id)).toBe(75);
  });

  it('are found again by their group', async () => {
    const { id: destination } = await anEnabledAccount(kit);
    await kit.knob('POST /_test/topup', { amount: 1_000 });
    const send = (group: string) =>
      kit.stripe.transfers.create(
        { amount: 100, currency: 'usd', destination, transfer_group: group, metadata: { p: '1' } },
        { idempotencyKey: `tr:${group}` },
      );
    const first = await send('payout_1');
    await send('payout_2');
    await send('payout_1');
    const found = await kit.stripe.transfers.list({ transfer_group: 'payout_1' });
    expect(found.data).toEqual([await kit.stripe.transfers.retrieve(first.id)]);
    expect(found.data).toMatchObject([{ metadata: { p: '1' }, destination }]);
  });

  it('can be reversed in parts, but never beyond their amount', async () => {
    const { id: destination } = await anEnabledAccount(kit);
    await kit.knob('POST /_test/topup', { amount: 100 });
    const { id } = await kit.stripe.transfers.create({ amount: 100, currency: 'usd', destination });
    await kit.stripe.transfers.createReversal(id, { amount: 40 });
    await expect(kit.stripe.transfers.createReversal(id, { amount: 61 })).rejects.toMatchObject({
      param: 'amount',
    });
    await kit.stripe.transfers.createReversal(id);
    await expect(kit.stripe.transfers.createReversal(id)).rejects.toThrow('already fully reversed');
    const transfer = await kit.stripe.transfers.retrieve(id);
    expect(transfer).toMatchObject({ reversed: true, amount_reversed: 100 });
    expect(transfer.reversals.data.map(({ amount }) => amount)).toEqual([60, 40]);
    expect((await kit.stripe.transfers.listReversals(id)).data).toEqual(transfer.reversals.data);
    expect([await available(), await available(destination)]).toEqual([100, 0]);
    await kit.settle();
    expect(types().filter((type) => type.startsWith('transfer.'))).toHaveLength(3);
  });
});

describe('disputes', () => {
  it.each([
    ['won', 75 - 15_00],
    ['lost', 75 - 108 - 15_00],
  ])('take the money and a fee at once; when %s the balance ends at %i', async (status, end) => {
    const { charge, intent } = await aPayment(kit);
    const { id } = (await kit.knob('POST /_test/disputes', { paymentIntent: intent })) as {
      id: string;
    };
    expect(await available()).toBe(75 - 108 - 15_00);
    await expect(kit.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await kit.knob('POST /_test/disputes/close', { dispute: id, status });
    expect(await available()).toBe(end);
    expect((await kit.stripe.disputes.list()).data).toMatchObject([{ id, status, charge }]);
    await kit.settle();
    expect(types()).toContain('charge.dispute.created');
    expect(types()).toContain('charge.dispute.closed');
  });
});

describe('customers', () => {
  it('are made, found by address and deleted', async () => {
    const ana = await kit.stripe.customers.create({
      email: 'ana@dats.test',
      metadata: { uid: 'u1' },
    });
    await kit.stripe.customers.create({ email: 'bo@dats.test' });
    const found = () => kit.stripe.customers.list({ email: 'ana@dats.test' });
    expect((await found()).data).toEqual([ana]);
    await kit.stripe.customers.del(ana.id);
    expect((await found()).data).toEqual([]);
  });
});

describe('connected accounts', () => {
  it('cannot be paid out before onboarding, and can after it', async () => {
    const account = await kit.stripe.accounts.create({
      type: 'express',
      country: 'US',
      email: 'ana@dats.test',
      capabilities: { transfers: { requested: true } },
      metadata: { uid: 'u1' },
    });
    expect(account).toMatchObject({
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
      metadata: { uid: 'u1' },
    });
    await kit.knob('POST /_test/onboard', { account: account.id, outcome: 'enabled' });
    const enabled = await kit.stripe.accounts.retrieve(account.id);
    expect(enabled).toMatchObject({
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
    });
    await kit.settle();
    expect(kit.endpoint.received).toMatchObject([
      {
        type: 'account.updated',
        account: account.id,
        data: {
          object: { id: account.id, payouts_enabled: true },
          previous_attributes: { payouts_enabled: false },
        },
      },
    ]);
    expect((await kit.stripe.accounts.list()).data).toEqual([enabled]);
  });

  it.each([
    ['that never existed', async () => 'acct_stranger'],
    [
      'whose owner disconnected them',
      async () => {
        const { id } = await anEnabledAccount(kit);
        await kit.knob('POST /_test/disconnect', { account: id });
        return id;
      },
    ],
    [
      'that were deleted',
      async () => {
        const { id } = await anEnabledAccount(kit);
        expect(await kit.stripe.accounts.del(id)).toMatchObject({ id, deleted: true });
        return id;
      },
    ],
  ])('%s cannot be used with the key', async (_, make) => {
    await aPayment(kit);
    const id = await make();
    const invalid = {
      type: 'StripePermissionError',
      statusCode: 403,
      code: 'account_invalid',
      message: `The provided key 'sk_test_****demo' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    };
    const { accounts, accountLinks, balance, transfers } = kit.stripe;
    await expect(accounts.retrieve(id)).rejects.toMatchObject(invalid);
    await expect(accounts.update(id, { email: 'x@dats.test' })).rejects.toMatchObject(invalid);
    await expect(accounts.del(id)).rejects.toMatchObject(invalid);
    await expect(balance.retrieve({}, { stripeAccount: id })).rejects.toMatchObject(invalid);
    const back = { return_url: 'http://127.0.0.1/a', refresh_url: 'http://127.0.0.1/b' };
    await expect(
      accountLinks.create({ account: id, type: 'account_onboarding', ...back }),
    ).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message:
        'You requested an account link for an account that is not connected to your platform or does not exist.',
    });
    await expect(
      transfers.create({ amount: 1, currency: 'usd', destination: id }),
    ).rejects.toMatchObject({ statusCode: 400, message: `No such destination: '${id}'` });
    expect((await accounts.list()).data).toEqual([]);
  });

  it('report that they were disconnected', async () => {
    const { id } = await anEnabledAccount(kit);
    await kit.knob('POST /_test/disconnect', { account: id });
    await kit.settle();
    expect(kit.endpoint.received.at(-1)).toMatchObject({
      type: 'account.application.deauthorized',
      account: id,
      data: { object: { object: 'application' } },
    });
  });

  it('see only their own objects', async () => {
    const { id: stripeAccount } = await anEnabledAccount(kit);
    await aPayment(kit);
    expect(await available(stripeAccount)).toBe(0);
    expect((await kit.stripe.paymentIntents.list({}, { stripeAccount })).data).toEqual([]);
    const events = await kit.stripe.events.list({}, { stripeAccount });
    expect(events.data.map(({ type }) => type)).toEqual(['account.updated']);
    await expect(
      kit.stripe.balance.retrieve({}, { stripeAccount: 'acct_stranger' }),
    ).rejects.toMatchObject({ type: 'StripePermissionError', code: 'account_invalid' });
  });
});
