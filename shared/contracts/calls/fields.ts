import * as v from 'valibot';
import { documentId } from '../document-id.ts';

// Fields that calls of several subjects share.

export const blockId = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Block not found'));

/** An edition as callers name it. */
export const edition = {
  datId: documentId(128, 'Edition not found'),
  editionNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
} as const;

/** A wanted edition; expectedPrice is the price the buyer was shown, in US dollars. */
export const wantedEdition = v.strictObject({ ...edition, expectedPrice: v.unknown() });
