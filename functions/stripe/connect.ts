import type { PayoutSetup } from '@datchain/shared/contracts/calls/payouts.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import type Stripe from 'stripe';
import { asking, StripeRefused } from './checkout.ts';
import { isStripeError } from './client.ts';

export interface ConnectedAccount {
  readonly id: string;
  /** Stripe accepts transfers for it and pays them out to a bank. */
  readonly payoutsEnabled: boolean;
  readonly setup: PayoutSetup;
}

/** A transfer from the shop's account to a connected account. Amounts in whole cents. */
export interface Transfer {
  readonly id: string;
  /** The transfer group: id of the payout it was made for. */
  readonly payoutId: string | null;
  readonly amountCents: Cents;
  readonly reversedCents: Cents;
  readonly currency: string;
  readonly accountId: string | null;
  readonly live: boolean;
}

export interface TransferReversal {
  readonly id: string;
  readonly amountCents: Cents;
}

export type TransferOrder = Pick<Payout, 'id' | 'uid' | 'amountCents' | 'accountId'>;

/**
 * The requests of payouts to Stripe. They hide how Stripe models an account, so that its newer accounts API can
 * replace this one. Every failure other than StripeRefused leaves the outcome open.
 */
export interface ConnectGateway {
  /**
   * Makes a user's account; the same user again gets the same account.
   *
   * @param lostId the account that this one replaces, if it was disconnected
   */
  createAccount(uid: string, lostId: string | null): Promise<ConnectedAccount>;
  prefillEmail(accountId: string, email: string): Promise<void>;
  /** Deletes an account and its owner's data; false when Stripe has to keep it. */
  eraseAccount(accountId: string): Promise<boolean>;
  /** Reads an account; undefined if it does not exist or is no longer connected. */
  findAccount(accountId: string): Promise<ConnectedAccount | undefined>;
  /** Makes the address of Stripe's form; it opens once and soon expires. */
  onboardingUrl(accountId: string, back: { done: string; expired: string }): Promise<string>;

  createCustomer(uid: string): Promise<string>;
  /** Deletes a customer with name, address and cards; a missing customer is no error. */
  eraseCustomer(customerId: string): Promise<void>;
  billingPortalUrl(customerId: string, backUrl: string): Promise<string>;

