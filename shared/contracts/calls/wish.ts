import * as v from 'valibot';
import { documentId } from '../document-id.ts';

/**
 * Sets whether the caller is notified when an edition of a DAT is for sale (N-PPL-13); without a choice,
 * returns the current state.
 */
export const tellWhenForSale = {
  name: 'tellWhenForSale',
  input: v.strictObject({
    datId: documentId(128, 'DAT not found'),
    isWanted: v.optional(v.boolean()),
  }),
  output: v.object({
    isWanted: v.boolean(),
    /** True if an edition is for sale now, so that there is nothing to wait for. */
    isForSale: v.boolean(),
    song: v.string(),
  }),
} as const;

export type WishState = v.InferOutput<typeof tellWhenForSale.output>;
