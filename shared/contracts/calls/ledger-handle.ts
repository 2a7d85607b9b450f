import * as v from 'valibot';

const handle = v.picklist(['shown', 'hidden']);

/** Whether the caller is named in public; without a choice, as it is now. */
export const setLedgerHandle = {
  name: 'setLedgerHandle',
  input: v.strictObject({ handle: v.optional(handle) }),
  output: v.object({ handle }),
} as const;

export type LedgerHandle = v.InferOutput<typeof handle>;
