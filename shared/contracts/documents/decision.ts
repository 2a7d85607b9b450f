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

/** Decisions that change the platform's stock of tokens (N-LCH-01). */
export const stockChanges = ['issue-tokens', 'withdraw-tokens'] as const;

export type StockChange = (typeof stockChanges)[number];

export const isStockChange = (what: DecisionKind): what is StockChange =>
  stockChanges.some((kind) => kind === what);

/** The `uid` of a decision made by the shop owner's command, not by an operator. */
export const BY_COMMAND = 'command';

export const noReason = 'Give a reason.';

export const needsReason = (what: DecisionKind): boolean => what !== 'allow-application';

export const LONGEST_REASON = 300;

/** The reason of an operator or the shop owner; it can be ''. */
export const decisionReason = v.pipe(
  typedLine,
  v.maxLength(LONGEST_REASON, `The reason may have at most ${LONGEST_REASON} characters.`),
);

const decisionSchema = v.object({
  what: v.picklist(decisionKinds),
  /** The subject: a username, the id of a DAT, an order or a report, or a token price in cents. */
  id: v.string(),
  reason: shownLine,
  qty: v.optional(count),
  uid: v.string(),
  at: v.number(),
});

/** An operator's decision, `decisions/{id}`: never changed; server only. */
export type Decision = v.InferOutput<typeof decisionSchema>;

/** @throws ValiError if the stored document is invalid */
export const readDecision = (value: unknown): Decision => v.parse(decisionSchema, value);
