import type { StoredMovement } from '@datchain/shared/contracts/documents/movement.ts';
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
 * Returns a document's current data to a decision. A document that was not read yet is read, and the entry
 * decides again; the first result is discarded.
 */
export type View = (path: string) => Data | undefined;

export interface Accepted<Result> {
  readonly result: Result;
  readonly postings: readonly Posting[];
  readonly refs?: Readonly<Record<string, string | number>>;
  /** Guards and orders in their new state, whole; null deletes the document. */
  readonly documents: readonly { path: string; data: object | null }[];
  /** Changes of sums that no decision depends on. */
  readonly increments?: readonly { path: string; fields: Record<string, number> }[];
  readonly movements?: readonly { uid: string; data: StoredMovement }[];
  readonly news?: readonly {
    uid: string;
    data: Released | Outbid | Takedown;
    /** Id of the notification; the entry's id if omitted. */
    id?: string;
  }[];
  readonly history?: readonly DatEvent[];
  /** Ids of what the projector has to update: `user:{uid}`, `block:{id}`, `supply`. */
  readonly touched: readonly string[];
}

/** The decision of an entry. `answer` means that there is nothing to record and gives the result. */
export type Decision<Result> = Accepted<Result> | Refusal | { readonly answer: Result };

export interface Entry<Result = unknown> {
  /** Idempotency key: the same id with the same input gives the first result again. */
  readonly id: string;
  readonly kind: EntryKind;
  /** A uid, or `system`. */
  readonly actor: string;
  /** The caller's request; a different input under the same id is a conflict. */
  readonly input: unknown;
  /** Paths that the decision is known to look up, read in one batch. */
  readonly reads: readonly string[];
  readonly decide: (view: View, now: number) => Decision<Result>;
}

export interface Committed<Result> {
  readonly entryId: string;
  readonly result: Result;
  readonly touched: readonly string[];
  /** False when nothing new was written: a repeated entry, or an answer. */
  readonly recorded: boolean;
  /** Users in debt whom this entry's earnings, or tokens it gave back, may let pay. */
  readonly owing: readonly string[];
}
