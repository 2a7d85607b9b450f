import * as v from 'valibot';

const sentence = 'Purchase not found';

/** Who sold the edition that the caller bought, by the entry in their history: the sale's document has both uids. */
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
