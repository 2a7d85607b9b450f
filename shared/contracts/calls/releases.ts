import * as v from 'valibot';
import { tiers } from '../../domain/config.ts';
import { releaseSong } from '../release-song.ts';

/** The callables of a release (R-CAL-05, R-CAL-06). Their answers are not read: the DAT is made anyway (R-REV-05). */

/** 1 to 10 songs; the answer has their DATS in the same order. The same release again is the same DAT. */
export const releaseDat = {
  name: 'releaseDAT',
  input: v.strictObject({
    songs: v.pipe(
      v.array(releaseSong),
      v.minLength(1, 'Nothing to release.'),
      v.maxLength(10, 'At most 10 songs at once.'),
    ),
  }),
  output: v.fallback(v.object({ datIds: v.array(v.string()) }), { datIds: [] }),
} as const;

const noContentId = 'Missing contentId for summary release.';

export const releaseDatFromSummary = {
  name: 'releaseDATFromSummary',
  input: v.strictObject({
    contentId: v.pipe(v.string(noContentId), v.minLength(1, noContentId), v.maxLength(128)),
    tier: v.optional(v.picklist(tiers, 'Unknown tier.'), 'Bronze'),
  }),
  output: v.fallback(v.object({ datId: v.string() }), { datId: '' }),
} as const;
