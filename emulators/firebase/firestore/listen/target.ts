import type { Access, Change, Segments, StoredDocument } from '../contract.ts';
import type { Json } from '../query/json.ts';

/** What a target has to tell of documents. */
export interface Difference {
  /** Those that it shows now, and did not before or otherwise. */
  readonly shown: readonly StoredDocument[];
  /** Those that it does not show any more. */
  readonly hidden: readonly Hidden[];
}

/** A document that a target does not show: deleted, or changed so that it is not asked for. */
export interface Hidden {
  readonly path: Segments;
  readonly document: StoredDocument | undefined;
}

/** What a listener looks at: some documents, or a query. */
export interface Target {
  /** Where commits have to touch the data to concern it; see Routes. */
  readonly places: readonly string[];
  /** @throws Refusal PERMISSION_DENIED when the rules say no */
  askFor(access: Access): void;
  /** All that it shows now. */
  all(): Difference;
  /** What one commit, the last one, changes of what it shows. */
  after(changes: readonly Change[]): Difference;
  /** A Document message as this target shows it. */
  json(document: StoredDocument): Json;
}
