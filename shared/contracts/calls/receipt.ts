import * as v from 'valibot';

const sentence = 'Purchase not found';

/**
 * Who sold the edition of a purchase of the caller, by the entry in the caller's history; no client
 * reads the sale's own document, which names both sides by uid.
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
    /** The current public username: '' for an unnamed seller, null if there was none. */
    seller: v.nullable(v.string()),
  }),
} as const;
