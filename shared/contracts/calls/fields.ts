import * as v from 'valibot';
import { documentId } from '../document-id.ts';

// Fields that calls of several subjects take.

export const blockId = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Block not found'));

/** An edition, as the caller names it. */
export const edition = {
  datId: documentId(128, 'Edition not found'),
  editionNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
} as const;

/** expectedPrice in US dollars: what the buyer was shown. */
export const wantedEdition = v.strictObject({ ...edition, expectedPrice: v.unknown() });
