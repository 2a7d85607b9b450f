import * as v from 'valibot';
import { isEmail } from '../domain/sign-up.ts';
import { documentId } from './document-id.ts';
import { subjectNames } from './documents/report.ts';
import { typedLine, typedLines } from './public-text.ts';

/** Where anybody reports a work, signed in or not: a rewrite of Hosting. */
export const reportPath = '/reports';

export const LONGEST_REPORT = 1_000;
const LONGEST_NAME = 120;

const required = (text: typeof typedLine, empty: string, longest: number, subject: string) =>
  v.pipe(
    text,
    v.minLength(1, empty),
    v.maxLength(longest, `${subject} can have at most ${longest} characters.`),
  );

/** What is sent to `reportPath`, as JSON (N-PPL-11). */
export const reportRequest = v.strictObject({
  /** Drawn by the form: the same report sent twice is one. */
  key: v.pipe(v.string(), v.regex(/^[\da-f-]{36}$/, 'The key must be a UUID.')),
  datId: documentId(128, 'There is no such work.'),
  about: v.picklist(subjectNames, 'Choose what is wrong.'),
  text: required(typedLines, 'Say what is wrong.', LONGEST_REPORT, 'A report'),
  from: required(typedLine, 'Give your name.', LONGEST_NAME, 'A name'),
  email: v.pipe(v.string(), v.trim(), v.check(isEmail, 'Invalid email format.')),
});

export type ReportRequest = v.InferOutput<typeof reportRequest>;
