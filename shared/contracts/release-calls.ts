import * as v from 'valibot';
import { tiers } from '../domain/config.ts';
import { releaseSong } from './release-song.ts';

/** The callables of a release, by their names (R-CAL-05, R-CAL-06): no other screen loads them. */
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
  output: v.object({ datIds: v.array(v.string()) }),
} as const;

const noContentId = 'Missing contentId for summary release.';

export const releaseDatFromSummary = {
  name: 'releaseDATFromSummary',
  input: v.strictObject({
    contentId: v.pipe(v.string(noContentId), v.minLength(1, noContentId), v.maxLength(128)),
    tier: v.optional(v.picklist(tiers, 'Unknown tier.'), 'Bronze'),
  }),
  output: v.object({ datId: v.string() }),
} as const;
