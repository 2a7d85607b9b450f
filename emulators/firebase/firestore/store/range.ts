import type { Segments } from '../contract.ts';

/** All documents of a collection below `parent`, or of all collections of a name. */
export interface Range {
  readonly parent: Segments;
  readonly collection: string;
  readonly isGroup: boolean;
}

/** Whether a document, be it there or not, lies in a range. */
export function isInRange({ parent, collection, isGroup }: Range, path: Segments): boolean {
  if (path.at(-2) !== collection) return false;
  if (isGroup) return true;
  return path.length === parent.length + 2 && parent.every((id, at) => path[at] === id);
}
