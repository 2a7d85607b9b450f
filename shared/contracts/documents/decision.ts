import * as v from 'valibot';
import { count } from '../../domain/whole.ts';
import { shownLine, typedLine } from '../public-text.ts';

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
  'issue-tokens': 'Tokens put on sale',
  'withdraw-tokens': 'Tokens withdrawn',
} as const;

export type DecisionKind = keyof typeof decisions;

export const decisionKinds = Object.keys(decisions) as DecisionKind[];

/** Decisions that change how many tokens the platform has on sale (N-LCH-01). */
export const stockChanges = ['issue-tokens', 'withdraw-tokens'] as const;

export type StockChange = (typeof stockChanges)[number];

export const isStockChange = (what: DecisionKind): what is StockChange =>
  stockChanges.some((kind) => kind === what);

/** In place of an operator, of what was decided by a command of the owner's. */
export const BY_COMMAND = 'command';

export const noReason = 'Give a reason.';

/** Saying yes needs no reason: there may be nothing to add. */
export const needsReason = (what: DecisionKind): boolean => what !== 'allow-application';

export const LONGEST_REASON = 300;

/** The reason of an operator or the owner; it may be empty. */
export const decisionReason = v.pipe(
  typedLine,
  v.maxLength(LONGEST_REASON, `The reason may have at most ${LONGEST_REASON} characters.`),
);

const decisionSchema = v.object({
  what: v.picklist(decisionKinds),
  /** Whom or what it is about: a username, a DAT's, an order's or a report's id, the price of tokens in cents. */
  id: v.string(),
  reason: shownLine,
  qty: v.optional(count),
  /** The operator, or `BY_COMMAND`. */
  uid: v.string(),
  at: v.number(),
});

/** A decision of an operator, `decisions/{id}`: never changed; closed to browsers. */
export type Decision = v.InferOutput<typeof decisionSchema>;

/** @throws when the document is none that we wrote */
export const readDecision = (value: unknown): Decision => v.parse(decisionSchema, value);
