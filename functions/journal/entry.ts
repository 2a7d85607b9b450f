import type { Movement } from '@datchain/shared/contracts/documents/movement.ts';
import type {
  Outbid,
  Released,
  Takedown,
} from '@datchain/shared/contracts/documents/notification.ts';
import type { EntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import type { Data } from '../stores/document-store.ts';

/**
 * What a decision sees: documents as they are now. Anything it looks at that was not read yet is
 * read, and the entry decides again; the first result is discarded.
 */
export type View = (path: string) => Data | undefined;

/** An accepted entry: everything that is written with it, in one batch. */
export interface Accepted<Result> {
  readonly result: Result;
  readonly postings: readonly Posting[];
  /** What it concerns, for readers of the journal: ids and public words. */
  readonly refs?: Readonly<Record<string, string | number>>;
  /** Guards and orders in their new state, whole; null for those that go. */
  readonly documents: readonly { path: string; data: object | null }[];
  /** Sums that no decision depends on. */
  readonly increments?: readonly { path: string; fields: Record<string, number> }[];
  /** What users see in their history: new documents, keyed by the entry. */
  readonly movements?: readonly { uid: string; data: Movement }[];
  /** What users are told beside their movements. */
  readonly news?: readonly {
    uid: string;
    data: Released | Outbid | Takedown;
    /** Under which it is told; the entry's when left out. */
    id?: string;
  }[];
  /** What everyone sees in a DAT's history: new documents, keyed by the entry. */
  readonly history?: readonly DatEvent[];
  /** What the projector has to show again: `user:{uid}`, `block:{id}`, `supply`. */
  readonly touched: readonly string[];
}

/** accepted; refused; `answer`: nothing to record, here is the result. */
export type Decision<Result> = Accepted<Result> | Refusal | { readonly answer: Result };

/** One movement of value or rights. */
export interface Entry<Result = unknown> {
  /** The idempotency key: the same id with the same input gives the first result again. */
  readonly id: string;
  readonly kind: EntryKind;
  /** A uid, or 'system'. */
  readonly actor: string;
  /** What the caller asked for; a different input under the same id is a conflict. */
  readonly input: unknown;
  /** What it will look at, as far as known: read in one go. */
  readonly reads: readonly string[];
  readonly decide: (view: View, now: number) => Decision<Result>;
}

export interface Committed<Result> {
  readonly entryId: string;
  readonly result: Result;
  readonly touched: readonly string[];
  /** False when nothing new was written: a repeated entry, or an answer. */
  readonly recorded: boolean;
  /** Users who may owe something that this entry's earnings, or tokens it gave back, can settle. */
  readonly owing: readonly string[];
}
