import * as v from 'valibot';
import { shownLine, shownLines } from '../public-text.ts';

export const recordingOwners = ['artist', 'label', 'shared'] as const;

export const LONGEST_NOTE = 500;

export const applicationStates = ['waiting', 'allowed', 'declined'] as const;

/** What an applicant says (N-PPL-09). */
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
  /** When it was sent, or last corrected, in milliseconds. */
  at: v.number(),
  /** What the operator wrote; null while it waits. */
  reason: v.nullable(shownLine),
});

/** An application to release, `applications/{uid}`; closed to browsers. */
export type Application = v.InferOutput<typeof applicationSchema>;

/** @throws when the document is none that we wrote */
export const readApplication = (value: unknown): Application => v.parse(applicationSchema, value);
