import * as v from 'valibot';

const noInput = v.strictObject({});
const link = v.object({ url: v.string() });

/** The e-mail address only fills in Stripe's form: the account is found by the caller's uid. */
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

/**
 * How far a payout account is: its form not sent yet; sent, with details missing; checked by the
 * provider; refused for good; ready.
 */
const payoutSetup = v.picklist(['begin', 'details', 'review', 'rejected', 'ready']);
export type PayoutSetup = v.InferOutput<typeof payoutSetup>;

export const getPayoutQuote = {
  name: 'getPayoutQuote',
  input: noInput,
  output: v.object({
    /** What Max fills in for credits, in whole cents. */
    eligibleCents: v.number(),
    /** Earnings that wait, oldest day first: YYYY-MM-DD, the moment they count from, micros. */
    pending: v.array(v.object({ date: v.string(), countsFrom: v.number(), micros: v.number() })),
    /** Days that earnings wait. */
    days: v.number(),
    tokenQty: v.number(),
    /** US dollars for one reward token. */
    tokenValue: v.number(),
    /** What Max fills in for tokens, in whole cents. */
    tokenCents: v.number(),
    payouts_enabled: v.boolean(),
    setup: payoutSetup,
    /** Why no payout can be made now, as a sentence; null when one can. */
    blockedBy: v.nullable(v.string()),
  }),
} as const;

/** payoutAmount in US dollars. An answer without the transfer's id is not a failure. */
export const processPayout = {
  name: 'processPayout',
  input: v.strictObject({
    payoutAmount: v.unknown(),
    source: v.picklist(['credits', 'tokens']),
    /** Names the payout: a second call with the same key continues it, or answers its transfer. */
    key: v.optional(v.pipe(v.string(), v.uuid('The key is no UUID.'), v.toLowerCase())),
  }),
  output: v.fallback(v.object({ transferId: v.string() }), { transferId: '' }),
} as const;

export type PayoutQuote = v.InferOutput<typeof getPayoutQuote.output>;
