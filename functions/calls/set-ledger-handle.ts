import { setLedgerHandle as contract } from '@datchain/shared/contracts/ledger-handle-call.ts';
import { isUnnamed, setUnnamed } from '../public-log/people.ts';
import { defineCall } from './define.ts';

/** The caller is named beside the public log from its next publication on, or is not. */
export const setLedgerHandle = defineCall({
  ...contract,
  failure: 'Your choice could not be saved. Try again.',
  async run({ store }, uid, { handle }) {
    if (handle) await setUnnamed(store, uid, handle === 'hidden');
    return { handle: (await isUnnamed(store, uid)) ? ('hidden' as const) : ('shown' as const) };
  },
});
