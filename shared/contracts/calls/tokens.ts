import * as v from 'valibot';
import { documentId } from '../document-id.ts';
import { blockId } from './fields.ts';

const listingId = documentId(64, 'Listing not found');

// The answer of a listing call is not read: whatever it answers, the listing is done (N-MON-15).

/** blockId is the price of one token in cents, as text; fractions of a cent are refused as prices. */
export const listTokens = {
  name: 'listDatChainTokens',
  input: v.strictObject({
    blockId: v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,9})?$/, 'Valid price')),
    qty: v.unknown(),
  }),
  output: v.fallback(v.object({ listingId: v.string() }), { listingId: '' }),
} as const;

export const cancelTokenListing = {
  name: 'cancelTokenListing',
  input: v.strictObject({ listingId }),
  output: v.object({ returned: v.number() }),
} as const;

/** The caller's tokens for sale, by block: they cannot buy those themselves (N-MON-17). */
export const getOwnForSale = {
  name: 'getOwnForSale',
  input: v.strictObject({}),
  output: v.object({ blocks: v.array(v.object({ blockId: v.string(), qty: v.number() })) }),
} as const;

/**
 * What the next tokens of a block buy of editions, for this caller, in micros: those that users sell
 * were issued at any price (N-MON-23). Null where one order cannot have so many.
 */
export const getTokenQuote = {
  name: 'getTokenQuote',
  input: v.strictObject({ blockId, qty: v.unknown() }),
  output: v.object({ faceMicros: v.nullable(v.number()) }),
} as const;

export const claimRewardTokens = {
  name: 'claimRewardTokens',
  input: v.strictObject({}),
  output: v.object({ claimed: v.number(), qty: v.number() }),
} as const;
