import * as v from 'valibot';
import { count } from '../../domain/whole.ts';
import { shownLine, shownLines } from '../public-text.ts';

export const reportSubjects = {
  rights: 'It uses music that is not theirs',
  artwork: 'The artwork is somebody else’s',
  impersonation: 'It pretends to be another artist',
  unlawful: 'It is unlawful or hateful',
  other: 'Something else',
} as const;

export type ReportSubject = keyof typeof reportSubjects;

export const subjectNames = Object.keys(reportSubjects) as ReportSubject[];

export const reportOutcomes = ['kept', 'taken-down', 'restored'] as const;

const reportSchema = v.object({
  id: v.string(),
  datId: v.string(),
  about: v.picklist(subjectNames),
  text: shownLines,
  /** Who reports, in their own words, and where to ask back. Nobody has checked either. */
  from: shownLine,
  email: v.string(),
  state: v.picklist(['open', 'closed']),
  /** When it was first sent, in milliseconds; of one that was closed and sent again, since it waits again. */
  at: v.number(),
  /** How often it was sent, in like words by the same person (N-PPL-18). */
  count,
  /** The last of the keys that it was sent with: each counts once. */
  keys: v.array(v.string()),
  /** The last decision; missing while there is none (N-FST-04). */
  outcome: v.optional(v.picklist(reportOutcomes)),
  /** When a closed one is deleted; null for an open one. */
  expiresAt: v.nullable(v.unknown()),
});

/** A report of a work, `reports/{id}` (N-PPL-11); closed to browsers. */
export type Report = v.InferOutput<typeof reportSchema>;

/** @throws when the document is none that we wrote */
export const readReport = (value: unknown): Report => v.parse(reportSchema, value);
