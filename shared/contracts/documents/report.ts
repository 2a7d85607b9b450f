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
  /** The reporter's name and address; nobody has verified them. */
  from: shownLine,
  email: v.string(),
  state: v.picklist(['open', 'closed']),
  /** The time it was first sent, in milliseconds; for one sent again after it was closed, the time it was reopened. */
  at: v.number(),
  /** The number of similar reports by the same person (N-PPL-18). */
  count,
  /** The latest idempotency keys it was sent with: each counts once. */
  keys: v.array(v.string()),
  /** The last decision, if there is one (N-FST-04). */
  outcome: v.optional(v.picklist(reportOutcomes)),
  /** The time at which a closed report is deleted; null for an open one. */
  expiresAt: v.nullable(v.unknown()),
});

/** A report of a work, `reports/{id}` (N-PPL-11); server only. */
export type Report = v.InferOutput<typeof reportSchema>;

/** @throws ValiError if the stored document is invalid */
export const readReport = (value: unknown): Report => v.parse(reportSchema, value);
