import * as v from 'valibot';

const sentence = 'Purchase not found';

/**
 * Returns the seller of an edition that the caller bought. Only the server can read the sale's document,
 * because it has both uids.
 */
export const getReceiptSeller = {
  name: 'getReceiptSeller',
  input: v.strictObject({
    entryId: v.pipe(
      v.string(),
      v.maxLength(300, sentence),
      v.regex(/^(?!__.*__$)(?!\.\.?$)[\w:.-]+$/, sentence),
    ),
  }),
  output: v.object({
    /** The seller's current username: '' if unnamed, null if there was none. */
    seller: v.nullable(v.string()),
  }),
} as const;
