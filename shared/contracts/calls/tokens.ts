import * as v from 'valibot';
import { documentId } from '../document-id.ts';
import { blockId } from './fields.ts';

const listingId = documentId(64, 'Listing not found');

// Any answer of a listing call counts as success: the listing is done (N-MON-15).

/** Lists tokens for sale. blockId is the price of one token in cents, as text; fractions of a cent are refused. */
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

/** Returns the caller's tokens for sale by block, which they cannot buy themselves (N-MON-17). */
export const getOwnForSale = {
  name: 'getOwnForSale',
  input: v.strictObject({}),
  output: v.object({ blocks: v.array(v.object({ blockId: v.string(), qty: v.number() })) }),
} as const;

/**
 * Returns the face of a block's next tokens for this caller, in micros, because users' tokens were issued at
 * any price (N-MON-23). Null if one order cannot take that many.
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
