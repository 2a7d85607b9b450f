import * as v from 'valibot';

/**
 * The claim on one uploaded file, `uploadClaims/{key}`. Releasing and deleting create the same document, so
 * only one succeeds.
 */
export const uploadClaimSchema = v.object({
  path: v.string(),
  state: v.picklist(['released', 'abandoned', 'deleted']),
  since: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type UploadClaim = v.InferOutput<typeof uploadClaimSchema>;
