import * as v from 'valibot';
import { documentId } from '../document-id.ts';

/** Whether the caller is told when an edition of a DAT is for sale (N-PPL-13); without a choice, as it is now. */
export const tellWhenForSale = {
  name: 'tellWhenForSale',
  input: v.strictObject({
    datId: documentId(128, 'DAT not found'),
    isWanted: v.optional(v.boolean()),
  }),
  output: v.object({
    isWanted: v.boolean(),
    /** One can be bought now: there is nothing to wait for. */
    isForSale: v.boolean(),
    song: v.string(),
  }),
} as const;

export type WishState = v.InferOutput<typeof tellWhenForSale.output>;
