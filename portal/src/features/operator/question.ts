import type { DecideInput } from '@datchain/shared/contracts/operator-calls.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

/** Something that an operator is about to decide. */
export interface Question extends Pick<DecideInput, 'what' | 'id' | 'seenAt'> {
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
