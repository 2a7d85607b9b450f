import type { Change, Micros, Segments, StoredDocument, View } from '../contract.ts';
import type { Transaction } from './transactions.ts';
import type { Write, WriteResult } from './write.ts';

export interface Moment extends View {
  /** The time of this state: the `readTime` of answers from it. */
  readonly time: Micros;
  collection(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument>;
}

/** A commit as presented to the rules before it happens. */
export interface Proposal {
  /** An outcome for each document, in the order of the commit; also for unchanged documents. */
  readonly outcomes: readonly (Change & { readonly steps: readonly Write[] })[];
  readonly before: View;
  readonly after: View;
  readonly requestTime: Micros;
}

export interface CommitRequest {
  readonly writes: readonly Write[];
  readonly transaction: Transaction | undefined;
  /** @throws Refusal to stop the commit */
  readonly judge: (proposal: Proposal) => void;
}

export interface Committed {
  readonly time: Micros;
  readonly results: readonly WriteResult[];
  left(path: Segments): StoredDocument | undefined;
}
