import type { RuleSnapshot } from './snapshot.ts';

/** What one evaluation of a rule may look at. */
export interface RuleScope {
  readonly now: number;
  readonly auth: unknown;
  readonly root: RuleSnapshot;
  readonly data: RuleSnapshot;
  /** Absent while reading. */
  readonly newData?: RuleSnapshot;
  /** The keys that `$name` levels matched. */
  readonly wildcards: ReadonlyMap<string, string>;
}

export type Evaluate = (scope: RuleScope) => unknown;

/** A mistake in a rule; `offset` counts from the start of the rule's text. */
export class ExpressionError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
