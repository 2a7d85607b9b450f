import { getListenLink as contract } from '@datchain/shared/contracts/listen-call.ts';
import { listenLink } from '../releases/sound/listen-link.ts';
import { defineCall } from './define.ts';

/** Where a holder of an edition can hear the whole song or save the original. */
export const getListenLink = defineCall({
  ...contract,
  failure: 'The song could not be fetched. Try again.',
  run: listenLink,
});
