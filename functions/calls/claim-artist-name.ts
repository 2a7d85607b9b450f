import { claimArtistName as contract } from '@datchain/shared/contracts/artist-name-call.ts';
import { claimArtistName as claim } from '../names/claim-artist-name.ts';
import { indexOldArtistNames } from '../names/index-artist-names.ts';
import { defineCall } from './define.ts';

/** An account claims its artist name while it is being created (docs/decisions/0031). */
export const claimArtistName = defineCall({
  ...contract,
  failure: 'The artist name could not be checked. Try again.',
  async run(services, uid, { artistName }) {
    await indexOldArtistNames(services);
    return claim(services, uid, artistName);
  },
});
