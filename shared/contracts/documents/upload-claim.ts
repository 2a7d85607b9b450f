import * as v from 'valibot';

/** The fate of one uploaded file, `uploadClaims/{key}`. Both sides create the same document: only one can be first. */
export const uploadClaimSchema = v.object({
  path: v.string(),
  state: v.picklist(['released', 'abandoned', 'deleted']),
  since: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type UploadClaim = v.InferOutput<typeof uploadClaimSchema>;
