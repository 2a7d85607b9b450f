import * as v from 'valibot';
import { shownLine } from '../public-text.ts';

/** What an operator can decide, and how the history puts it. */
export const decisions = {
  'allow-application': 'Allowed to release',
  'decline-application': 'Application declined',
  'allow-release': 'Put on the release list',
  'end-release': 'Taken off the release list',
  'retry-release': 'Release tried again',
  'close-order': 'Order closed',
  'dismiss-report': 'Report closed',
  'take-down': 'Taken down',
  restore: 'Restored',
} as const;

export type DecisionKind = keyof typeof decisions;

export const decisionKinds = Object.keys(decisions) as DecisionKind[];

/** A decision that needs a reason came without one. */
export const noReason = 'Give a reason.';

/** Saying yes needs no reason: there may be nothing to add. */
export const needsReason = (what: DecisionKind): boolean => what !== 'allow-application';

/** A reason is for other operators, and often for the one it concerns: a sentence or two. */
export const LONGEST_REASON = 300;

const decisionSchema = v.object({
  what: v.picklist(decisionKinds),
  /** Whom or what it is about: a username, a DAT's, an order's or a report's id. */
  id: v.string(),
  reason: shownLine,
  /** The operator. */
  uid: v.string(),
  /** In milliseconds. */
  at: v.number(),
});

/** A decision of an operator, `decisions/{id}`: never changed; closed to browsers. */
export type Decision = v.InferOutput<typeof decisionSchema>;

/** @throws when the document is none that we wrote */
export const readDecision = (value: unknown): Decision => v.parse(decisionSchema, value);
