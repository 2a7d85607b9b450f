import * as v from 'valibot';

/**
 * The fate of one uploaded file, `uploadClaims/{key}`: a release's stays, an abandoned it can no
 * longer be released, and later it is deleted, for good once that is stored. Both sides create the
 * same document, so that only one of them can be first. Server only.
 */
export const uploadClaimSchema = v.object({
  /** The path in the bucket. */
  path: v.string(),
  state: v.picklist(['released', 'abandoned', 'deleted']),
  /** Since when it is so. */
  since: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type UploadClaim = v.InferOutput<typeof uploadClaimSchema>;