  /** Sends the money of a payout. For 24 hours the same payout gives the same transfer. */
  createTransfer(order: TransferOrder): Promise<Transfer>;
  /** Finds the transfers made for a payout, oldest first: one, or none. */
  findTransfers(payoutId: string): Promise<Transfer[]>;
  retrieveTransfer(transferId: string): Promise<Transfer>;
  /** Lists all transfers made at or after a moment, newest first. */
  listTransfersSince(at: Millis): AsyncIterable<Transfer>;
  /** Lists the reversals of a transfer, oldest first. */
  listReversals(transferId: string): Promise<TransferReversal[]>;
  availableCents(): Promise<Cents>;
  /** Reads what Stripe holds for the shop, and what is on its way there; each may be negative. */
  balance(): Promise<{ readonly availableCents: Cents; readonly pendingCents: Cents }>;
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function setupOf({ details_submitted, requirements }: Stripe.Account): PayoutSetup {
  if (requirements?.disabled_reason?.startsWith('rejected')) return 'rejected';
  if (!details_submitted) return 'begin';
  const due = [...(requirements?.currently_due ?? []), ...(requirements?.past_due ?? [])];
  return due.length > 0 ? 'details' : 'review';
}

const readAccount = (account: Stripe.Account): ConnectedAccount => {
  const payoutsEnabled = account.payouts_enabled && account.capabilities?.transfers === 'active';
  return { id: account.id, payoutsEnabled, setup: payoutsEnabled ? 'ready' : setupOf(account) };
};

const readTransfer = (transfer: Stripe.Transfer): Transfer => ({
  id: transfer.id,
  payoutId: transfer.transfer_group,
  amountCents: transfer.amount,
  reversedCents: transfer.amount_reversed,
  currency: transfer.currency,
  accountId: idOf(transfer.destination),
  live: transfer.livemode,
});

/**
 * Whether the account is gone, or its owner has disconnected it from the shop; Stripe does not distinguish the two.
 */
const isGone = (error: unknown): boolean =>
  isStripeError('StripePermissionError', error) && error.code === 'account_invalid';

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

const accountCalls = (
  stripe: Stripe,
): Pick<
  ConnectGateway,
  'createAccount' | 'prefillEmail' | 'eraseAccount' | 'findAccount' | 'onboardingUrl'
> => ({
  createAccount: (uid, lostId) =>
    asking(async () => {
      // A key belongs to one request: the first account's key would return the lost account.
      const idempotencyKey = lostId === null ? `acct:${uid}` : `acct:${uid}:${lostId}`;
      const body: Stripe.AccountCreateParams = {
        type: 'express',
        capabilities: { transfers: { requested: true } },
        metadata: { uid },
      };
      return readAccount(await stripe.accounts.create(body, { idempotencyKey }));
    }),

  prefillEmail: (accountId, email) =>
    asking(async () => {
      await stripe.accounts.update(accountId, { email });
    }),

  async eraseAccount(accountId) {
    try {
      await asking(async () => stripe.accounts.del(accountId));
      return true;
    } catch (error) {
      if (isGone(error)) return true;
      if (error instanceof StripeRefused) return false;
      throw error;
    }
  },

  async findAccount(accountId) {
    try {
      return await asking(async () => readAccount(await stripe.accounts.retrieve(accountId)));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  },

  onboardingUrl: (accountId, { done, expired }) =>
    asking(async () => {
      const { url } = await stripe.accountLinks.create({
        account: accountId,
        type: 'account_onboarding',
        return_url: done,
        refresh_url: expired,
      });
      return url;
    }),
});

const customerCalls = (
  stripe: Stripe,
): Pick<ConnectGateway, 'createCustomer' | 'eraseCustomer' | 'billingPortalUrl'> => ({
  createCustomer: (uid) =>
    asking(async () => {
      const options = { idempotencyKey: `cus:${uid}` };
      return (await stripe.customers.create({ metadata: { uid } }, options)).id;
    }),

  async eraseCustomer(customerId) {
    try {
      await asking(async () => stripe.customers.del(customerId));
    } catch (error) {
      // The customer does not exist any more.
      if (!(error instanceof StripeRefused)) throw error;
    }
  },

  billingPortalUrl: (customerId, backUrl) =>
    asking(async () => {
      const portal = { customer: customerId, return_url: backUrl };
      return (await stripe.billingPortal.sessions.create(portal)).url;
    }),
});

const usdOf = (amounts: readonly { currency: string; amount: number }[]): Cents =>
  amounts.find(({ currency }) => currency === 'usd')?.amount ?? 0;

export const connectGateway = (stripe: Stripe): ConnectGateway => ({
  ...accountCalls(stripe),
  ...customerCalls(stripe),

  createTransfer: ({ id, uid, amountCents, accountId }) =>
    asking(async () => {
      const body: Stripe.TransferCreateParams = {
        amount: amountCents,
        currency: 'usd',
        destination: accountId,
        transfer_group: id,
        metadata: { payoutId: id, uid },
      };
      return readTransfer(await stripe.transfers.create(body, { idempotencyKey: `tr:${id}` }));
    }),

  async findTransfers(payoutId) {
    const found = await all(stripe.transfers.list({ transfer_group: payoutId, limit: 100 }));
    return found.map(readTransfer).reverse();
  },

  retrieveTransfer: (transferId) =>
    asking(async () => readTransfer(await stripe.transfers.retrieve(transferId))),

  async *listTransfersSince(at) {
    const created = { gte: Math.floor(at / 1000) };
    for await (const transfer of stripe.transfers.list({ created, limit: 100 })) {
      yield readTransfer(transfer);
    }
  },

  async listReversals(transferId) {
    const found = await all(stripe.transfers.listReversals(transferId, { limit: 100 }));
    return found.map(({ id, amount }) => ({ id, amountCents: amount })).reverse();
  },

  async availableCents() {
    const { available } = await stripe.balance.retrieve();
    return usdOf(available);
  },

  async balance() {
    const { available, pending } = await stripe.balance.retrieve();
    return { availableCents: usdOf(available), pendingCents: usdOf(pending) };
  },
});
