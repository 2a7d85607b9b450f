import type { Change, Micros, Segments, StoredDocument, View } from '../contract.ts';
import type { Transaction } from './transactions.ts';
import type { Write, WriteResult } from './write.ts';

/** A moment of the data that can be searched. */
export interface Moment extends View {
  /** The time of this moment: `readTime` of what is answered from it. */
  readonly time: Micros;
  collection(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument>;
}

/** What someone is asked about before a commit is done. */
export interface Proposal {
  /**
   * One for each document, in the order of the commit; also for those that it leaves as they are.
   */
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
  /** One for each write, in their order. */
  readonly results: readonly WriteResult[];
  /** A document of the commit as it has left it. */
  left(path: Segments): StoredDocument | undefined;
}
