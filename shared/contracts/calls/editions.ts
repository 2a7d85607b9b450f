import * as v from 'valibot';
import { edition, wantedEdition } from './fields.ts';

const ok = v.object({ ok: v.literal(true) });

// The answer of a listing call is not read: whatever it answers, the listing is done (N-MON-15).

/** newPrice in US dollars. */
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

/** What buying an edition now takes from the caller's wallet and card (N-BUY-05). */
export const getEditionQuote = {
  name: 'getEditionQuote',
  input: v.strictObject(edition),
  output: v.object({
    priceCents: v.number(),
    /**
     * Why it cannot be bought now, as a sentence; null when it can, and then all fields below are
     * set.
     */
    blockedBy: v.nullable(v.string()),
    /** What the caller holds: tokens, their worth, and change, in micros. */
    held: v.object({ tokens: v.number(), micros: v.number(), changeMicros: v.number() }),
    /** What the card has to pay first; null when the caller has enough. */
    card: v.nullable(
      v.object({
        blockId: v.string(),
        tokenCents: v.number(),
        /**
         * Tokens that are missing, and how many are bought: more where a card payment has a
         * minimum.
         */
        needed: v.number(),
        qty: v.number(),
        totalCents: v.number(),
      }),
    ),
    /** What is spent on the edition: tokens, and change from before. */
    spent: v.object({ tokens: v.number(), changeMicros: v.number() }),
    /** What stays in the wallet afterwards. */
    left: v.object({ tokens: v.number(), micros: v.number(), changeMicros: v.number() }),
  }),
} as const;

/** spent: tokens that went. entryId: the purchase in the buyer's history, which has its receipt. */
export const purchaseEdition = {
  name: 'purchaseEdition',
  input: wantedEdition,
  output: v.object({ edition: v.number(), spent: v.number(), entryId: v.string() }),
} as const;

export type EditionQuote = v.InferOutput<typeof getEditionQuote.output>;
