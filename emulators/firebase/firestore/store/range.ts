import type { Segments } from '../contract.ts';

export interface Range {
  readonly parent: Segments;
  readonly collection: string;
  readonly isGroup: boolean;
}

export function isInRange({ parent, collection, isGroup }: Range, path: Segments): boolean {
  if (path.at(-2) !== collection) return false;
  if (isGroup) return true;
  return path.length === parent.length + 2 && parent.every((id, at) => path[at] === id);
}
