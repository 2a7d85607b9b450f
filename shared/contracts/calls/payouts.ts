import * as v from 'valibot';

const noInput = v.strictObject({});
const link = v.object({ url: v.string() });

/** Creates or finds the caller's Stripe account by uid. The e-mail address only prefills Stripe's form. */
export const createOrRetrieveAccount = {
  name: 'createOrRetrieveAccount',
  input: v.strictObject({
    email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('Invalid email format.')),
  }),
  output: v.object({ stripeAccountId: v.string(), payouts_enabled: v.boolean() }),
} as const;

export const createOnboardingLink = {
  name: 'createOnboardingLink',
  input: noInput,
  output: link,
} as const;

export const createOnboardingLinkIOS = {
  name: 'createOnboardingLinkIOS',
  input: noInput,
  output: link,
} as const;

export const createBillingPortalLink = {
  name: 'createBillingPortalLink',
  input: noInput,
  output: link,
} as const;

/** The state of a payout account: form not sent; sent with details missing; in review; permanently rejected; ready. */
const payoutSetup = v.picklist(['begin', 'details', 'review', 'rejected', 'ready']);
export type PayoutSetup = v.InferOutput<typeof payoutSetup>;

export const getPayoutQuote = {
  name: 'getPayoutQuote',
  input: noInput,
  output: v.object({
    /** The credits in whole cents that Max fills in. */
    eligibleCents: v.number(),
    /** Earnings that wait, oldest day first: YYYY-MM-DD, the moment they become eligible, micros. */
    pending: v.array(v.object({ date: v.string(), countsFrom: v.number(), micros: v.number() })),
    /** The days that earnings wait. */
    days: v.number(),
    tokenQty: v.number(),
    /** US dollars for one reward token. */
    tokenValue: v.number(),
    /** The reward tokens in whole cents that Max fills in. */
    tokenCents: v.number(),
    payouts_enabled: v.boolean(),
    setup: payoutSetup,
    /** The reason against any payout now, as a sentence; null if payouts are possible. */
    blockedBy: v.nullable(v.string()),
  }),
} as const;

/** Requests a payout; payoutAmount is in US dollars. An answer without the transfer's id is not a failure. */
export const processPayout = {
  name: 'processPayout',
  input: v.strictObject({
    payoutAmount: v.unknown(),
    source: v.picklist(['credits', 'tokens']),
    /** The payout's idempotency key: a second call with it continues the payout, or returns its transfer. */
    key: v.optional(v.pipe(v.string(), v.uuid('The key is no UUID.'), v.toLowerCase())),
  }),
  output: v.fallback(v.object({ transferId: v.string() }), { transferId: '' }),
} as const;

export type PayoutQuote = v.InferOutput<typeof getPayoutQuote.output>;
