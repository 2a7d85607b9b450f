import type { Segments } from '../contract.ts';
import { isReserved } from '../values/reserved.ts';
import { invalid, readBoolean, readList, readMessage, readString } from './json.ts';

/** The collections that a query looks into. */
export interface Source {
  readonly parent: Segments;
  /** Empty for all collections. */
  readonly collection: string;
  readonly isGroup: boolean;
  /** Whether a document with this path is in them. */
  holds(path: Segments): boolean;
}

/**
 * Reads `from`. Without a collection it is all of them: those right below the parent, or, with
 * `allDescendants`, those at any depth.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readSource(parent: Segments, json: unknown): Source {
  const selectors = readList(json, 'StructuredQuery.from');
  if (selectors.length > 1) {
    throw invalid('StructuredQuery.from cannot have more than one collection selector.');
  }
  const message = readMessage(selectors[0], 'CollectionSelector', [
    'collectionId',
    'allDescendants',
  ]);
  const collection = readString(message.collectionId, 'CollectionSelector.collectionId');
  const isGroup = readBoolean(message.allDescendants, 'CollectionSelector.allDescendants');
  checkCollection(collection);
  return {
    parent,
    collection,
    isGroup,
    holds: (path) =>
      (isGroup ? path.length > parent.length : path.length === parent.length + 2) &&
      (collection === '' || path.at(-2) === collection) &&
      parent.every((id, at) => path[at] === id),
  };
}

function checkCollection(id: string): void {
  if (id.includes('/')) {
    throw invalid(`Collection id "${id}" is invalid because it contains "/".`);
  }
  if (id === '.' || id === '..' || isReserved(id)) {
    throw invalid(`Collection id "${id}" is invalid because it is reserved.`);
  }
}
