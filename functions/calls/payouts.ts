import * as contracts from '@datchain/shared/contracts/calls/payouts.ts';
import { defineCall } from '../edge/define.ts';
import { billingPortalLink, ensureAccount, onboardingLink } from '../payouts/accounts.ts';
import { payoutQuote } from '../payouts/payout-quote.ts';
import { processPayout as pay, payoutFailure } from '../payouts/process-payout.ts';

const secrets = ['STRIPE_SECRET_KEY'] as const;
const linkFailure = 'Unable to open Stripe – try again.';

/** Returns the caller's account at Stripe, made if missing, and whether it takes payouts (R-CAL-07). */
export const createOrRetrieveAccount = defineCall({
  ...contracts.createOrRetrieveAccount,
  failure: 'The payout account could not be read. Try again.',
  secrets,
  run: async (services, uid, { email }) => {
    const { id, payoutsEnabled } = await ensureAccount(services, uid, email);
    return { stripeAccountId: id, payouts_enabled: payoutsEnabled };
  },
});

/** Returns the address of Stripe's form (R-CAL-08). */
export const createOnboardingLink = defineCall({
  ...contracts.createOnboardingLink,
  failure: linkFailure,
  secrets,
  run: (services, uid) => onboardingLink(services, uid, 'web'),
});

export const createOnboardingLinkIOS = defineCall({
  ...contracts.createOnboardingLinkIOS,
  failure: linkFailure,
  secrets,
  run: (services, uid) => onboardingLink(services, uid, 'ios'),
});

export const createBillingPortalLink = defineCall({
  ...contracts.createBillingPortalLink,
  failure: linkFailure,
  secrets,
  run: (services, uid) => billingPortalLink(services, uid),
});

export const getPayoutQuote = defineCall({
  ...contracts.getPayoutQuote,
  failure: 'The payout amounts could not be read. Try again.',
  secrets,
  run: (services, uid) => payoutQuote(services, uid),
});

/** Pays the caller out; returns the transfer's id (R-CAL-09). */
export const processPayout = defineCall({
  ...contracts.processPayout,
  failure: payoutFailure,
  needsConfirmedEmail: true,
  secrets,
  run: (services, uid, input) => pay(services, uid, input),
});
