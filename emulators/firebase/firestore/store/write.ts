import type { Fields, Micros, Segments, Value } from '../contract.ts';
import type { Transform } from '../values/transforms.ts';

/** What has to be so before a write happens. */
export type Condition =
  | { readonly kind: 'exists'; readonly exists: boolean }
  /** The document was last updated then. */
  | { readonly kind: 'version'; readonly version: Micros };

/** One write of a commit, read and checked. */
export interface Write {
  readonly path: Segments;
  readonly condition: Condition | undefined;
  readonly action:
    | { readonly kind: 'delete' }
    /** Only the condition counts; nothing is written. */
    | { readonly kind: 'verify' }
    | {
        readonly kind: 'update';
        readonly fields: Fields;
        /** The fields to put or, where `fields` has none, to take away; without it all are replaced. */
        readonly mask: readonly Segments[] | undefined;
        readonly transforms: readonly Transform[];
      };
}

/** What a commit answers for one write. */
export interface WriteResult {
  /** Of the document as the commit leaves it; undefined when it is not there. */
  readonly updateTime: Micros | undefined;
  readonly transformResults: readonly Value[];
}
