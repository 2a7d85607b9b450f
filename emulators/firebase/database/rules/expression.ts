import type { RuleSnapshot } from './snapshot.ts';

export interface RuleScope {
  readonly now: number;
  readonly auth: unknown;
  readonly root: RuleSnapshot;
  readonly data: RuleSnapshot;
  /** Absent for a read. */
  readonly newData?: RuleSnapshot;
  /** The keys matched by `$name` levels. */
  readonly wildcards: ReadonlyMap<string, string>;
}

export type Evaluate = (scope: RuleScope) => unknown;

/** An error in a rule; `offset` counts from the start of the rule's text. */
export class ExpressionError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
