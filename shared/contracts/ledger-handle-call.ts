import * as v from 'valibot';

const handle = v.picklist(['shown', 'hidden']);

/** Whether the caller's username stands beside the public log, or nobody's. */
export const setLedgerHandle = {
  name: 'setLedgerHandle',
  input: v.strictObject({ handle }),
  output: v.object({ handle }),
} as const;
