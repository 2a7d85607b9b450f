import type { DecideInput, StockChangeInput } from '@datchain/shared/contracts/calls/operators.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

export interface Question {
  readonly name: string;
  /** The input of the call, without the reason. */
  readonly asked:
    | { readonly kind: 'decide'; readonly input: Omit<DecideInput, 'reason'> }
    | { readonly kind: 'stock'; readonly input: Omit<StockChangeInput, 'reason'> };
  readonly title: string;
  readonly effect: string;
  readonly facts?: readonly Fact[];
  readonly reasonLabel: string;
  readonly verb: string;
  /** Whether the decision takes something away from somebody. */
  readonly isGrave?: boolean;
  readonly done: string;
}

export type Ask = (question: Question) => void;
