import * as v from 'valibot';
import { count } from '../domain/whole.ts';
import { applicationFields } from './documents/application.ts';
import { decisionKinds, LONGEST_REASON } from './documents/decision.ts';
import { subjectNames } from './documents/report.ts';
import { typedLine } from './public-text.ts';

const work = { datId: v.string(), song: v.string(), artist: v.string() };

const desk = v.object({
  applications: v.array(
    v.object({ username: v.string(), ...applicationFields, at: v.number(), email: v.string() }),
  ),
  stuck: v.array(
    v.object({ ...work, problem: v.string(), attempts: count, at: v.number(), email: v.string() }),
  ),
  orders: v.array(
    v.object({
      orderId: v.string(),
      reason: v.string(),
      username: v.string(),
      totalCents: count,
      at: v.number(),
    }),
  ),
  reports: v.array(
    v.object({
      id: v.string(),
      ...work,
      about: v.picklist(subjectNames),
      text: v.string(),
      from: v.string(),
      email: v.string(),
      at: v.number(),
      isDown: v.boolean(),
      /** What a takedown would concern: editions that are not the creator's, and offers of owners. */
      held: count,
      offers: count,
    }),
  ),
  down: v.array(v.object({ ...work, reason: v.string(), at: v.number() })),
  debts: v.array(v.object({ username: v.string(), debtMicros: v.number() })),
  /** Who may release, the latest first. */
  allowed: v.array(
    v.object({ username: v.string(), name: v.string(), isOwnOnly: v.boolean(), works: count }),
  ),
  allowedCount: count,
  /** The last comparison of the books; null before the first. */
  books: v.nullable(
    v.object({ at: v.number(), entries: count, found: count, differences: v.array(v.string()) }),
  ),
  /** What became of the last rebuild of the public site; null before the first. */
  site: v.nullable(
    v.object({
      at: v.number(),
      problem: v.nullable(v.string()),
      /** As of when visitors see everything, and how long ago that is by the server's clock. */
      currentAt: v.nullable(v.number()),
      ageMillis: v.nullable(v.number()),
      leftOutCount: count,
      leftOut: v.array(v.object({ what: v.string(), problem: v.string() })),
    }),
  ),
  history: v.array(
    v.object({
      what: v.picklist(decisionKinds),
      id: v.string(),
      reason: v.string(),
      by: v.string(),
      at: v.number(),
    }),
  ),
});

/** Everything that waits for an operator, and what was decided lately (N-PPL-10). */
export const getOperatorDesk = {
  name: 'getOperatorDesk',
  input: v.strictObject({}),
  output: desk,
} as const;

const noReason = 'Give a reason.';

/** An operator decides something, with a reason that is kept (N-PPL-10). */
export const decide = {
  name: 'decide',
  input: v.strictObject({
    what: v.picklist(decisionKinds),
    /** Whom or what: a username, a DAT's, an order's or a report's id. */
    id: v.pipe(
      v.string(),
      v.regex(/^(?!__.*__$)[\w-][\w.-]{0,127}$/, 'There is nothing of this name.'),
    ),
    reason: v.pipe(
      typedLine,
      v.minLength(1, noReason),
      v.maxLength(LONGEST_REASON, `The reason may have at most ${LONGEST_REASON} characters.`),
    ),
    /** Of an application: the state that the operator saw, by its `at`. */
    seenAt: v.optional(count),
  }),
  output: v.object({}),
} as const;

export type OperatorDesk = v.InferOutput<typeof desk>;
export type DecideInput = v.InferOutput<typeof decide.input>;
