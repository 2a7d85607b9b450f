import * as v from 'valibot';
import { count } from '../../domain/whole.ts';
import { readList } from '../tolerant.ts';

/** A token listing, `listings/{id}`; its owner may read it. */
export const listingSchema = v.object({
  listingId: v.string(),
  uid: v.string(),
  priceCents: count,
  qty: count,
  /** The tokens paid for; those of unpaid orders do not count. */
  soldQty: v.optional(count, 0),
  /** The tokens removed by refunds of the seller's own purchases. */
  takenBackQty: v.optional(count, 0),
  place: count,
  createdAt: v.number(),
  cancelledAt: v.nullable(v.number()),
});

export type TokenListing = v.InferOutput<typeof listingSchema>;

/** Reads a user's listings, newest first; other values are left out. */
export const readListings = (value: unknown): TokenListing[] =>
  readList(value)
    .flatMap((item) => {
      const parsed = v.safeParse(listingSchema, item);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => b.createdAt - a.createdAt);
