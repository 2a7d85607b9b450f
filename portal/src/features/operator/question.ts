import type { DecideInput, StockChangeInput } from '@datchain/shared/contracts/calls/operators.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

export interface Question {
  readonly name: string;
  readonly asked:
    | { readonly kind: 'decide'; readonly input: Omit<DecideInput, 'reason'> }
    | { readonly kind: 'stock'; readonly input: Omit<StockChangeInput, 'reason'> };
  readonly title: string;
  readonly effect: string;
  readonly facts?: readonly Fact[];
  readonly reasonLabel: string;
  readonly verb: string;
  readonly isGrave?: boolean;
  readonly done: string;
}

export type Ask = (question: Question) => void;
