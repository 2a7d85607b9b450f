import * as v from 'valibot';
import { workSeconds } from '../../domain/preview.ts';
import { documentId } from '../document-id.ts';

export const previewStart = v.pipe(
  v.number('The preview must begin at a whole second.'),
  v.safeInteger('The preview must begin at a whole second.'),
  v.minValue(0, 'The preview must begin at a whole second.'),
  v.maxValue(workSeconds.most, 'The preview begins too late.'),
);

/** Cuts a work's preview, again or for the first time, for its releaser (N-SND-01). */
export const setPreview = {
  name: 'setPreview',
  input: v.strictObject({
    datId: documentId(128, 'There is no work of yours with this id.'),
    previewStart,
  }),
  /** The part that can be heard now, in seconds. */
  output: v.object({ start: v.number(), seconds: v.number(), songSeconds: v.number() }),
} as const;
