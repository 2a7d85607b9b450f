import * as v from 'valibot';
import { count } from '../../domain/whole.ts';
import { readList } from '../tolerant.ts';

/** Tokens that a user queued for sale, `listings/{id}`; its owner may read it. */
export const listingSchema = v.object({
  listingId: v.string(),
  uid: v.string(),
  priceCents: count,
  qty: count,
  /** What buyers have paid for. Tokens of an order that is not paid yet are not counted. */
  soldQty: v.optional(count, 0),
  /** What refunds of the seller's own purchases removed. */
  takenBackQty: v.optional(count, 0),
  place: count,
  createdAt: v.number(),
  cancelledAt: v.nullable(v.number()),
});

export type TokenListing = v.InferOutput<typeof listingSchema>;

/** Reads someone's listings, newest first; what is not a listing is left out. */
export const readListings = (value: unknown): TokenListing[] =>
  readList(value)
    .flatMap((item) => {
      const parsed = v.safeParse(listingSchema, item);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => b.createdAt - a.createdAt);
