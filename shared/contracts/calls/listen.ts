import * as v from 'valibot';
import { documentId } from '../document-id.ts';

/**
 * Returns an address where a holder hears the whole song or downloads the original (N-SND-07). Anyone with
 * the address can read the file.
 */
export const getListenLink = {
  name: 'getListenLink',
  input: v.strictObject({
    datId: documentId(128, 'DAT not found'),
    download: v.optional(v.boolean(), false),
  }),
  output: v.object({
    url: v.string(),
    expiresAt: v.number(),
    /** The length of the song in seconds; 0 while it is unknown. */
    seconds: v.number(),
  }),
} as const;
