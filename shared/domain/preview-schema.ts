import * as v from 'valibot';
import { recordingFormats } from './recording-formats.ts';
import { count } from './whole.ts';

/** The facts about an original that holders see before they download it (N-SND-07). */
export const originalSchema = v.object({ bytes: count, format: v.picklist(recordingFormats) });

/**
 * A public excerpt of a work, as its release and its row store it (N-SND-01). Pages load preview.ts, not this
 * schema.
 */
export const previewSchema = v.object({
  /** The name below `previews/` in Storage: the DAT's id and the first digits of its content's hash. */
  file: v.string(),
  bytes: count,
  seconds: v.number(),
  /** The start within the work, in whole seconds. */
  start: count,
  songSeconds: v.number(),
  /** The loudness of each column, one base-36 digit for each. */
  peaks: v.string(),
  /** The uploaded file that the preview was cut from; missing on old previews. */
  original: v.exactOptional(originalSchema),
});
