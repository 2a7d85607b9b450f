import * as v from 'valibot';
import { recordingFormats } from './recording-formats.ts';
import { count } from './whole.ts';

/** Previews as they are stored, separate from their rules, so that pages do not load the schemas. */

/** What is said of a file before holders of an edition download it (N-SND-07). */
export const originalSchema = v.object({ bytes: count, format: v.picklist(recordingFormats) });

/** A public excerpt of a work, as its release and its row store it (N-SND-01). */
export const previewSchema = v.object({
  /** Its name below `previews/` in Storage: the DAT's id, and the beginning of its content's hash. */
  file: v.string(),
  bytes: count,
  seconds: v.number(),
  /** Where in the work it begins, in whole seconds. */
  start: count,
  songSeconds: v.number(),
  /** How loud it is along its length: a digit in base 36 for each of the columns. */
  peaks: v.string(),
  /** The uploaded file that it was cut out of; missing if it was cut before we noted that. */
  original: v.exactOptional(originalSchema),
});
