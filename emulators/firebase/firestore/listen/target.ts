import type { Access, Change, Segments, StoredDocument } from '../contract.ts';
import type { Json } from '../query/json.ts';

export interface Difference {
  /** Documents that are new in the target or changed. */
  readonly shown: readonly StoredDocument[];
  /** Documents that have left the target. */
  readonly hidden: readonly Hidden[];
}

/** A document outside the target: deleted, or no longer matching. */
export interface Hidden {
  readonly path: Segments;
  readonly document: StoredDocument | undefined;
}

/** A target of a listener: some documents, or a query. */
export interface Target {
  /** The keys of the places whose commits affect the target; see Routes. */
  readonly places: readonly string[];
  /** @throws Refusal PERMISSION_DENIED when the rules refuse */
  askFor(access: Access): void;
  all(): Difference;
  /** Returns the changes made by the last commit. */
  after(changes: readonly Change[]): Difference;
  json(document: StoredDocument): Json;
}
