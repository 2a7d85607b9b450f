import * as v from 'valibot';

const handle = v.picklist(['shown', 'hidden']);

/** Sets whether the caller is named in public; without a choice, returns the current state. */
export const setLedgerHandle = {
  name: 'setLedgerHandle',
  input: v.strictObject({ handle: v.optional(handle) }),
  output: v.object({ handle }),
} as const;

export type LedgerHandle = v.InferOutput<typeof handle>;
