import * as v from 'valibot';
import { documentId } from '../document-id.ts';

export const blockId = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Block not found'));

export const edition = {
  datId: documentId(128, 'Edition not found'),
  editionNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
} as const;

/** A wanted edition; expectedPrice is the price the buyer was shown, in US dollars. */
export const wantedEdition = v.strictObject({ ...edition, expectedPrice: v.unknown() });
