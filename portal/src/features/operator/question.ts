import type { DecideInput, StockChangeInput } from '@datchain/shared/contracts/calls/operators.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

/** Something that an operator is about to decide. */
export interface Question {
  /** Tells it from others. */
  readonly name: string;
  /** The input of the call, but for the reason. */
  readonly asked:
    | { readonly kind: 'decide'; readonly input: Omit<DecideInput, 'reason'> }
    | { readonly kind: 'stock'; readonly input: Omit<StockChangeInput, 'reason'> };
  readonly title: string;
  /** What it does, and who learns of it. */
  readonly effect: string;
  readonly facts?: readonly Fact[];
  /** Who reads the reason. */
  readonly reasonLabel: string;
  /** The button that decides. */
  readonly verb: string;
  /** It takes something away from somebody. */
  readonly isGrave?: boolean;
  /** Said once it is done. */
  readonly done: string;
}

export type Ask = (question: Question) => void;
