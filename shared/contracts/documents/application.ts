import * as v from 'valibot';
import { shownLine, shownLines } from '../public-text.ts';

export const recordingOwners = ['artist', 'label', 'shared'] as const;

export const LONGEST_NOTE = 500;

export const applicationStates = ['waiting', 'allowed', 'declined'] as const;

/** The fields of an application (N-PPL-09). */
export const applicationFields = {
  artistName: shownLine,
  musicUrl: v.string(),
  pageUrl: v.string(),
  owns: v.picklist(recordingOwners),
  note: shownLines,
};

const applicationSchema = v.object({
  uid: v.string(),
  ...applicationFields,
  state: v.picklist(applicationStates),
  /** The time it was sent or last corrected, in milliseconds. */
  at: v.number(),
  reason: v.nullable(shownLine),
});

/** An application to release, `applications/{uid}`; server only. */
export type Application = v.InferOutput<typeof applicationSchema>;

/** @throws ValiError if the stored document is invalid */
export const readApplication = (value: unknown): Application => v.parse(applicationSchema, value);
