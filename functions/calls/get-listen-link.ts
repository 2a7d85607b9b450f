import { getListenLink as contract } from '@datchain/shared/contracts/listen-call.ts';
import { listenLink } from '../releases/sound/listen-link.ts';
import { defineCall } from './define.ts';

/** Where a holder of an edition hears the whole song, or saves the original. */
export const getListenLink = defineCall({
  ...contract,
  failure: 'The song could not be fetched. Try again.',
  run: listenLink,
});
