import type { DecideInput, StockChangeInput } from '@datchain/shared/contracts/calls/operators.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

/** A decision that an operator is about to make. */
export interface Question {
  /** The question's key among all questions. */
  readonly name: string;
  /** The input of the call, without the reason. */
  readonly asked:
    | { readonly kind: 'decide'; readonly input: Omit<DecideInput, 'reason'> }
    | { readonly kind: 'stock'; readonly input: Omit<StockChangeInput, 'reason'> };
  readonly title: string;
  /** The effect of the decision, and who is told. */
  readonly effect: string;
  readonly facts?: readonly Fact[];
  /** The label says who will read the reason. */
  readonly reasonLabel: string;
  /** The text of the button that decides. */
  readonly verb: string;
  /** Whether the decision takes something away from somebody. */
  readonly isGrave?: boolean;
  /** The message after the decision. */
  readonly done: string;
}

export type Ask = (question: Question) => void;
