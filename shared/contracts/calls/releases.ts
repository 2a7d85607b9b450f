import * as v from 'valibot';
import { tiers } from '../../domain/config.ts';
import { releaseSong } from '../release-song.ts';

/**
 * Releases 1 to 10 songs (R-CAL-05, R-CAL-06) and returns their DATS in order. It is idempotent: a repeated
 * release returns the same DAT. Any answer counts as success, because the DAT is made anyway (R-REV-05).
 */
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
