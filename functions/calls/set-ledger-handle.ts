import { setLedgerHandle as contract } from '@datchain/shared/contracts/ledger-handle-call.ts';
import { choose, isUnnamed } from '../names/choose.ts';
import { defineCall } from './define.ts';

/** The caller is named in public, or is not (docs/decisions/0020). */
export const setLedgerHandle = defineCall({
  ...contract,
  failure: 'Your choice could not be saved. Try again.',
  async run(services, uid, { handle }) {
    if (handle) await choose(services, uid, handle === 'hidden');
    return { handle: (await isUnnamed(services, uid)) ? ('hidden' as const) : ('shown' as const) };
  },
});
