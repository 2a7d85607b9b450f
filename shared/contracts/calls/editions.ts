import * as v from 'valibot';
import { edition, wantedEdition } from './fields.ts';

const ok = v.object({ ok: v.literal(true) });

// Any answer of a listing call counts as success: the listing is done (N-MON-15).

/** Lists an edition for sale; newPrice is in US dollars. */
export const setEditionForSale = {
  name: 'setEditionForSaleCF',
  input: v.strictObject({ ...edition, newPrice: v.unknown() }),
  output: v.fallback(ok, { ok: true }),
} as const;

export const cancelEditionListing = {
  name: 'cancelEditionListing',
  input: v.strictObject(edition),
  output: ok,
} as const;

/** Returns what buying an edition now takes from the caller's wallet and card (N-BUY-05). */
export const getEditionQuote = {
  name: 'getEditionQuote',
  input: v.strictObject(edition),
  output: v.object({
    priceCents: v.number(),
    /** The reason against buying, as a sentence; null if it can be bought, and then all fields below are set. */
    blockedBy: v.nullable(v.string()),
    /** The caller's tokens, their face and change, in micros. */
    held: v.object({ tokens: v.number(), micros: v.number(), changeMicros: v.number() }),
    /** The card payment needed first; null if the caller has enough. */
    card: v.nullable(
      v.object({
        blockId: v.string(),
        tokenCents: v.number(),
        /** The missing tokens, and those bought: more if the card minimum requires it. */
        needed: v.number(),
        qty: v.number(),
        totalCents: v.number(),
      }),
    ),
    spent: v.object({ tokens: v.number(), changeMicros: v.number() }),
    left: v.object({ tokens: v.number(), micros: v.number(), changeMicros: v.number() }),
  }),
} as const;

/** Buys an edition. spent: tokens. entryId: the purchase in the buyer's history, with its receipt. */
export const purchaseEdition = {
  name: 'purchaseEdition',
  input: wantedEdition,
  output: v.object({ edition: v.number(), spent: v.number(), entryId: v.string() }),
} as const;

export type EditionQuote = v.InferOutput<typeof getEditionQuote.output>;
