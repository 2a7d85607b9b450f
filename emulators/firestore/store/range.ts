import type { Segments } from '../contract.ts';

/** All documents of a collection, or of all collections of a name below `parent`. */
export interface Range {
  readonly parent: Segments;
  /** Empty for all collections. */
  readonly collection: string;
  readonly isGroup: boolean;
}

/** Whether a document, be it there or not, lies in a range. */
export function isInRange({ parent, collection, isGroup }: Range, path: Segments): boolean {
  if (collection !== '' && path.at(-2) !== collection) return false;
  if (path.length < parent.length + 2) return false;
  if (!isGroup && path.length !== parent.length + 2) return false;
  return parent.every((id, at) => path[at] === id);
}
