import type { Fields, Micros, Segments, Value } from '../contract.ts';
import type { Transform } from '../values/transforms.ts';

export type Condition =
  | { readonly kind: 'exists'; readonly exists: boolean }
  /** The time of the document's last update. */
  | { readonly kind: 'version'; readonly version: Micros };

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
        /**
         * The fields to set, or to delete if `fields` lacks them; without a mask all are replaced.
         */
        readonly mask: readonly Segments[] | undefined;
        readonly transforms: readonly Transform[];
      };
}

export interface WriteResult {
  /** The document's update time after the commit; undefined if it does not exist. */
  readonly updateTime: Micros | undefined;
  readonly transformResults: readonly Value[];
}
