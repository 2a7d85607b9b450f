import { invalid, notCovered, type Segments } from '../contract.ts';
import type { Range } from '../store/range.ts';
import { checkOwnId } from '../values/resource-names.ts';
import { readBoolean, readList, readMessage, readString } from './json.ts';

/**
 * Reads `from`.
 * @throws Refusal INVALID_ARGUMENT with Firestore's message; UNIMPLEMENTED for all collections at
 * once
 */
export function readSource(parent: Segments, json: unknown): Range {
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
  if (collection === '') throw notCovered('A query without a collection');
  checkOwnId(collection, 'collection');
  if (isGroup && parent.length > 0) {
    throw invalid('collection group queries are only allowed at the root parent');
  }
  return { parent, collection, isGroup };
}
