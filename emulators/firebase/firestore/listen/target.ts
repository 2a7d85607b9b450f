import type { Access, Change, Segments, StoredDocument } from '../contract.ts';
import type { Json } from '../query/json.ts';

export interface Difference {
  readonly shown: readonly StoredDocument[];
  readonly hidden: readonly Hidden[];
}

export interface Hidden {
  readonly path: Segments;
  readonly document: StoredDocument | undefined;
}

export interface Target {
  /** The keys of the places whose commits affect the target; see Routes. */
  readonly places: readonly string[];
  /** @throws Refusal PERMISSION_DENIED when the rules refuse */
  askFor(access: Access): void;
  all(): Difference;
  after(changes: readonly Change[]): Difference;
  json(document: StoredDocument): Json;
}
